"""Motion blur: from the motion of camera and objects during the exposure to blurred rows.

Light of objects that move on their own is collected at several moments. The camera's motion moves
the whole picture, which is blurred afterwards along the path of each row's middle: the rows that
the path crosses are shifted and added, and the sideways motion between two rows is a box filter.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, INLINED, ROW_KERNEL
from kickabout.simulation.camera.rendering.shading import Looks
from kickabout.simulation.camera.scene.solids import (
    BOTTOM,
    DEPTH,
    TOP,
    VELOCITY,
    CameraState,
    Solids,
)

_STEP = 1.5  # px between two moments
_MAX_MOMENTS = 8
_MIN_PATH = 0.6  # px; the softness of the lens hides shorter paths
_MAX_PATH = 28.0  # px
_BACKGROUND_DEPTH = 5.0  # m, assumed above the horizon
MARGIN = 40  # px by which rows of light are continued on both sides
INNER_MARGIN = 24  # px, the same while a row is blurred
_ROWS_AT_ONCE = 4  # rows that are added in one pass
_BLOCK = 4  # px by which a box filter is widened in one pass
MAX_STORED_ROWS = 32  # enough for the longest path, up and down
SHARP = -1  # of a plan: nothing is blurred


@kernel_with(**ROW_KERNEL)
def _moments(path: float) -> int:
    return min(max(math.ceil(path / _STEP), 1), _MAX_MOMENTS)


@kernel_with(**ROW_KERNEL)
def _into_camera(camera: CameraState, which: int) -> tuple[float, float, float]:
    """Return the velocity (1) or angular velocity (2) in the camera frame."""
    r, m = camera.rotation, camera.motion[which]
    return (
        r[0, 0] * m[0] + r[1, 0] * m[1] + r[2, 0] * m[2],
        r[0, 1] * m[0] + r[1, 1] * m[1] + r[2, 1] * m[2],
        r[0, 2] * m[0] + r[1, 2] * m[1] + r[2, 2] * m[2],
    )


@kernel_with(**ROW_KERNEL)
def _flow(
    camera: CameraState,
    turn: tuple[float, float, float],
    speed: tuple[float, float, float],
    left: float,
    up: float,
) -> tuple[float, float]:
    """Return the motion of the background at a ray (1, left, up) in px/s, right and down."""
    fall = camera.rotation[2, 0] + camera.rotation[2, 1] * left + camera.rotation[2, 2] * up
    depth = _BACKGROUND_DEPTH
    if fall < -1e-3:
        depth = min(max(camera.motion[0, 2], 0.05) / -fall, _BACKGROUND_DEPTH)
    forward = left * turn[2] - up * turn[1] - speed[0] / depth
    to_left = up * turn[0] - turn[2] - speed[1] / depth - left * forward
    to_top = turn[1] - left * turn[0] - speed[2] / depth - up * forward
    return -to_left * camera.intrinsics[0], -to_top * camera.intrinsics[1]


@kernel_with(**ROW_KERNEL)
def _own_speed(solids: Solids, looks: Looks, k: int) -> float:
    """Return the speed of a primitive in m/s; rotation counts only if a pattern shows it."""
    velocity, turn = solids.numbers[k, VELOCITY : VELOCITY + 3], looks.turn[k]
    speed = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
    if looks.printed[k, 0] > 0.0:
        spin = math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2)
        speed += spin * looks.printed[k, 1]
    return speed


@kernel_with(**FRAME_KERNEL)
def plan_blur(
    camera: CameraState,
    exposure_time: float,
    solids: Solids,
    count: int,
    looks: Looks,
    moments: Int32Array,
    paths: Float32Array,
) -> int:
    """Fill in the moments and the path (px right, px down) of each row.

    Return how many rows above and below a row its path reaches, or SHARP.
    """
    speed, turn = _into_camera(camera, 1), _into_camera(camera, 2)
    longest = steepest = 0.0
    for v in range(camera.height):
        up = (camera.intrinsics[3] - v) / camera.intrinsics[1]
        right, down = _flow(camera, turn, speed, 0.0, up)
        right, down = right * exposure_time, down * exposure_time
        length = math.sqrt(right * right + down * down)
        scale = min(_MAX_PATH / max(length, 1e-6), 1.0)
        paths[v, 0], paths[v, 1] = right * scale, down * scale
        moments[v] = 1
        longest, steepest = max(longest, length), max(steepest, abs(down * scale))
    for k in range(count):
        path = _own_speed(solids, looks, k) * exposure_time
        needed = _moments(path * camera.intrinsics[0] / solids.numbers[k, DEPTH])
        if needed > 1:
            for v in range(solids.counts[k, TOP], solids.counts[k, BOTTOM] + 1):
                moments[v] = max(moments[v], needed)
    return math.ceil(steepest / 2.0) if longest > _MIN_PATH else SHARP


@kernel_with(**ROW_KERNEL)
def continue_row(light: Float32Array, width: int) -> None:
    """Fill the margins of a row (3×n) with its first and last pixel."""
    for channel in range(3):
        row = light[channel]
        first, last = row[MARGIN], row[MARGIN + width - 1]
        left, right = row[:MARGIN], row[MARGIN + width : MARGIN + width + MARGIN]
        for i in range(MARGIN):
            left[i], right[i] = first, last


@kernel_with(**ROW_KERNEL)
def _add(
    keep: np.float32,
    weights: tuple[np.float32, np.float32, np.float32, np.float32],
    first: Float32Array,
    second: Float32Array,
    third: Float32Array,
    fourth: Float32Array,
    out: Float32Array,
) -> None:
    """Add four rows with weights."""
    a, b, c, d = weights
    for i in range(out.size):
        near, far = a * first[i] + b * second[i], c * third[i] + d * fourth[i]
        out[i] = keep * out[i] + (near + far)


@kernel_with(**ROW_KERNEL)
def _smear_block(
    keep: np.float32,
    middle: np.float32,
    weights: tuple[np.float32, np.float32, np.float32, np.float32],
    source: Float32Array,
    nearest: int,
    out: Float32Array,
) -> None:
    """Add pixels and four neighbors on both sides, from the nearest one on, with weights.

    Pixel 0 is `source[INNER_MARGIN]`.
    """
    a, b, c, d = weights
    here = source[INNER_MARGIN:]
    left, right = source[INNER_MARGIN - nearest - 3 :], source[INNER_MARGIN + nearest :]
    for i in range(out.size):
        near = a * (left[i + 3] + right[i]) + b * (left[i + 2] + right[i + 1])
        far = c * (left[i + 1] + right[i + 2]) + d * (left[i] + right[i + 3])
        out[i] = keep * out[i] + middle * here[i] + (near + far)


@kernel_with(**ROW_KERNEL)
def _smear(width: float, source: Float32Array, out: Float32Array) -> None:
    """Apply a box filter of fractional width; `source` is longer by the inner margins."""
    reach = int(width / 2.0)
    weight = np.float32(1.0 / (width + 1.0))
    edge, none = np.float32(width / 2.0 - reach) * weight, np.float32(0.0)
    for nearest in range(1, reach + 2, _BLOCK):
        weights = (
            weight if nearest <= reach else edge,
            weight if nearest + 1 <= reach else edge if nearest == reach else none,
            weight if nearest + 2 <= reach else edge if nearest + 1 == reach else none,
            weight if nearest + 3 <= reach else edge if nearest + 2 == reach else none,
        )
        keep = np.float32(0.0 if nearest == 1 else 1.0)
        middle = weight if nearest == 1 else none
        _smear_block(keep, middle, weights, source, nearest, out)


@kernel_with(**ROW_KERNEL)
def crossed_rows(down: float) -> int:
    """Return the number of rows that a path crosses."""
    return max(math.ceil(abs(down)), 1)


@kernel_with(**INLINED)
def _crossed(
    stored: Float32Array,
    channel: int,
    v: int,
    height: int,
    along: float,
    right: float,
    down: float,
) -> Float32Array:
    """Return the stored row that is crossed at a part of the path, from that column on.

    Whole columns suffice, because the box filter that follows is wider than the rest.
    """
    row = min(max(v + round(along * down), 0), height - 1) % stored.shape[0]
    return stored[row, channel, MARGIN - INNER_MARGIN + round(along * right) :]


@kernel_with(**ROW_KERNEL)
def _gather(
    stored: Float32Array,
    channel: int,
    v: int,
    height: int,
    right: float,
    down: float,
    out: Float32Array,
) -> None:
    taps = crossed_rows(down)
    step, first, none = 1.0 / taps, 0.5 / taps - 0.5, np.float32(0.0)
    weight = np.float32(step)
    for tap in range(0, taps, _ROWS_AT_ONCE):
        left = taps - tap
        along = first + tap * step
        _add(
            none if tap == 0 else np.float32(1.0),
            (
                weight,
                weight if left > 1 else none,
                weight if left > 2 else none,
                weight if left > 3 else none,
            ),
            _crossed(stored, channel, v, height, along, right, down),
            _crossed(stored, channel, v, height, along + min(left - 1, 1) * step, right, down),
            _crossed(stored, channel, v, height, along + min(left - 1, 2) * step, right, down),
            _crossed(stored, channel, v, height, along + min(left - 1, 3) * step, right, down),
            out,
        )


@kernel_with(**ROW_KERNEL)
def gather_row(
    stored: Float32Array,
    v: int,
    height: int,
    width: int,
    right: float,
    down: float,
    out: Float32Array,
) -> None:
    """Average the stored rows that a path crosses, each shifted to where it is crossed."""
    for channel in range(3):
        part = out[channel, MARGIN - INNER_MARGIN : MARGIN + width + INNER_MARGIN]
        _gather(stored, channel, v, height, right, down, part)


@kernel_with(**ROW_KERNEL)
def smear_row(light: Float32Array, width: int, length: float, out: Float32Array) -> None:
    """Replace each pixel of a row by the mean of those that a sideways path crosses."""
    for channel in range(3):
        source = light[channel, MARGIN - INNER_MARGIN : MARGIN + width + INNER_MARGIN]
        _smear(length, source, out[channel, MARGIN : MARGIN + width])


@kernel_with(**FRAME_KERNEL)
def blur_picture(
    light: Float32Array, width: int, paths: Float32Array, work: Float32Array, out: Float32Array
) -> None:
    """Blur all stored rows, which are then read through a lens."""
    height = light.shape[0]
    for v in range(height):
        right, down = paths[v, 0], paths[v, 1]
        gather_row(light, v, height, width, right, down, work)
        smear_row(work, width, abs(right) / crossed_rows(down), out[v])
