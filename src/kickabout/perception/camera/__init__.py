"""Camera pose, projection, exposure and health, and the robot's body in its own images."""
