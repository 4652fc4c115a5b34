"""Perception compared with labeled images."""
