"""A map of where a whistle may be: from bearings to the probability of each place."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import Field, FloatArray, Vector2
from kickabout.modeling.game.whistle_places import Bearing


class Places(NamedTuple):
    """Middles of cells, on this field and on those around it."""

    x: FloatArray  # m, cells
    y: FloatArray


def places_around(half_length: float, half_width: float, cell: float) -> Places:
    """A grid over a rectangle whose middle is the field's."""
    x = np.arange(-half_length, half_length + 0.5 * cell, cell)
    y = np.arange(-half_width, half_width + 0.5 * cell, cell)
    across, along = np.meshgrid(y, x)
    return Places(along.ravel(), across.ravel())


def distances_beyond(places: Places, half_length: float, half_width: float) -> FloatArray:
    """How far each place is from a rectangle around the field's middle; 0 inside."""
    off_x = np.maximum(np.abs(places.x) - half_length, 0.0)
    off_y = np.maximum(np.abs(places.y) - half_width, 0.0)
    return np.hypot(off_x, off_y)


def probabilities(
    places: Places, bearings: list[Bearing], *, expected: FloatArray, false_share: float
) -> FloatArray:
    """Of each place, from the logarithm of what was expected before, and from all bearings.

    A share of the bearings may mean nothing at all.
    """
    log = np.array(expected)
    for bearing in bearings:
        pose = bearing.robot_to_field
        there = np.arctan2(places.y - pose.y, places.x - pose.x)
        off = there - pose.theta - bearing.angle_in_robot
        missed = np.arctan2(np.sin(off), np.cos(off)) / bearing.deviation
        hit = np.exp(-0.5 * missed**2) / (bearing.deviation * math.sqrt(math.tau))
        log += np.log((1.0 - false_share) * hit + false_share / math.tau)
    weights = np.exp(log - log.max())
    normalized: FloatArray = weights / weights.sum()
    return normalized


def likely_place(places: Places, probability: FloatArray) -> Vector2[Field]:
    """The middle of the most probable cells; the mean of all would be drawn to the far ones."""
    top = np.where(probability > 0.5 * probability.max(), probability, 0.0)
    top /= top.sum()
    return Vector2(float(top @ places.x), float(top @ places.y))
