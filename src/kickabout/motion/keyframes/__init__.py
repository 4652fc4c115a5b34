"""Key-frame motions, falling and getting up."""
