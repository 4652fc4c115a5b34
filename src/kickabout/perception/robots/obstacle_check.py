"""Obstacle check: from the lower image to whether anything may stand on the carpet."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Points2, Vec
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.relative_colors import Carpet, is_carpet
from kickabout.perception.colors.scan_lines import ByteArray, IntArray

MIN_POINTS = 3  # minimum in each direction; distant lines are only one point high


class ObstacleRules(NamedTuple):
    """Limits of objects that are too large for a line."""

    step: int  # px, distance between sampled points
    size: float  # m, edge of a ground square that the object fills
    fraction: float  # minimum fraction of the square that is not carpet


@kernel
def sizes_on_ground(
    rows: Vec, column: float, projection: CameraProjection, length: float
) -> Points2:
    """Return width and depth in px of a ground square with this edge at each row."""
    pixels = np.empty((3 * rows.size, 2))
    for i in range(rows.size):
        pixels[3 * i, 0], pixels[3 * i, 1] = column, rows[i]
        pixels[3 * i + 1, 0], pixels[3 * i + 1, 1] = column + 1.0, rows[i]
        pixels[3 * i + 2, 0], pixels[3 * i + 2, 1] = column, rows[i] - 1.0
    ground = image_to_robot(pixels, projection, 0.0)
    sizes = np.ones((rows.size, 2))
    for i in range(rows.size):
        for k in range(2):
            dx = ground[3 * i + 1 + k, 0] - ground[3 * i, 0]
            dy = ground[3 * i + 1 + k, 1] - ground[3 * i, 1]
            distance = math.sqrt(dx * dx + dy * dy)
            if math.isfinite(distance):
                sizes[i, k] = length / max(distance, 1e-6)
    return sizes


@kernel
def has_obstacle(
    yuyv: ByteArray,
    bottoms: IntArray,
    carpet: Carpet,
    projection: CameraProjection,
    rules: ObstacleRules,
) -> bool:
    """Return whether an object larger than lines is above the robot's body at `bottoms`.

    Lines and marks are narrow in at least one direction; feet are not.
    """
    step = rules.step
    high, wide = yuyv.shape[0] // step, yuyv.shape[1] // step
    rows = step * np.arange(high) + step // 2
    sizes = sizes_on_ground(rows.astype(np.float64), 0.5 * yuyv.shape[1], projection, rules.size)
    sums = np.zeros(
        (high + 1, wide + 1), np.int32
    )  # number of points without carpet, above and left
    for i in range(high):
        covered = 0
        for j in range(wide):
            u = j * step + step // 2
            if rows[i] < bottoms[u] and not is_carpet(yuyv, u, rows[i], carpet):
                covered += 1
            sums[i + 1, j + 1] = sums[i, j + 1] + covered
        width = min(max(int(sizes[i, 0] / step + 0.5), MIN_POINTS), wide)
        depth = min(max(int(sizes[i, 1] / step + 0.5), MIN_POINTS), high)
        if i + 1 >= depth and _is_filled(sums, i + 1, width, depth, rules.fraction):
            return True
    return False


@kernel
def _is_filled(sums: IntArray, row: int, width: int, depth: int, fraction: float) -> bool:
    """Return whether a box that ends at this row is sufficiently covered."""
    wanted, above = fraction * width * depth, row - depth
    for left in range(sums.shape[1] - width):
        right = left + width
        covered = sums[row, right] - sums[above, right] - sums[row, left] + sums[above, left]
        if covered >= wanted:
            return True
    return False
