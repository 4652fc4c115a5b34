"""The game as this robot understands it."""
