"""Map of a whistle: from bearings to the probability of each cell."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import Field, FloatArray, Vector2
from kickabout.modeling.game.whistle_triangulation import Bearing


class Cells(NamedTuple):
    """Centers of cells on this field and around it."""

    x: FloatArray  # m, cells
    y: FloatArray


def cells_around(half_length: float, half_width: float, cell: float) -> Cells:
    """Return a grid over a rectangle around the field's center."""
    x = np.arange(-half_length, half_length + 0.5 * cell, cell)
    y = np.arange(-half_width, half_width + 0.5 * cell, cell)
    across, along = np.meshgrid(y, x)
    return Cells(along.ravel(), across.ravel())


def distances_beyond(cells: Cells, half_length: float, half_width: float) -> FloatArray:
    """Return each cell's distance from a rectangle around the field's center; 0 inside."""
    off_x = np.maximum(np.abs(cells.x) - half_length, 0.0)
    off_y = np.maximum(np.abs(cells.y) - half_width, 0.0)
    return np.hypot(off_x, off_y)


def probabilities(
    cells: Cells, bearings: list[Bearing], *, expected: FloatArray, false_fraction: float
) -> FloatArray:
    """Return each cell's probability by its prior, a logarithm, and all bearings.

    A fraction of the bearings is assumed to be false.
    """
    log = np.array(expected)
    for bearing in bearings:
        pose = bearing.robot_to_field
        there = np.arctan2(cells.y - pose.y, cells.x - pose.x)
        off = there - pose.theta - bearing.angle_in_robot
        missed = np.arctan2(np.sin(off), np.cos(off)) / bearing.deviation
        hit = np.exp(-0.5 * missed**2) / (bearing.deviation * math.sqrt(math.tau))
        log += np.log((1.0 - false_fraction) * hit + false_fraction / math.tau)
    weights = np.exp(log - log.max())
    normalized: FloatArray = weights / weights.sum()
    return normalized


def likely_position(cells: Cells, probability: FloatArray) -> Vector2[Field]:
    """Return the mean of the most probable cells; the mean of all would be biased to far ones."""
    top = np.where(probability > 0.5 * probability.max(), probability, 0.0)
    top /= top.sum()
    return Vector2(float(top @ cells.x), float(top @ cells.y))
