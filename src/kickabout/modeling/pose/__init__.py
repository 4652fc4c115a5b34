"""Self-localization: where the robot is on the field."""
