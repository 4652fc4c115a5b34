"""Calibration of cameras and colors."""
