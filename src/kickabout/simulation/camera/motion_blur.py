"""Motion blur: how far things move in the picture while a row is exposed, and what to do about it.

Light is collected at several moments where things move upright or on their own. Sideways motion of the camera
is the same for the whole row, so one box filter along it does what many moments would.
"""

import math

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    KERNEL,
    ROW_KERNEL,
    Float32Array,
    Float64Array,
    Int32Array,
)
from kickabout.simulation.camera.looks import Looks
from kickabout.simulation.camera.solids import BOTTOM, DEPTH, TOP, VELOCITY, Solids, Stand

_STEP = 1.5  # px between two moments
_MOST_MOMENTS = 8
_LEAST_SMEAR = 0.6  # px, what is less the lens hides
_BACKGROUND_DEPTH = 5.0  # m, of what is seen above the horizon


@njit(**KERNEL)
def _moments(path: float) -> int:
    return min(max(math.ceil(path / _STEP), 1), _MOST_MOMENTS)


@njit(**KERNEL)
def _flow(
    stand: Stand, turn: Float64Array, speed: Float64Array, left: float, up: float
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


@njit(**KERNEL)
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
    turn, speed = np.zeros(3), np.zeros(3)
    for k in range(3):
        for i in range(3):
            turn[k] += stand.rotation[i, k] * stand.motion[2, i]
            speed[k] += stand.rotation[i, k] * stand.motion[1, i]
    edge = stand.intrinsics[2] / stand.intrinsics[0]
    for v in range(stand.height):
        up = (stand.intrinsics[3] - v) / stand.intrinsics[1]
        sideways, upright = _flow(stand, turn, speed, 0.0, up)
        for left in (-edge, edge):
            upright = max(abs(upright), abs(_flow(stand, turn, speed, left, up)[1]))
        moments[v] = _moments(abs(upright) * exposure_time)
        smear[v] = abs(sideways) * exposure_time
    for k in range(count):
        own = math.sqrt((solids.figures[k, VELOCITY : VELOCITY + 3] ** 2).sum())
        if looks.printed[k, 0] > 0.0:
            own += math.sqrt((looks.turn[k] ** 2).sum()) * looks.printed[k, 1]
        path = own * exposure_time * stand.intrinsics[0] / solids.figures[k, DEPTH]
        for v in range(solids.counts[k, TOP], solids.counts[k, BOTTOM] + 1):
            moments[v] = max(moments[v], _moments(path))
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
