"""A camera in the simulated world: pictures, and labels of what is in them, without a graphics card."""
