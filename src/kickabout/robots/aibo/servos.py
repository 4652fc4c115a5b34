"""The servos of an Aibo: from the dimensions to parameters at the joints."""

import numpy as np

from kickabout.robots.aibo.dimension_tables import AiboDimensions
from kickabout.robots.servo import ServoParameters


def servo_parameters(aibo: AiboDimensions) -> ServoParameters:
    """Return the parameters of all servos in the order of the joints."""
    servos = [aibo.servo(joint) for joint in aibo.motors]
    fastest = np.array([joint.max_speed for joint in aibo.motors])
    return ServoParameters(
        proportional=np.array([servo.proportional for servo in servos]),
        derivative=np.array([servo.derivative for servo in servos]),
        max_torque=np.array([servo.torque for servo in servos]),
        max_speed=aibo.actuation.no_load_speed * fastest,
        friction=np.array([servo.friction for servo in servos]),
        min_angle=aibo.joint_min(),
        max_angle=aibo.joint_max(),
        friction_speed=aibo.actuation.friction_speed,
        backlash=aibo.actuation.backlash,
        frame=aibo.actuation.frame,
        delay_frames=aibo.actuation.delay_frames,
    )
