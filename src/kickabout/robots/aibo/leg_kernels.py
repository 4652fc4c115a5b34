"""Kinematics of an Aibo's legs in closed form: between the joints and the paw.

The order of GermanTeam 2001, section 3.3: the knee from the distance between shoulder and paw, then
the elevator from the sideways offset, then the rotator from the offset forward. Everything is
computed for the left fore leg; right legs are its mirror image in y, hind legs in x.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, Vec, Vec3

TOLERANCE = 1e-9  # of a cosine, so that a stretched leg counts as reached in spite of rounding


@kernel
def paw_position(angles: Vec, leg: Vec, paw: Vec3) -> None:
    """Write the position of a paw relative to its shoulder.

    `angles`: rotator, elevator, knee. `leg`: x and y of the sides (1 or −1), shoulder to knee (3),
    knee to paw (3); both offsets are those of the left fore leg.
    """
    s3, c3 = math.sin(angles[2]), math.cos(angles[2])
    x = leg[2] + leg[5] * c3 - leg[7] * s3
    y = leg[3] + leg[6]
    z = leg[4] + leg[5] * s3 + leg[7] * c3
    s2, c2 = math.sin(angles[1]), math.cos(angles[1])
    y, z = y * c2 - z * s2, y * s2 + z * c2
    s1, c1 = math.sin(angles[0]), math.cos(angles[0])
    paw[0] = leg[0] * (x * c1 - z * s1)
    paw[1] = leg[1] * y
    paw[2] = x * s1 + z * c1


@kernel
def solve_leg(paw: Vec3, leg: Vec, bent: bool, angles: Vec) -> bool:
    """Write the angles that bring a paw to a position relative to its shoulder.

    The knee is bent forward unless `bent` is false; then it is bent beyond the stretched leg. If
    the position is too far or too near, the leg points there, and the result is false.
    """
    x, y, z = leg[0] * paw[0], leg[1] * paw[1], paw[2]
    side = leg[3] + leg[6]
    fixed = leg[2] ** 2 + side**2 + leg[4] ** 2 + leg[5] ** 2 + leg[7] ** 2
    a = leg[2] * leg[5] + leg[4] * leg[7]
    b = leg[4] * leg[5] - leg[2] * leg[7]
    cosine = 0.5 * (x * x + y * y + z * z - fixed) / math.hypot(a, b)
    reached = abs(cosine) <= 1.0 + TOLERANCE
    opening = math.acos(min(1.0, max(-1.0, cosine)))
    knee = math.atan2(b, a) + (opening if bent else -opening)
    s3, c3 = math.sin(knee), math.cos(knee)
    ahead = leg[2] + leg[5] * c3 - leg[7] * s3
    below = leg[4] + leg[5] * s3 + leg[7] * c3
    cosine = y / math.hypot(side, below)
    reached = reached and abs(cosine) <= 1.0 + TOLERANCE
    elevator = -math.acos(min(1.0, max(-1.0, cosine))) - math.atan2(below, side)
    below = side * math.sin(elevator) + below * math.cos(elevator)
    rotator = math.atan2(z, x) - math.atan2(below, ahead)
    angles[0] = math.atan2(math.sin(rotator), math.cos(rotator))
    angles[1] = math.atan2(math.sin(elevator), math.cos(elevator))
    angles[2] = math.atan2(s3, c3)
    return bool(reached)


@kernel
def solve_legs(
    paws: FloatArray, shoulders: FloatArray, legs: FloatArray, limits: FloatArray, angles: Vec
) -> int:
    """Write twelve angles for paws in the frame of the body; return a bit per leg out of reach.

    `limits`: 2 × 12, minimum and maximum angles, to which the result is limited.
    """
    missed = 0
    paw, solution = np.empty(3), np.empty(3)
    for leg in range(4):
        for i in range(3):
            paw[i] = paws[leg, i] - shoulders[leg, i]
        reached = solve_leg(paw, legs[leg], True, solution)
        for i in range(3):
            joint = 3 * leg + i
            limited = min(max(solution[i], limits[0, joint]), limits[1, joint])
            reached = reached and abs(limited - solution[i]) <= TOLERANCE
            angles[joint] = limited
        if not reached:
            missed |= 1 << leg
    return missed
