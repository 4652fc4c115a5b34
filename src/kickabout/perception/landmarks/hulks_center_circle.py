"""HULKs' center circle: from short lines to the point one radius beside many of them."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Vec, Vec2


class ClusterRules(NamedTuple):
    """Limits of the search for the circle's center."""

    radius: float  # m, of the circle
    max_length: float  # m, of a chord
    reach: float  # m, radius of a cluster
    reach_fraction: float  # of the distance, in addition
    min_chords: int  # in a cluster


@kernel
def beside_chords(ends: FloatArray, rules: ClusterRules) -> FloatArray:
    """Return rows of x, y and index: a radius to both sides of the middle of each short line."""
    found = np.empty((2 * ends.shape[0], 3))
    count = 0
    for i in range(ends.shape[0]):
        dx, dy = ends[i, 2] - ends[i, 0], ends[i, 3] - ends[i, 1]
        length = math.hypot(dx, dy)
        if length > rules.max_length or length < 1e-6:
            continue
        # The line was fitted to an arc, so its middle is between chord and arc.
        reach = rules.radius - length * length / (12.0 * rules.radius)
        for sign in (-1.0, 1.0):
            found[count, 0] = 0.5 * (ends[i, 0] + ends[i, 2]) - sign * reach * dy / length
            found[count, 1] = 0.5 * (ends[i, 1] + ends[i, 3]) + sign * reach * dx / length
            found[count, 2] = float(i)
            count += 1
    return found[:count].copy()


@kernel
def clustered_center(ends: FloatArray, rules: ClusterRules) -> tuple[Vec2, int]:
    """Return the mean of the largest cluster and its number of lines; 0 if that is too few."""
    points = beside_chords(ends, rules)
    best, most = np.zeros(2), 0
    for i in range(points.shape[0]):
        reach = rules.reach + rules.reach_fraction * math.hypot(points[i, 0], points[i, 1])
        mean, count = np.zeros(2), 0
        for j in range(points.shape[0]):
            gap = math.hypot(points[j, 0] - points[i, 0], points[j, 1] - points[i, 1])
            if gap <= reach:
                mean += points[j, :2]
                count += 1
        if count > most:
            best[:], most = mean / count, count
    return best, most if most >= rules.min_chords else 0


@kernel
def member_fractions(owner: IndexArray, members: IndexArray, segments: int) -> Vec:
    """Return the fraction of each segment's points among the members; `owner` -1 means none."""
    total, found = np.zeros(segments), np.zeros(segments)
    for segment in owner:
        if segment >= 0:
            total[segment] += 1.0
    for member in members:
        if owner[member] >= 0:
            found[owner[member]] += 1.0
    return found / np.maximum(total, 1.0)
