"""Whistles and where they come from."""
