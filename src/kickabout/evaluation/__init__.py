"""Evaluation: trials of single abilities, perception on labeled images, games, ratings."""
