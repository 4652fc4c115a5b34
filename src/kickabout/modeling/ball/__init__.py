"""Models of the ball over time, relative to the robot and on the field."""
