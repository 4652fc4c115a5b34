"""One interface to a robot's sensors and actuators, and its twins."""
