"""Self-localization: from field percepts and odometry to the robot's pose on the field."""
