"""Obstacles around the robot over time."""
