"""An elliptic trot on four legs: from the phase of the gait and a stride to positions of the paws.

Diagonal legs move together, half a period apart from the others. A paw on the ground moves at
constant speed against the walking direction and returns on half an ellipse (GermanTeam 2001,
section 3.3; rUNSWift's and Austin Villa's gaits are of the same family).
"""

import math

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, Vec3

X, OUTWARD, HEIGHT, LIFT, DUTY = range(5)  # columns of a gait; its rows are fore and hind legs


@kernel
def pitch_of(gait: FloatArray, shoulders: FloatArray) -> float:
    """Return the pitch of the body, positive with the nose down, from the heights of shoulders."""
    rise = gait[1, HEIGHT] - gait[0, HEIGHT]
    return math.asin(max(-0.9, min(0.9, rise / (shoulders[0, 0] - shoulders[2, 0]))))


@kernel
def leg_cycle(phase: float, duty: float) -> tuple[float, float]:
    """Return where a paw is along its stride, 0.5 … −0.5, and its lift, 0 … 1."""
    if phase < duty:
        return 0.5 - phase / duty, 0.0
    swing = math.pi * (phase - duty) / (1.0 - duty)
    return -0.5 * math.cos(swing), math.sin(swing)


@kernel
def trot(
    phase: float,
    gait: FloatArray,
    stride: Vec3,
    stepping: float,
    shoulders: FloatArray,
    legs: FloatArray,
    paws: FloatArray,
) -> None:
    """Write the positions of the paws in the frame of the body.

    `gait`: rows fore and hind, columns as above, in m. `stride`: forward (m), to the left (m) and
    turn (rad) of the body while a paw is on the ground. `stepping`: factor of the lift, 0 while
    standing. `legs`: as for `paw_position`.
    """
    pitch = pitch_of(gait, shoulders)
    s, c = math.sin(pitch), math.cos(pitch)
    height = 0.5 * (gait[0, HEIGHT] + gait[1, HEIGHT])
    for leg in range(4):
        row = 0 if legs[leg, 0] > 0.0 else 1
        duty = gait[row, DUTY]
        leads = legs[leg, 0] * legs[leg, 1] > 0.0  # left fore and right hind
        own = phase if leads else phase + 0.5
        along, lift = leg_cycle(own - math.floor(own), duty)
        x = c * shoulders[leg, 0] + gait[row, X]
        y = shoulders[leg, 1] + legs[leg, 1] * gait[row, OUTWARD]
        level_x = x + along * (stride[0] - stride[2] * y)
        level_y = y + along * (stride[1] + stride[2] * x)
        level_z = stepping * lift * gait[row, LIFT] - height
        # The body is pitched relative to the level ground.
        paws[leg, 0] = c * level_x - s * level_z
        paws[leg, 1] = level_y
        paws[leg, 2] = s * level_x + c * level_z
