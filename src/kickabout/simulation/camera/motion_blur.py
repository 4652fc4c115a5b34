"""Motion blur: how far things move in the picture while a row is exposed, and what to do about it.

Light is collected at several moments where things move upright or on their own. Sideways motion of
the camera is the same for the whole row, so one box filter along it does what many moments would.
"""

import math

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    FRAME_KERNEL,
    ROW_KERNEL,
    Float32Array,
    Float64Array,
    Int32Array,
)
from kickabout.simulation.camera.shading import Looks
from kickabout.simulation.camera.solids import BOTTOM, DEPTH, TOP, VELOCITY, Solids, Stand

_STEP = 1.5  # px between two moments
_MOST_MOMENTS = 8
_LEAST_SMEAR = 0.6  # px, what is less the lens hides
_BACKGROUND_DEPTH = 5.0  # m, of what is seen above the horizon


@njit(**ROW_KERNEL)
def _moments(path: float) -> int:
    return min(max(math.ceil(path / _STEP), 1), _MOST_MOMENTS)


@njit(**ROW_KERNEL)
def _into_camera(stand: Stand, which: int) -> tuple[float, float, float]:
    """Velocity (1) or angular velocity (2) in the camera frame."""
    r, m = stand.rotation, stand.motion[which]
    return (
        r[0, 0] * m[0] + r[1, 0] * m[1] + r[2, 0] * m[2],
        r[0, 1] * m[0] + r[1, 1] * m[1] + r[2, 1] * m[2],
        r[0, 2] * m[0] + r[1, 2] * m[1] + r[2, 2] * m[2],
    )


@njit(**ROW_KERNEL)
def _flow(
    stand: Stand,
    turn: tuple[float, float, float],
    speed: tuple[float, float, float],
    left: float,
    up: float,
) -> tuple[float, float]:
    """Motion of the background at a ray (1, left, up), px/s right and down."""
    fall = stand.rotation[2, 0] + stand.rotation[2, 1] * left + stand.rotation[2, 2] * up
    depth = _BACKGROUND_DEPTH
    if fall < -1e-3:
        depth = min(max(stand.motion[0, 2], 0.05) / -fall, _BACKGROUND_DEPTH)
    forward = left * turn[2] - up * turn[1] - speed[0] / depth
    to_left = up * turn[0] - turn[2] - speed[1] / depth - left * forward
    to_top = turn[1] - left * turn[0] - speed[2] / depth - up * forward
    return -to_left * stand.intrinsics[0], -to_top * stand.intrinsics[1]


@njit(**ROW_KERNEL)
def _own_speed(solids: Solids, looks: Looks, k: int) -> float:
    """Of a primitive, m/s; what turns counts only if a pattern shows it."""
    velocity, turn = solids.figures[k, VELOCITY : VELOCITY + 3], looks.turn[k]
    speed = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
    if looks.printed[k, 0] > 0.0:
        spin = math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2)
        speed += spin * looks.printed[k, 1]
    return speed


@njit(**FRAME_KERNEL)
def plan_blur(
    stand: Stand,
    exposure_time: float,
    solids: Solids,
    count: int,
    looks: Looks,
    moments: Int32Array,
    smear: Float32Array,
) -> None:
    """Moments and width of the box filter (px) of each row."""
    speed, turn = _into_camera(stand, 1), _into_camera(stand, 2)
    edge = stand.intrinsics[2] / stand.intrinsics[0]
    for v in range(stand.height):
        up = (stand.intrinsics[3] - v) / stand.intrinsics[1]
        sideways, upright = _flow(stand, turn, speed, 0.0, up)
        at_left, at_right = (
            _flow(stand, turn, speed, edge, up)[1],
            _flow(stand, turn, speed, -edge, up)[1],
        )
        fastest = max(abs(upright), max(abs(at_left), abs(at_right)))
        moments[v] = _moments(fastest * exposure_time)
        smear[v] = abs(sideways) * exposure_time
    for k in range(count):
        path = _own_speed(solids, looks, k) * exposure_time
        needed = _moments(path * stand.intrinsics[0] / solids.figures[k, DEPTH])
        if needed > 1:
            for v in range(solids.counts[k, TOP], solids.counts[k, BOTTOM] + 1):
                moments[v] = max(moments[v], needed)
    for v in range(stand.height):
        smear[v] /= moments[v]


@njit(**ROW_KERNEL)
def smear_row(width: float, sums: Float64Array, row: Float32Array) -> None:
    """Box filter of fractional width, in place; the row's ends go on with their last value."""
    if width < _LEAST_SMEAR:
        return
    count = row.size
    reach = 0.5 * (width + 1.0)
    sums[0] = 0.0
    for i in range(count):
        sums[i + 1] = sums[i] + row[i]
    scale, total = np.float32(1.0 / (2.0 * reach)), sums[count]
    first, last = float(row[0]), float(row[count - 1])
    for i in range(count):
        start, end = i + 0.5 - reach, i + 0.5 + reach
        low, high = max(start, 0.0), min(end, float(count))
        a, b = int(low), min(int(high), count - 1)
        below = sums[a] + (low - a) * (sums[a + 1] - sums[a])
        above = sums[b] + (high - b) * (sums[b + 1] - sums[b]) if high < count else total
        light = above - below + first * (low - start) + last * (end - high)
        row[i] = np.float32(light) * scale
