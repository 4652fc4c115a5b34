"""Detection of other robots: boxes in an image, positions on the ground, jersey colors."""
