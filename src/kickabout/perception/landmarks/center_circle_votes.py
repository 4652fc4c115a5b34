"""Votes for the center circle: from straight pieces to the circle of which they are chords."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Vec, Vec2
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.field.line_chains import piece_on_ground
from kickabout.perception.field.line_points import GROUND_X, GROUND_Y
from kickabout.perception.landmarks.center_circle_fit import (
    Viewpoint,
    tilted_point,
    tolerance_at,
    viewpoint_of,
)

MAX_LEAN = 0.35  # sine of the maximum angle between a chord and the circle's tangent

# Columns of the array of possible arcs; the first five are those of a piece.
MIDDLE_X, MIDDLE_Y, ALONG_X, ALONG_Y, LENGTH = 0, 1, 2, 3, 4
POINTS = 5  # number of points
TOLERANCE = 6  # m
REACH = 7  # m, from the middle to the circle's center
ARC = 8


@kernel
def voted_center(
    line_points: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    radius: float,
    projection: CameraProjection,
    tilts: Vec,
    limits: Vec,
) -> tuple[Vec2, float, float]:
    """Return center, tilt and number of votes of the circle of which most pieces are chords.

    A wrong tilt of the camera makes circles oval, so several tilts are tried; unlikely ones need
    more votes. Each point of a piece is a vote. Pieces too long for an arc do not vote.
    Limits: tolerance in m and in px, maximum length of a piece, minimum number of votes,
    deviation of the tilt in rad.
    """
    best, best_tilt, most = np.zeros(2), 0.0, 0.0
    view = viewpoint_of(projection)
    arcs = np.empty((pieces.shape[0], ARC))
    candidates = np.empty((2 * pieces.shape[0], 3))
    for tilt in tilts:
        count = arc_pieces(line_points, order, pieces, math.tan(tilt), radius, view, limits, arcs)
        unlikely = (tilt / limits[4]) ** 2
        all_votes = 0.0
        for k in range(count):
            all_votes += arcs[k, POINTS]
        if all_votes < limits[3] or all_votes - unlikely <= most:
            continue
        center_candidates(arcs[:count], candidates)
        for k in range(2 * count):
            x, y, weight = mean_near(candidates[: 2 * count], k)
            if weight < limits[3]:
                continue
            votes = chord_votes(arcs[:count], x, y) - unlikely
            if votes > most:
                best[0], best[1], best_tilt, most = x, y, tilt, votes
    return best, best_tilt, most


@kernel
def arc_pieces(
    line_points: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    tangent: float,
    radius: float,
    view: Viewpoint,
    limits: Vec,
    arcs: FloatArray,
) -> int:
    """Fill in the pieces that may be arcs if the camera is tilted, and return their number."""
    count = 0
    for k in range(pieces.shape[0]):
        first, last = order[pieces[k, 0]], order[pieces[k, 1]]
        ax, ay = tilted_point(
            line_points[first, GROUND_X], line_points[first, GROUND_Y], view, tangent
        )
        bx, by = tilted_point(
            line_points[last, GROUND_X], line_points[last, GROUND_Y], view, tangent
        )
        arc = arcs[count]
        piece_on_ground(ax, ay, bx, by, arc)
        if arc[LENGTH] > limits[2] or arc[LENGTH] < 1e-3:
            continue
        tolerance = tolerance_at(line_points, first, ax, ay, view, 2.0 * limits[0], 2.0 * limits[1])
        if arc[LENGTH] * arc[LENGTH] > 8.0 * radius * tolerance:
            continue
        arc[POINTS] = float(pieces[k, 1] - pieces[k, 0])
        arc[TOLERANCE], arc[REACH] = tolerance, chord_distance(arc[LENGTH], radius)
        count += 1
    return count


@kernel
def center_candidates(arcs: FloatArray, candidates: FloatArray) -> None:
    """Fill in x, y and weight of the possible centers to either side of each arc."""
    for k in range(arcs.shape[0]):
        for side in range(2):
            reach = (2.0 * side - 1.0) * arcs[k, REACH]
            candidates[2 * k + side, 0] = arcs[k, MIDDLE_X] - reach * arcs[k, ALONG_Y]
            candidates[2 * k + side, 1] = arcs[k, MIDDLE_Y] + reach * arcs[k, ALONG_X]
            candidates[2 * k + side, 2] = arcs[k, POINTS]


@kernel
def chord_distance(length: float, radius: float) -> float:
    """Return the distance from a circle's center to the middle of a chord."""
    return math.sqrt(max(radius * radius - 0.25 * length * length, 0.0))


@kernel
def mean_near(candidates: FloatArray, index: int) -> tuple[float, float, float]:
    """Return the weighted mean of the candidates within 0.3 m of one of them, and their weight."""
    mean_x = mean_y = total = 0.0
    for j in range(candidates.shape[0]):
        x, y, weight = candidates[j, 0], candidates[j, 1], candidates[j, 2]
        dx, dy = x - candidates[index, 0], y - candidates[index, 1]
        if dx * dx + dy * dy < 0.09:
            mean_x, mean_y, total = mean_x + weight * x, mean_y + weight * y, total + weight
    return mean_x / total, mean_y / total, total


@kernel
def chord_votes(arcs: FloatArray, x: float, y: float) -> float:
    """Return the number of points of the arcs that are chords of a circle around x, y."""
    votes = 0.0
    for k in range(arcs.shape[0]):
        dx, dy = arcs[k, MIDDLE_X] - x, arcs[k, MIDDLE_Y] - y
        far = math.sqrt(dx * dx + dy * dy)
        if abs(far - arcs[k, REACH]) > arcs[k, TOLERANCE]:
            continue
        if abs(dx * arcs[k, ALONG_X] + dy * arcs[k, ALONG_Y]) <= MAX_LEAN * far:
            votes += arcs[k, POINTS]
    return votes
