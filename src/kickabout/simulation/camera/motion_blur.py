"""Motion blur: how far things move in the picture while a row is exposed, and what to do about it.

Of things that move on their own, light is collected at several moments. The camera's motion moves
the whole picture; it is blurred afterwards, along the path that each row's middle takes.
"""

import math

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    FRAME_KERNEL,
    ROW_KERNEL,
    Float32Array,
    Int32Array,
)
from kickabout.simulation.camera.shading import Looks
from kickabout.simulation.camera.solids import BOTTOM, DEPTH, TOP, VELOCITY, Solids, Stand

_STEP = 1.5  # px between two moments
_MOST_MOMENTS = 8
_LEAST_PATH = 0.6  # px, what is less the lens hides
_LONGEST_PATH = 28.0  # px
_BACKGROUND_DEPTH = 5.0  # m, of what is seen above the horizon
MARGIN = 32  # px, by which stored rows are continued on both sides
_INNER_MARGIN = 16  # px, the same while a row is blurred
STORED_ROWS = 32  # enough for the longest path, up and down


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
    paths: Float32Array,
) -> bool:
    """Fill the moments and the path (px right, px down) of each row; returns whether any blurs."""
    speed, turn = _into_camera(stand, 1), _into_camera(stand, 2)
    longest = 0.0
    for v in range(stand.height):
        up = (stand.intrinsics[3] - v) / stand.intrinsics[1]
        right, down = _flow(stand, turn, speed, 0.0, up)
        right, down = right * exposure_time, down * exposure_time
        length = math.sqrt(right * right + down * down)
        scale = min(_LONGEST_PATH / max(length, 1e-6), 1.0)
        paths[v, 0], paths[v, 1] = right * scale, down * scale
        moments[v] = 1
        longest = max(longest, length)
    for k in range(count):
        path = _own_speed(solids, looks, k) * exposure_time
        needed = _moments(path * stand.intrinsics[0] / solids.figures[k, DEPTH])
        if needed > 1:
            for v in range(solids.counts[k, TOP], solids.counts[k, BOTTOM] + 1):
                moments[v] = max(moments[v], needed)
    return longest > _LEAST_PATH


@njit(**ROW_KERNEL)
def store_row(light: Float32Array, width: int, stored: Float32Array) -> None:
    """Keep a row (3×n), continued by its first and last pixel."""
    for channel in range(3):
        source, target = light[channel], stored[channel, MARGIN : MARGIN + width]
        for i in range(width):
            target[i] = source[i]
        left, right = stored[channel, :MARGIN], stored[channel, MARGIN + width :]
        for i in range(MARGIN):
            left[i], right[i] = source[0], source[width - 1]


@njit(**ROW_KERNEL)
def _add(
    first: np.float32, second: np.float32, source: Float32Array, keep: np.float32, out: Float32Array
) -> None:
    """A row and its right neighbor with their shares; `source` has one pixel more."""
    shifted = source[1:]
    for i in range(out.size):
        out[i] = keep * out[i] + first * source[i] + second * shifted[i]


@njit(**ROW_KERNEL)
def _smear(width: float, source: Float32Array, out: Float32Array) -> None:
    """Box filter of fractional width; `source` is longer than `out` by the inner margin."""
    reach = int(width / 2.0)
    share = np.float32(1.0 / (width + 1.0))
    edge = np.float32(width / 2.0 - reach) * share
    middle = source[_INNER_MARGIN:]
    for i in range(out.size):
        out[i] = share * middle[i]
    for k in range(1, reach + 2):
        weight = share if k <= reach else edge
        left, right = source[_INNER_MARGIN - k :], source[_INNER_MARGIN + k :]
        for i in range(out.size):
            out[i] += weight * (left[i] + right[i])


@njit(**ROW_KERNEL)
def blur_row(
    stored: Float32Array,
    v: int,
    height: int,
    right: float,
    down: float,
    work: Float32Array,
    out: Float32Array,
    first: int,
    width: int,
) -> None:
    """Mean of row v along a path through the stored rows, into `width` columns of `out` (3×n).

    Rows along the path are added where they have moved to; what the path goes sideways from one to
    the next is a box filter.
    """
    taps = max(math.ceil(abs(down)), 1)
    share = 1.0 / taps
    for channel in range(3):
        for tap in range(taps):
            along = (tap + 0.5) * share - 0.5
            row = min(max(v + round(along * down), 0), height - 1) % stored.shape[0]
            column = math.floor(along * right)
            second = along * right - column
            start = MARGIN - _INNER_MARGIN + column
            _add(
                np.float32(share * (1.0 - second)), np.float32(share * second),
                stored[row, channel, start : start + width + 2 * _INNER_MARGIN + 1],
                np.float32(0.0 if tap == 0 else 1.0), work[: width + 2 * _INNER_MARGIN],
            )  # fmt: skip
        _smear(abs(right) * share, work, out[channel, first : first + width])


@njit(**FRAME_KERNEL)
def blur_picture(
    light: Float32Array, width: int, paths: Float32Array, work: Float32Array, out: Float32Array
) -> None:
    """All stored rows, to be read through a lens."""
    height = light.shape[0]
    for v in range(height):
        blur_row(light, v, height, paths[v, 0], paths[v, 1], work, out[v], MARGIN, width)
