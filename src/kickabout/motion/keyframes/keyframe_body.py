"""State of the body for key-frame motions: from sensing's representations to one reading."""

import math

import numpy as np

from kickabout.framework import frozen, inputs
from kickabout.geometry import Mat3, Vec3
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.representations import BodyModel, InertialState, JointState


@inputs
@frozen
class MeasuredBody:
    """What sensing publishes about the robot's own body."""

    joints: JointState
    inertial: InertialState
    model: BodyModel


def body_reading(
    measured: MeasuredBody,
    *,
    damage: float = 0.0,
    left_weight: float = 0.5,
) -> BodyReading:
    """Return tilt, turn rate and the center of mass over the weighted middle of both soles."""
    inertial, body = measured.inertial, measured.model
    pitch, roll = tilt(inertial.torso_to_level)
    left, right = body.left_sole_to_torso.translation, body.right_sole_to_torso.translation
    soles = left_weight * left + (1.0 - left_weight) * right
    offset = center_of_mass_offset(inertial.torso_to_level, body.center_of_mass_in_torso, soles)
    return BodyReading(
        angles=measured.joints.angles,
        pitch=pitch,
        roll=roll,
        gyro=(float(inertial.gyro[0]), float(inertial.gyro[1])),
        center_of_mass_over_soles=offset,
        damage=damage,
    )


def tilt(torso_to_level: Mat3) -> tuple[float, float]:
    """Return pitch −π … π and roll −π/2 … π/2; unlike with Euler angles, pitch may exceed π/2."""
    x, y, z = torso_to_level[2].tolist()
    return math.atan2(-x, z), math.asin(max(-1.0, min(1.0, y)))


def center_of_mass_offset(
    torso_to_level: Mat3, center_of_mass_in_torso: Vec3, soles_in_torso: Vec3
) -> tuple[float, float]:
    """Return the horizontal offset of the center of mass from the middle of the soles, in m."""
    offset = torso_to_level @ np.subtract(center_of_mass_in_torso, soles_in_torso)
    return float(offset[0]), float(offset[1])
