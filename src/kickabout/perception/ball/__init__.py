"""The ball: candidates in an image and their classification."""
