"""Landmarks: from the dimensions of a field to the intersections of its lines."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kickabout.geometry import FloatArray, Points3, Vec, readonly
from kickabout.representations import FieldDimensions, IntersectionKind

LEG = 0.3  # m, length of a leg from which a detector measures its direction
NEAR = 1e-6  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldIntersections:
    """All intersections of straight lines.

    The direction is that of the stem of a T. The legs of an L are along the direction and a
    quarter turn to the left of it.
    """

    kinds: tuple[IntersectionKind, ...]
    points_in_field: Points3
    directions: Vec  # rad
    legs_in_field: Points3  # points along the direction


@lru_cache(maxsize=8)
def intersections_of(field: FieldDimensions) -> FieldIntersections:
    segments = field.line_segments()
    along_x = [s for s in segments if abs(s[1] - s[3]) < NEAR]
    along_y = [s for s in segments if abs(s[0] - s[2]) < NEAR]
    exits: dict[tuple[float, float], set[int]] = {}
    for x1, y, x2, _ in along_x:
        for x, y1, _, y2 in along_y:
            if _spans(x1, x2, x) and _spans(y1, y2, y):
                found = exits.setdefault((round(x, 6), round(y, 6)), set())
                found |= {0} if max(x1, x2) > x + NEAR else set()
                found |= {1} if max(y1, y2) > y + NEAR else set()
                found |= {2} if min(x1, x2) < x - NEAR else set()
                found |= {3} if min(y1, y2) < y - NEAR else set()
    kinds, directions = zip(*(_kind_and_direction(found) for found in exits.values()), strict=True)
    points = np.array([(x, y, 0.0) for x, y in exits])
    angles = np.array(directions)
    legs = points + LEG * np.column_stack((np.cos(angles), np.sin(angles), 0.0 * angles))
    return FieldIntersections(
        kinds=kinds,
        points_in_field=readonly(points),
        directions=readonly(angles),
        legs_in_field=readonly(legs),
    )


@lru_cache(maxsize=8)
def penalty_marks_of(field: FieldDimensions) -> Points3:
    x = field.penalty_mark_x
    marks = ((x, 0.0, 0.0), (-x, 0.0, 0.0)) if field.has_penalty_marks else ()
    return readonly(np.array(marks).reshape(-1, 3))


@lru_cache(maxsize=8)
def lines_of(field: FieldDimensions) -> FloatArray:
    """Return rows of x, y, x, y."""
    return readonly(field.line_segments())


@lru_cache(maxsize=8)
def circle_points_of(field: FieldDimensions, count: int) -> Points3:
    """Return points on the center circle at equal distances."""
    angles = np.arange(count) * (2.0 * math.pi / count)
    flat = field.center_circle_radius * np.column_stack((np.cos(angles), np.sin(angles)))
    return readonly(np.column_stack((flat, np.zeros(count))))


def _spans(a: float, b: float, value: float) -> bool:
    return min(a, b) - NEAR <= value <= max(a, b) + NEAR


def _kind_and_direction(exits: set[int]) -> tuple[IntersectionKind, float]:
    """Return the kind for legs numbered in quarter turns from the x axis."""
    quarter = 0.5 * math.pi
    if len(exits) == 4:
        return IntersectionKind.X, 0.0
    if len(exits) == 3:
        stem = next(turn for turn in exits if (turn + 2) % 4 not in exits)
        return IntersectionKind.T, stem * quarter
    first = next(turn for turn in exits if (turn + 1) % 4 in exits)
    return IntersectionKind.L, first * quarter
