"""Contrast-normalized Sobel: from a patch of an image to gradients independent of light."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray
from kickabout.perception.colors.scan_lines import ByteArray

WINDOW = 2  # px to each side over which contrast is measured
COUNT = (2 * WINDOW + 1) ** 2  # px in a window


@kernel
def contrast_normalized(
    yuyv: ByteArray, left: int, top: int, right: int, bottom: int, noise: float
) -> FloatArray:
    """Return (rows, columns, 2): Sobel of Y in x and y, in units of the local deviation.

    `noise` is added to the deviation, so that carpet without an edge has small gradients.
    """
    rows, columns = bottom - top, right - left
    result = np.zeros((rows, columns, 2))
    first_x, last_x = max(left, WINDOW), min(right, yuyv.shape[1] - WINDOW) - 1
    first_y, last_y = max(top, WINDOW), min(bottom, yuyv.shape[0] - WINDOW) - 1
    if first_x > last_x or first_y > last_y:
        return result
    # sums of each column over the rows of the window
    sums = np.zeros((2, last_x - first_x + 1 + 2 * WINDOW), np.int64)
    for y in range(first_y - WINDOW, first_y + WINDOW):
        add_row(yuyv, y, first_x - WINDOW, 1, sums)
    for y in range(first_y, last_y + 1):
        add_row(yuyv, y + WINDOW, first_x - WINDOW, 1, sums)
        normalize_row(yuyv, y, first_x, noise, sums, result[y - top, first_x - left :])
        add_row(yuyv, y - WINDOW, first_x - WINDOW, -1, sums)
    return result


@kernel
def add_row(yuyv: ByteArray, y: int, left: int, sign: int, sums: IndexArray) -> None:
    """Add `sign` times Y and its square of a row to the sums of the columns from `left` on."""
    for k in range(sums.shape[1]):
        value = int(yuyv[y, left + k, 0])
        sums[0, k] += sign * value
        sums[1, k] += sign * value * value


@kernel
def normalize_row(
    yuyv: ByteArray, y: int, left: int, noise: float, sums: IndexArray, result: FloatArray
) -> None:
    """Fill in a row of gradients, given sums of columns that begin half a window before it."""
    total = squares = 0
    for k in range(2 * WINDOW):
        total, squares = total + sums[0, k], squares + sums[1, k]
    for k in range(sums.shape[1] - 2 * WINDOW):
        total, squares = total + sums[0, k + 2 * WINDOW], squares + sums[1, k + 2 * WINDOW]
        variance = float(COUNT * squares - total * total) / (COUNT * COUNT)
        # A Sobel filter returns eight times the change per px.
        scale = 0.125 / math.sqrt(variance + noise * noise)
        along_x, along_y = sobel(yuyv, left + k, y)
        result[k, 0], result[k, 1] = scale * along_x, scale * along_y
        total, squares = total - sums[0, k], squares - sums[1, k]


@kernel
def sobel(yuyv: ByteArray, x: int, y: int) -> tuple[int, int]:
    """Return eight times the change of Y per px along x and along y, smoothed across."""
    above_left, above_right = int(yuyv[y - 1, x - 1, 0]), int(yuyv[y - 1, x + 1, 0])
    below_left, below_right = int(yuyv[y + 1, x - 1, 0]), int(yuyv[y + 1, x + 1, 0])
    rising, falling = below_right - above_left, below_left - above_right
    along_x = 2 * (int(yuyv[y, x + 1, 0]) - int(yuyv[y, x - 1, 0]))
    along_y = 2 * (int(yuyv[y + 1, x, 0]) - int(yuyv[y - 1, x, 0]))
    return along_x + rising - falling, along_y + rising + falling
