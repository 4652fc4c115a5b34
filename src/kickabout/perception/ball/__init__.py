"""Detection of the ball: candidates in an image and their classification."""
