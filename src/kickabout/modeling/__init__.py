"""Models of the world: from percepts over time to pose, ball, obstacles, team and game."""
