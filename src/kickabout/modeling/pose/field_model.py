"""Field model for localization: from field dimensions to arrays of lines and points.

Lines, marks and intersections look the same from both halves. Beacons and colored goals do not:
each has a kind of its own, and their positions depend on the direction in which the team attacks.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from kickabout.filters import line_form
from kickabout.geometry import FloatArray, Mat, readonly
from kickabout.representations import FieldDimensions, IntersectionKind

# All kinds from BEACON on are those of beacons and colored goals, one for each name.
CENTER_CIRCLE, PENALTY_MARK, L_INTERSECTION, T_INTERSECTION, X_INTERSECTION, BEACON = range(6)
KIND_OF_INTERSECTION = {
    IntersectionKind.L: L_INTERSECTION,
    IntersectionKind.T: T_INTERSECTION,
    IntersectionKind.X: X_INTERSECTION,
}

NEAR = 1e-6  # m
QUARTER_TURN = 0.5 * math.pi
# Kind and direction of an intersection by the quarter turns from the x axis in which its lines
# leave it. As in percepts, the direction of a T is that of its stem, and the second leg of an L
# lies left of its direction.
INTERSECTIONS_BY_EXITS: dict[frozenset[int], tuple[int, float]] = {
    frozenset(range(4)): (X_INTERSECTION, 0.0),
    **{
        frozenset({stem, (stem + 1) % 4, (stem + 3) % 4}): (T_INTERSECTION, stem * QUARTER_TURN)
        for stem in range(4)
    },
    **{
        frozenset({first, (first + 1) % 4}): (L_INTERSECTION, first * QUARTER_TURN)
        for first in range(4)
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldModel:
    """Lines and points of the field as arrays for kernels."""

    lines: Mat  # x, y, x, y of the ends, then angle and offset as by `line_form`, then the length
    points: Mat  # kind, x, y, direction
    beacon_kinds: Mapping[str, int]  # of beacons and colored goals, by name


@lru_cache(maxsize=8)
def field_model(field: FieldDimensions, direction: float | None = None) -> FieldModel:
    """Return the model for a team with a direction of attack; without one, without beacons."""
    parts = field.colored_parts() if direction is not None else ()
    names = dict.fromkeys(part.name for part in parts)
    kinds = {name: BEACON + index for index, name in enumerate(names)}
    turn = direction or 1.0
    beacons = [
        (kinds[part.name], turn * part.position[0], turn * part.position[1], 0.0) for part in parts
    ]
    return FieldModel(
        lines=_lines(field),
        points=readonly(_marks(field) + _intersections(field) + beacons),
        beacon_kinds=MappingProxyType(kinds),
    )


def _lines(field: FieldDimensions) -> FloatArray:
    rows = []
    for x1, y1, x2, y2 in field.line_segments():
        angle, offset = line_form(np.array((x1, y1)), np.array((x2, y2))).tolist()
        rows.append((x1, y1, x2, y2, angle, offset, math.hypot(x2 - x1, y2 - y1)))
    return readonly(rows)


def _marks(field: FieldDimensions) -> list[tuple[float, float, float, float]]:
    x = field.penalty_mark_x
    marks = (x, -x) if field.has_penalty_marks else ()
    return [(CENTER_CIRCLE, 0.0, 0.0, 0.0), *((PENALTY_MARK, x, 0.0, 0.0) for x in marks)]


def _intersections(field: FieldDimensions) -> list[tuple[float, float, float, float]]:
    segments = field.line_segments()
    exits: dict[tuple[float, float], set[int]] = {}
    for x1, y, x2, _ in (s for s in segments if abs(s[1] - s[3]) < NEAR):
        for x, y1, _, y2 in (s for s in segments if abs(s[0] - s[2]) < NEAR):
            if _spans(x1, x2, x) and _spans(y1, y2, y):
                found = exits.setdefault((round(x, 6), round(y, 6)), set())
                found |= _leaving(x1, x2, x, turns=0) | _leaving(y1, y2, y, turns=1)
    rows: list[tuple[float, float, float, float]] = []
    for (x, y), found in exits.items():
        kind, direction = INTERSECTIONS_BY_EXITS[frozenset(found)]
        rows.append((kind, x, y, direction))
    return rows


def _spans(a: float, b: float, value: float) -> bool:
    return min(a, b) - NEAR <= value <= max(a, b) + NEAR


def _leaving(a: float, b: float, value: float, turns: int) -> set[int]:
    """Return the quarter turns in which a line along an axis continues from a point on it."""
    ahead = {turns} if max(a, b) > value + NEAR else set()
    back = {turns + 2} if min(a, b) < value - NEAR else set()
    return ahead | back
