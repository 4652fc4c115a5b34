"""Running a robot's program: agents, threads, runners."""
