"""Feet to legs: from poses, heights and pitches of both soles to the eleven leg angles."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray
from kickabout.robots.nao.joints import LEFT_ARM, LEGS, RIGHT_ARM
from kickabout.robots.nao.leg_kernels import solve_legs

FIRST_OF_LEGS = LEGS.start
FIRST_OF_ARMS = (LEFT_ARM.start, RIGHT_ARM.start)  # shoulder pitch; shoulder roll comes next


@kernel
def sole_in_torso(
    foot: FloatArray, side: float, body: FloatArray, rotation: FloatArray, translation: FloatArray
) -> None:
    """Write the pose of one sole in the torso frame to `rotation` and `translation`.

    `foot`: x, y, turn, height and pitch of the sole relative to the ground. `body`: hip offset, hip
    height, torso offset (how far the feet are behind the hip), torso tilt, shift of the torso.
    """
    tilt = body[3]
    tilt_sine, tilt_cosine = math.sin(tilt), math.cos(tilt)
    turn_sine, turn_cosine = math.sin(foot[2]), math.cos(foot[2])
    sole_sine, sole_cosine = math.sin(foot[4]), math.cos(foot[4])
    x = foot[0] - body[2]
    z = foot[3] - body[1]
    translation[0] = tilt_cosine * x - tilt_sine * z
    translation[1] = foot[1] + side * body[0] - body[4]
    translation[2] = tilt_sine * x + tilt_cosine * z
    # Ry(-tilt) · Rz(turn) · Ry(sole)
    level = np.empty((3, 3))
    level[0, 0] = turn_cosine * sole_cosine
    level[0, 1] = -turn_sine
    level[0, 2] = turn_cosine * sole_sine
    level[1, 0] = turn_sine * sole_cosine
    level[1, 1] = turn_cosine
    level[1, 2] = turn_sine * sole_sine
    level[2, 0] = -sole_sine
    level[2, 1] = 0.0
    level[2, 2] = sole_cosine
    for j in range(3):
        rotation[0, j] = tilt_cosine * level[0, j] - tilt_sine * level[2, j]
        rotation[1, j] = level[1, j]
        rotation[2, j] = tilt_sine * level[0, j] + tilt_cosine * level[2, j]


@kernel
def legs_of_feet(
    feet: FloatArray, body: FloatArray, left_weight: float, leg: FloatArray, angles: FloatArray
) -> bool:
    """Write the leg angles for both feet (rows: left, right); return whether both are reachable."""
    rotations = np.empty((2, 3, 3))
    translations = np.empty((2, 3))
    sole_in_torso(feet[0], 1.0, body, rotations[0], translations[0])
    sole_in_torso(feet[1], -1.0, body, rotations[1], translations[1])
    left, right, _, _ = solve_legs(
        rotations[0], translations[0], rotations[1], translations[1], left_weight, leg, angles
    )
    return left and right


Foot = tuple[float, float, float, float, float]  # x, y, turn, height, pitch of a sole


@kernel
def walking_posture(
    left: Foot,
    right: Foot,
    body: tuple[float, float, float, float, float],
    arms: tuple[float, float],
    leg: FloatArray,
    angles: FloatArray,
) -> None:
    """Write the leg angles for both feet, and swing each arm against the leg of its side.

    `body` as for `sole_in_torso`. `arms`: rad per m of the foot's offset forward and sideways.
    """
    rows = np.empty((2, 5))
    for i in range(5):
        rows[0, i], rows[1, i] = left[i], right[i]
    legs_of_feet(rows, np.array(body), 0.5, leg, angles[FIRST_OF_LEGS:])
    for side in range(2):
        pitch = FIRST_OF_ARMS[side]
        angles[pitch] += min(0.5, max(-0.5, arms[0] * rows[side, 0]))
        roll = min(0.3, max(0.0, arms[1] * abs(rows[side, 1])))
        angles[pitch + 1] += roll if side == 0 else -roll
