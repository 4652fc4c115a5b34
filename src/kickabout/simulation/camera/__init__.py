"""Cameras in the simulated world: pictures and their labels, without a graphics card."""
