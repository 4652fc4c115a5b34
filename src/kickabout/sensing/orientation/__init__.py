"""How the torso is oriented, and whether the robot falls."""
