"""Composed field features: from a field's dimensions to points that must be visible together.

Each variant is a triple of points. The first two give the pose, the third one distinguishes the
feature from similar ones. Variants of one group are the same feature, the best one first.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kickabout.geometry import FloatArray, Points3, readonly
from kickabout.representations import FeatureKind, FieldDimensions

Point = tuple[float, float]
Variant = tuple[Point, Point, Point]

LEG = 0.5  # m, length of a long line that must be visible next to a corner
ON_HALFWAY_LINE = (FeatureKind.CENTER_CIRCLE_WITH_LINE, FeatureKind.MID_CORNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureVariants:
    """All variants of all features in both halves."""

    kinds: tuple[FeatureKind, ...]
    groups: tuple[int, ...]
    points_in_field: Points3  # three rows for each variant
    pairs_in_field: FloatArray  # x, y, theta of the first two points in the opponent's half


@lru_cache(maxsize=8)
def feature_variants(field: FieldDimensions) -> FeatureVariants:
    kinds, groups, points, pairs = [], [], [], []
    for group, (kind, sign, variants) in enumerate(_both_halves(field)):
        for (ax, ay), (bx, by), third in variants:
            kinds.append(kind)
            groups.append(group)
            points += [(sign * x, sign * y, 0.0) for x, y in ((ax, ay), (bx, by), third)]
            pairs.append((0.5 * (ax + bx), 0.5 * (ay + by), math.atan2(by - ay, bx - ax)))
    return FeatureVariants(
        kinds=tuple(kinds),
        groups=tuple(groups),
        points_in_field=readonly(np.array(points)),
        pairs_in_field=readonly(np.array(pairs)),
    )


def _both_halves(
    field: FieldDimensions,
) -> list[tuple[FeatureKind, float, list[Variant]]]:
    """Return kind, sign of the half, and variants; only the center circle exists once."""
    features = [(FeatureKind.CENTER_CIRCLE_WITH_LINE, 1.0, _center_circle(field))]
    for sign in (1.0, -1.0):
        features.append((FeatureKind.MID_CORNER, sign, _mid_corner(field)))
        features += [
            (FeatureKind.OUTER_CORNER, sign, [_outer_corner(field, side)]) for side in (1.0, -1.0)
        ]
        area = _area(field, field.goal_area_x, field.goal_area_y)
        features.append((FeatureKind.GOAL_AREA, sign, area))
        if field.has_penalty_area:
            area = _area(field, field.penalty_area_x, field.penalty_area_y)
            features.append((FeatureKind.PENALTY_AREA, sign, area))
        features.append((FeatureKind.PENALTY_MARK_WITH_AREA, sign, _mark(field)))
        features.append((FeatureKind.GOAL_FRAME, sign, [_goal_frame(field)]))
    return features


def _center_circle(field: FieldDimensions) -> list[Variant]:
    """Return both intersections with the halfway line, or one and the center, and an arc point."""
    r = field.center_circle_radius
    arc = r * math.sqrt(0.5)
    whole: list[Variant] = [((0.0, -r), (0.0, r), (side * r, 0.0)) for side in (1.0, -1.0)]
    half: list[Variant] = [
        ((0.0, 0.0), (0.0, r), (arc, arc)),
        ((0.0, 0.0), (0.0, r), (-arc, arc)),
        ((0.0, -r), (0.0, 0.0), (arc, -arc)),
        ((0.0, -r), (0.0, 0.0), (-arc, -arc)),
    ]
    return [*whole, *half]


def _mid_corner(field: FieldDimensions) -> list[Variant]:
    y = field.side_line_y
    return [((0.0, y), (0.0, y - LEG), (side * LEG, y)) for side in (1.0, -1.0)]


def _outer_corner(field: FieldDimensions, side: float) -> Variant:
    """Return the corner and the end of the larger area, which distinguishes left and right."""
    x, y = field.goal_line_x, side * field.side_line_y
    half_width = field.penalty_area_y if field.has_penalty_area else field.goal_area_y
    return ((x, y), (x, side * half_width), (x - LEG, y))


def _area(field: FieldDimensions, front: float, half_width: float) -> list[Variant]:
    """Return all pairs of neighboring corners, and the middle of the line between them."""
    back = field.goal_line_x
    middle = 0.5 * (front + back)
    return [
        ((front, -half_width), (front, half_width), (front, 0.0)),
        ((back, -half_width), (back, half_width), (back, 0.0)),
        ((back, half_width), (front, half_width), (middle, half_width)),
        ((back, -half_width), (front, -half_width), (middle, -half_width)),
    ]


def _mark(field: FieldDimensions) -> list[Variant]:
    """Return the mark and the nearest line in front of or behind it."""
    front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
    mark = (field.penalty_mark_x, 0.0)
    return [(mark, (front, 0.0), (front, side * LEG)) for side in (1.0, -1.0)]


def _goal_frame(field: FieldDimensions) -> Variant:
    """Return the feet of both posts, and the line between them."""
    x, y = field.goal.post_x, field.goal.post_y
    return ((x, -y), (x, y), (field.goal_line_x, 0.0))
