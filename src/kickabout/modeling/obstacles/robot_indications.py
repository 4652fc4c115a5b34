"""Other robots: from a list of indications to the places where they are densest.

Method: GermanTeam 2001, section 4.5.4. An indication is a row of time, x and y in the field.
"""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import IndexArray, Mat, Vec

MAX_ROBOTS = 8  # of one color


class DensityRules(NamedTuple):
    """Parameters of the search for robots, for the kernels."""

    width: float  # m, over which the distributions are smoothed
    gate: float  # m, of an indication from the robot that it belongs to
    min_support: int  # indications of a robot


@kernel
def density_at(place: float, values: Vec, width: float) -> float:
    """Return the sum of triangles of this half width around all values."""
    total = 0.0
    for value in values:
        total += max(0.0, 1.0 - abs(place - value) / width)
    return total


@kernel
def maxima(values: Vec, width: float) -> Vec:
    """Return the local maxima of the distribution, sampled at the values themselves."""
    ordered = np.sort(values)
    heights = np.empty(ordered.size)
    for i in range(ordered.size):
        heights[i] = density_at(ordered[i], ordered, width)
    found, size = np.empty(ordered.size), 0
    for i in range(ordered.size):
        is_highest = True
        for k in range(ordered.size):
            near = abs(ordered[k] - ordered[i]) < width
            if near and (heights[k] > heights[i] or (heights[k] == heights[i] and k < i)):
                is_highest = False
        if is_highest:
            found[size] = ordered[i]
            size += 1
    return found[:size]


@kernel
def nearest_candidate(x: float, y: float, places: Mat, gate: float) -> int:
    """Return the row of the nearest place within the gate, or −1."""
    best, least = -1, gate
    for i in range(places.shape[0]):
        distance = math.hypot(places[i, 0] - x, places[i, 1] - y)
        if distance <= least:
            best, least = i, distance
    return best


@kernel
def densest_places(indications: Mat, rules: DensityRules) -> Mat:
    """Return x, y, number of indications and newest time of each robot, the densest first.

    Each maximum along x is combined with each along y. Every indication supports only the nearest
    combination, so that two robots do not make two more where their coordinates cross.
    """
    along_x = maxima(indications[:, 1], rules.width)
    along_y = maxima(indications[:, 2], rules.width)
    places = np.empty((along_x.size * along_y.size, 2))
    for i in range(along_x.size):
        for k in range(along_y.size):
            places[i * along_y.size + k, 0] = along_x[i]
            places[i * along_y.size + k, 1] = along_y[k]
    sums = np.zeros((places.shape[0], 4))
    for row in indications:
        place = nearest_candidate(row[1], row[2], places, rules.gate)
        if place >= 0:
            sums[place, 0] += row[1]
            sums[place, 1] += row[2]
            sums[place, 2] += 1.0
            sums[place, 3] = max(sums[place, 3], row[0])
    return _supported(sums, rules.min_support)


@kernel
def _supported(sums: Mat, min_support: int) -> Mat:
    """Return the mean positions of places with enough indications, the densest first."""
    order = np.argsort(-sums[:, 2], kind="mergesort")
    found, size = np.empty((MAX_ROBOTS, 4)), 0
    for place in order:
        count = sums[place, 2]
        if count < max(min_support, 1) or size == MAX_ROBOTS:
            break
        found[size, 0], found[size, 1] = sums[place, 0] / count, sums[place, 1] / count
        found[size, 2], found[size, 3] = count, sums[place, 3]
        size += 1
    return found[:size]


@kernel
def matched(known: Mat, found: Mat, gate: float) -> IndexArray:
    """Return for each place the row of a known robot, −1 for a new one: nearest pairs first."""
    rows = np.full(found.shape[0], -1)
    taken = np.zeros(known.shape[0], np.bool_)
    for _ in range(min(known.shape[0], found.shape[0])):
        best, place, robot = gate, -1, -1
        for i in range(found.shape[0]):
            for k in range(known.shape[0]):
                distance = math.hypot(found[i, 0] - known[k, 0], found[i, 1] - known[k, 1])
                if rows[i] < 0 and not taken[k] and distance <= best:
                    best, place, robot = distance, i, k
        if place < 0:
            break
        rows[place] = robot
        taken[robot] = True
    return rows
