"""Contrast-normalized Sobel: from a patch of an image to gradients that light does not change."""

import math

import numpy as np

from kickabout.geometry import FloatArray, kernel
from kickabout.perception.scan_lines import ByteArray

WINDOW = 2  # px to each side over which contrast is measured


@kernel
def contrast_normalized(
    yuyv: ByteArray, left: int, top: int, right: int, bottom: int, noise: float
) -> FloatArray:
    """(rows, columns, 2): Sobel of Y in x and y, in units of the local deviation.

    `noise` is added to the variance, so that carpet without an edge gives little.
    """
    rows, columns = bottom - top, right - left
    result = np.zeros((rows, columns, 2))
    height, width = yuyv.shape[0], yuyv.shape[1]
    for row in range(rows):
        for column in range(columns):
            x, y = left + column, top + row
            inside_x = WINDOW <= x < width - WINDOW
            if not inside_x or not WINDOW <= y < height - WINDOW:
                continue
            total = squares = 0.0
            for dy in range(-WINDOW, WINDOW + 1):
                for dx in range(-WINDOW, WINDOW + 1):
                    value = float(yuyv[y + dy, x + dx, 0])
                    total += value
                    squares += value * value
            n = float((2 * WINDOW + 1) ** 2)
            deviation = math.sqrt(max(squares / n - (total / n) ** 2, 0.0) + noise * noise)
            result[row, column, 0] = sobel(yuyv, x, y, 1, 0) / deviation
            result[row, column, 1] = sobel(yuyv, x, y, 0, 1) / deviation
    return result


@kernel
def sobel(yuyv: ByteArray, x: int, y: int, ux: int, uy: int) -> float:
    """Change of Y per px along x (1, 0) or y (0, 1), smoothed across."""
    total = 0.0
    for side in range(-1, 2):
        weight = 2.0 if side == 0 else 1.0
        sx, sy = side * uy, side * ux
        ahead = float(yuyv[y + uy + sy, x + ux + sx, 0])
        behind = float(yuyv[y - uy + sy, x - ux + sx, 0])
        total += weight * (ahead - behind)
    return total / 8.0
