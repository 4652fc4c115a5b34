"""Composed features tell the robot's pose."""

import math

import numpy as np
import pytest

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.arrays import shared_unit
from kickabout.learning.perception_truth import mirrored_pose_error
from kickabout.perception.field_feature_composer import (
    FieldFeatureComposer,
    FieldFeatureComposerParameters,
)
from kickabout.perception.field_landmarks import Landmark, landmark_pairs
from kickabout.representations import (
    CenterCirclePercept,
    FeatureKind,
    FieldDimensions,
    FieldFeature,
    Intersection,
    IntersectionKind,
    IntersectionsPercept,
    LineSegmentPercept,
    LinesPercept,
    PenaltyMarkPercept,
    load_field,
)

FIELDS = [load_field("spl2019"), load_field("spl2020")]
POSE: Pose2[Robot, Field] = Pose2(2.4, 0.7, 0.4)


def seen(x: float, y: float) -> Vector2[Robot]:
    """A point of the field in the robot's frame."""
    c, s = math.cos(POSE.theta), math.sin(POSE.theta)
    dx, dy = x - POSE.x, y - POSE.y
    return Vector2(c * dx + s * dy, c * dy - s * dx)


def line(*ends: float) -> LineSegmentPercept:
    return LineSegmentPercept(
        start_in_image=Vector2(),
        end_in_image=Vector2(),
        start_in_robot=seen(ends[0], ends[1]),
        end_in_robot=seen(ends[2], ends[3]),
        covariance=shared_unit(2),
    )


def crossing(mark: Landmark) -> Intersection:
    at = seen(mark.x, mark.y)
    pose: Pose2[Field, Robot] = Pose2(
        at.x, at.y, math.remainder(mark.direction - POSE.theta, 2.0 * math.pi)
    )
    return Intersection(kind=mark.kind, pose_in_robot=pose, covariance=shared_unit(2))


def composed(
    field: FieldDimensions,
    *,
    lines: tuple[LineSegmentPercept, ...] = (),
    circle: CenterCirclePercept | None = None,
    crossings: tuple[Intersection, ...] = (),
    mark: PenaltyMarkPercept | None = None,
) -> tuple[FieldFeature, ...]:
    composer = FieldFeatureComposer(FieldFeatureComposerParameters())
    return composer.update(
        LinesPercept(lines=lines),
        circle or CenterCirclePercept(),
        IntersectionsPercept(intersections=crossings),
        mark or PenaltyMarkPercept(),
        field,
    ).features


def assert_true(feature: FieldFeature, kind: FeatureKind) -> None:
    assert feature.kind is kind
    error, turn = mirrored_pose_error(feature.robot_to_field.array, POSE)
    assert error < 1e-6
    assert turn < 1e-6
    assert np.linalg.eigvalsh(feature.covariance).min() > 0.0


def test_circle_and_halfway_line() -> None:
    circle = CenterCirclePercept(seen=True, center_in_robot=seen(0.0, 0.0))
    (only,) = composed(FIELDS[0], lines=(line(0.0, -1.0, 0.0, 1.2),), circle=circle)
    assert_true(only, FeatureKind.CENTER_CIRCLE_WITH_LINE)
    assert only.robot_to_field.x <= 0.0


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_big_t_is_at_the_halfway_line(field: FieldDimensions) -> None:
    side = field.side_line_y
    big = Landmark(kind=IntersectionKind.T, x=0.0, y=side, direction=-0.5 * math.pi)
    lines = (line(-2.0, side, 2.0, side), line(0.0, side, 0.0, side - 2.2))
    (only,) = composed(field, lines=lines, crossings=(crossing(big),))
    assert_true(only, FeatureKind.MID_CORNER)
    short = (line(-2.0, side, 2.0, side), line(0.0, side, 0.0, side - 0.6))
    assert composed(field, lines=short, crossings=(crossing(big),)) == ()


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_pairs_of_intersections_tell_areas_and_corners(field: FieldDimensions) -> None:
    told = 0
    for pair in landmark_pairs(field):
        features = composed(field, crossings=(crossing(pair.first), crossing(pair.second)))
        for feature in features:
            assert_true(feature, pair.feature)
        told += len(features)
    assert told >= 0.6 * len(landmark_pairs(field))


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_the_penalty_mark_and_the_line_at_its_distance(field: FieldDimensions) -> None:
    front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
    mark = PenaltyMarkPercept(seen=True, position_in_robot=seen(field.penalty_mark_x, 0.0))
    (only,) = composed(field, lines=(line(front, -0.9, front, 0.8),), mark=mark)
    assert_true(only, FeatureKind.PENALTY_MARK_WITH_AREA)
    assert composed(field, lines=(line(front + 1.0, -0.9, front + 1.0, 0.8),), mark=mark) == ()
