"""Pairs of intersections as landmarks: from a field's dimensions to pairs with known poses."""

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

from kickabout.representations import FeatureKind, FieldDimensions, IntersectionKind

L, T = IntersectionKind.L, IntersectionKind.T
LONGEST = 4.6  # m, maximum distance between the two intersections of a pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmark:
    """An intersection in the opponent's half; directions as in `Intersection`."""

    kind: IntersectionKind
    x: float  # m
    y: float  # m
    direction: float  # rad


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarkPair:
    """Two intersections that together are a feature."""

    feature: FeatureKind
    first: Landmark
    second: Landmark


@lru_cache(maxsize=8)
def pairs_by_kinds(
    field: FieldDimensions,
) -> dict[tuple[IntersectionKind, IntersectionKind], list[LandmarkPair]]:
    """Return `landmark_pairs` by the kinds of both."""
    by_kinds: dict[tuple[IntersectionKind, IntersectionKind], list[LandmarkPair]] = {}
    for pair in landmark_pairs(field):
        by_kinds.setdefault((pair.first.kind, pair.second.kind), []).append(pair)
    return by_kinds


@lru_cache(maxsize=8)
def landmark_pairs(field: FieldDimensions) -> tuple[LandmarkPair, ...]:
    """Return the pairs of intersections at areas and corners of the opponent's half."""
    areas = [(FeatureKind.GOAL_AREA, _area(field, field.goal_area_x, field.goal_area_y))]
    if field.has_penalty_area:
        marks = _area(field, field.penalty_area_x, field.penalty_area_y)
        areas.append((FeatureKind.PENALTY_AREA, marks))
    pairs = []
    for feature, marks in areas:
        pairs += [(feature, first, second) for first, second in itertools.combinations(marks, 2)]
        for corner, mark in itertools.product(_corners(field), marks):
            if mark.kind is T:
                pairs.append((FeatureKind.OUTER_CORNER, corner, mark))
    return tuple(
        LandmarkPair(feature=feature, first=first, second=second)
        for feature, first, second in pairs
        if math.hypot(second.x - first.x, second.y - first.y) < LONGEST
    )


def _area(field: FieldDimensions, front: float, half_width: float) -> list[Landmark]:
    """Return the two intersections of an area with the goal line, then its front corners."""
    back = field.goal_line_x
    return [
        Landmark(kind=T, x=back, y=half_width, direction=math.pi),
        Landmark(kind=T, x=back, y=-half_width, direction=math.pi),
        Landmark(kind=L, x=front, y=half_width, direction=-0.5 * math.pi),
        Landmark(kind=L, x=front, y=-half_width, direction=0.0),
    ]


def _corners(field: FieldDimensions) -> list[Landmark]:
    x, y = field.goal_line_x, field.side_line_y
    return [
        Landmark(kind=L, x=x, y=y, direction=math.pi),
        Landmark(kind=L, x=x, y=-y, direction=0.5 * math.pi),
    ]
