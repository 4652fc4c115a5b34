"""Kernels for a distribution of the ball over the cells of the field."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, Mat, Vec3


@kernel
def spread_probabilities(weights: Mat, center_weight: float) -> Mat:
    """Return the weighted mean over 3 × 3 cells; no cell loses weight."""
    rows, columns = weights.shape
    spread = weights.copy()
    for i in range(rows):
        for j in range(columns):
            total = center_weight * weights[i, j]
            for k in range(max(0, i - 1), min(rows, i + 2)):
                for m in range(max(0, j - 1), min(columns, j + 2)):
                    if k != i or m != j:
                        total += weights[k, m]
            spread[i, j] = max(weights[i, j], total / (center_weight + 8.0))
    return spread


@kernel
def cells_in_view(
    shape: tuple[int, int], cell_size: float, pose: Vec3, reach: float, half_angle: float
) -> BoolArray:
    """Return the cells in a sector in front of a camera at (x, y, direction)."""
    rows, columns = shape
    seen = np.zeros(shape, np.bool_)
    for i in range(rows):
        for j in range(columns):
            dx = cell_size * (j + 0.5 - 0.5 * columns) - pose[0]
            dy = cell_size * (i + 0.5 - 0.5 * rows) - pose[1]
            if dx * dx + dy * dy > reach * reach:
                continue
            off = math.atan2(dy, dx) - pose[2]
            off = math.atan2(math.sin(off), math.cos(off))
            seen[i, j] = abs(off) < half_angle
    return seen
