"""From a scene to pictures, row by row."""
