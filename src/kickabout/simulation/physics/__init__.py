"""The physical world: bodies, contacts, sensors, actuators."""
