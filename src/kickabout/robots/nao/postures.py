"""Postures of the NAO as joint vectors."""

import math

import numpy as np

from kickabout.geometry.arrays import Vec, readonly
from kickabout.robots.nao.joints import Joint, mirrored

# Degrees; the right side is the mirror image of the left one.
ARMS_DOWN_DEG = {
    Joint.LEFT_SHOULDER_PITCH: 90.0,
    Joint.LEFT_SHOULDER_ROLL: 7.0,
    Joint.LEFT_ELBOW_ROLL: -2.5,
    Joint.LEFT_WRIST_YAW: -90.0,
}


def _legs_deg(hip_pitch: float, knee_pitch: float, ankle_pitch: float) -> dict[Joint, float]:
    return {
        Joint.LEFT_HIP_PITCH: hip_pitch,
        Joint.LEFT_KNEE_PITCH: knee_pitch,
        Joint.LEFT_ANKLE_PITCH: ankle_pitch,
    }


def posture(left_deg: dict[Joint, float]) -> Vec:
    """Return a symmetric joint vector from angles of the left side, in degrees."""
    left = np.zeros(len(Joint))
    for joint, angle in left_deg.items():
        left[joint] = math.radians(angle)
    right = mirrored(left)
    return readonly(np.where(left != 0.0, left, right))


# Knees bent as in the walk; hips 0.227 m above the ground, soles level, torso upright.
STAND = posture(ARMS_DOWN_DEG | _legs_deg(-23.2, 52.5, -29.3))

# For waiting: nearly straight knees carry the weight almost without torque.
HIGH_STAND = posture(ARMS_DOWN_DEG | _legs_deg(-3.0, 3.0, 0.0))

# A deep squat, in which the robot may be switched off.
SIT = posture(ARMS_DOWN_DEG | _legs_deg(-53.0, 120.9, -67.9))
