"""One interface to a robot's sensors and actuators, and its twins."""

from kickabout.body.interface import Body, BodyCommand, BodyError, Eyes

__all__ = ["Body", "BodyCommand", "BodyError", "Eyes"]
