"""Execution of a robot's program: agents, threads, runners."""
