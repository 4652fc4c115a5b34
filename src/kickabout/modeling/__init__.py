"""From percepts over time to pose, ball, obstacles and team."""
