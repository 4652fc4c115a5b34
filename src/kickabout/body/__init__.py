"""One interface to a robot's sensors and actuators, and its implementations."""

from kickabout.body.interface import Body, BodyCommand, BodyError, ImageSource, in_motor_angles

__all__ = ["Body", "BodyCommand", "BodyError", "ImageSource", "in_motor_angles"]
