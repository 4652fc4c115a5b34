"""Models of the obstacles around the robot over time."""
