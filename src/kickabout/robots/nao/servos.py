"""The servos of the NAO: from the dimensions to parameters at the joints."""

import numpy as np

from kickabout.robots.nao.dimension_tables import NaoDimensions
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import MOTORS
from kickabout.robots.servo import ServoParameters


def servo_parameters(dimensions: NaoDimensions | None = None) -> ServoParameters:
    """Return the parameters of all servos in the order of the joints."""
    nao = dimensions or nao_dimensions()
    return ServoParameters(
        proportional=np.array([nao.servo(joint).proportional for joint in MOTORS]),
        derivative=np.array([nao.servo(joint).derivative for joint in MOTORS]),
        max_torque=np.array([nao.max_torque(joint) for joint in MOTORS]),
        max_speed=np.array([nao.max_speed(joint) for joint in MOTORS]),
        friction=np.array([nao.servo(joint).friction for joint in MOTORS]),
        min_angle=nao.joint_min(),
        max_angle=nao.joint_max(),
        friction_speed=nao.actuation.friction_speed,
        backlash=nao.actuation.backlash,
        frame=nao.actuation.frame,
        delay_frames=nao.actuation.delay_frames,
    )
