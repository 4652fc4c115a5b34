"""The ball over time, relative to the robot and on the field."""
