"""Lens, sensor, motion blur and pixel format."""
