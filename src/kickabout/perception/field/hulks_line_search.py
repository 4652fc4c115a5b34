"""HULKs' lines: from line points to a few straight lines by RANSAC, split at long gaps."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Points2, Vec
from kickabout.perception.field.hulks_ransac import best_line, fitted_line, pieces_of, supporters

START_X, END_X, LENGTH, POINTS = 0, 2, 4, 5  # columns of a segment; ends in px, length in m
SEGMENT = 6


class LineRules(NamedTuple):
    """Limits of the search for lines."""

    tolerance: float  # px
    turn: float  # sine of the maximum angle between a point's direction and its line
    gap: float  # m, at which a line is split
    gap_fraction: float  # of the distance, in addition
    min_points: int  # of a line
    rounds: int  # of RANSAC


@kernel
def ransac_segments(
    points: Points2, ground: Points2, angles: Vec, draws: IndexArray, rules: LineRules
) -> tuple[FloatArray, IndexArray]:
    """Return segments in the order of their lines' support, and the segment of each point or -1.

    Points are in straightened px. The pieces of a line that have enough points count; points of
    its other pieces may belong to a later line.
    """
    count = points.shape[0]
    free = np.ones(count, np.bool_)
    owner = np.full(count, -1)
    segments = np.empty((max(count // rules.min_points, 1), SEGMENT))
    size = 0
    each = draws.shape[0] // rules.rounds
    for k in range(rules.rounds):
        line, support = best_line(
            points, angles, free, draws[k * each : (k + 1) * each], rules.tolerance, rules.turn
        )
        if support < rules.min_points:
            break
        members = supporters(points, angles, free, line, rules.tolerance, rules.turn)
        line, _ = fitted_line(points, members)
        again = supporters(points, angles, free, line, rules.tolerance, rules.turn)
        members = again if again.shape[0] >= members.shape[0] else members
        pieces = pieces_of(ground, members, rules.gap, rules.gap_fraction)
        before = size
        for piece in pieces:
            part = members[piece[0] : piece[1]]
            if part.shape[0] < rules.min_points or size == segments.shape[0]:
                continue
            segments[size] = segment_of(points, ground, part)
            owner[part] = size
            free[part] = False
            size += 1
        if size == before:
            free[members] = False
    return segments[:size].copy(), owner


@kernel
def segment_of(points: Points2, ground: Points2, members: IndexArray) -> Vec:
    """Return the segment fitted to members that are in order along it."""
    line, _ = fitted_line(points, members)
    segment = np.empty(SEGMENT)
    first, last = members[0], members[-1]
    for k, member in ((START_X, first), (END_X, last)):
        along = (points[member, 0] - line[0]) * line[2] + (points[member, 1] - line[1]) * line[3]
        segment[k] = line[0] + along * line[2]
        segment[k + 1] = line[1] + along * line[3]
    segment[LENGTH] = math.hypot(
        ground[last, 0] - ground[first, 0], ground[last, 1] - ground[first, 1]
    )
    segment[POINTS] = float(members.shape[0])
    return segment
