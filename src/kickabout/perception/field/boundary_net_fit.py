"""Boundary lines: from uncertain rows in columns to one or two straight lines."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, Vec

MIN_PART = 4  # columns, minimum on each side of a corner
CLIPPED = 9.0  # squared deviations, the maximum cost of a single column


@kernel
def _line(columns: Vec, rows: Vec, weights: Vec, start: int, end: int) -> FloatArray:
    """Return offset and slope of the weighted least-squares line through a range of columns."""
    total, mean_x, mean_y = 1e-12, 0.0, 0.0
    for i in range(start, end):
        total += weights[i]
        mean_x += weights[i] * columns[i]
        mean_y += weights[i] * rows[i]
    mean_x, mean_y = mean_x / total, mean_y / total
    squares, products = 1e-9, 0.0
    for i in range(start, end):
        squares += weights[i] * (columns[i] - mean_x) ** 2
        products += weights[i] * (columns[i] - mean_x) * (rows[i] - mean_y)
    slope = products / squares
    return np.array((mean_y - slope * mean_x, slope))


@kernel
def _cost(columns: Vec, rows: Vec, weights: Vec, line: FloatArray, start: int, end: int) -> float:
    """Return the sum of clipped squared errors of a line in a range of columns."""
    total = 0.0
    for i in range(start, end):
        error = rows[i] - line[0] - line[1] * columns[i]
        total += min(weights[i] * error * error, CLIPPED)
    return total


@kernel
def fitted_rows(
    columns: Vec, rows: Vec, deviations: Vec, sure: BoolArray, corner_gain: float
) -> Vec:
    """Return rows on a straight line, or on two lines if these fit much better, as at a corner."""
    weights = np.where(sure, 1.0 / np.maximum(deviations, 1e-4) ** 2, 0.0)
    size = columns.size
    single = _line(columns, rows, weights, 0, size)
    single_cost = _cost(columns, rows, weights, single, 0, size)
    corner, best = -1, corner_gain * single_cost
    for split in range(MIN_PART, size - MIN_PART + 1):
        left = _line(columns, rows, weights, 0, split)
        right = _line(columns, rows, weights, split, size)
        cost = _cost(columns, rows, weights, left, 0, split)
        cost += _cost(columns, rows, weights, right, split, size)
        if cost < best:
            best, corner = cost, split
    if corner < 0:
        straight: Vec = single[0] + single[1] * columns
        return straight
    left = _line(columns, rows, weights, 0, corner)
    right = _line(columns, rows, weights, corner, size)
    fitted: Vec = left[0] + left[1] * columns
    fitted[corner:] = right[0] + right[1] * columns[corner:]
    return fitted
