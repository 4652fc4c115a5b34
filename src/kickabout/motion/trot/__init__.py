"""Gaits of four-legged robots."""
