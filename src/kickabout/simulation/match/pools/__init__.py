"""Players in processes: the interface to their programs, in this process or in several."""
