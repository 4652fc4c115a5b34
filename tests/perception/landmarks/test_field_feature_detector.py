"""The robot's pose from combined features."""

import math

import numpy as np
import pytest

from kickabout.evaluation.perception.perception_truth import mirrored_pose_error
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.arrays import shared_unit
from kickabout.geometry.pose3 import sealed
from kickabout.perception.landmarks.field_feature_detector import (
    FieldFeatureDetector,
    FieldFeatureDetectorParameters,
)
from kickabout.perception.landmarks.field_landmarks import Landmark, landmark_pairs
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


def in_robot(x: float, y: float) -> Vector2[Robot]:
    """Return a point of the field in the robot's frame."""
    c, s = math.cos(POSE.theta), math.sin(POSE.theta)
    dx, dy = x - POSE.x, y - POSE.y
    return Vector2(c * dx + s * dy, c * dy - s * dx)


def line(*ends: float) -> LineSegmentPercept:
    return LineSegmentPercept(
        start_in_image=Vector2(),
        end_in_image=Vector2(),
        start_in_robot=in_robot(ends[0], ends[1]),
        end_in_robot=in_robot(ends[2], ends[3]),
        covariance=shared_unit(2),
    )


def intersection(mark: Landmark) -> Intersection:
    at = in_robot(mark.x, mark.y)
    pose: Pose2[Field, Robot] = Pose2(
        at.x, at.y, math.remainder(mark.direction - POSE.theta, 2.0 * math.pi)
    )
    return Intersection(kind=mark.kind, pose_in_robot=pose, covariance=shared_unit(2))


def features_of(
    field: FieldDimensions,
    *,
    lines: tuple[LineSegmentPercept, ...] = (),
    circle: CenterCirclePercept | None = None,
    intersections: tuple[Intersection, ...] = (),
    mark: PenaltyMarkPercept | None = None,
) -> tuple[FieldFeature, ...]:
    detector = FieldFeatureDetector(FieldFeatureDetectorParameters())
    return detector.update(
        LinesPercept(lines=lines),
        circle or CenterCirclePercept(),
        IntersectionsPercept(intersections=intersections),
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
    circle = CenterCirclePercept(seen=True, center_in_robot=in_robot(0.0, 0.0))
    (only,) = features_of(FIELDS[0], lines=(line(0.0, -1.0, 0.0, 1.2),), circle=circle)
    assert_true(only, FeatureKind.CENTER_CIRCLE_WITH_LINE)
    assert only.robot_to_field.x <= 0.0


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_big_t_is_at_the_halfway_line(field: FieldDimensions) -> None:
    side = field.side_line_y
    big = Landmark(kind=IntersectionKind.T, x=0.0, y=side, direction=-0.5 * math.pi)
    lines = (line(-2.0, side, 2.0, side), line(0.0, side, 0.0, side - 2.2))
    (only,) = features_of(field, lines=lines, intersections=(intersection(big),))
    assert_true(only, FeatureKind.MID_CORNER)
    short = (line(-2.0, side, 2.0, side), line(0.0, side, 0.0, side - 0.6))
    assert features_of(field, lines=short, intersections=(intersection(big),)) == ()


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_pairs_of_intersections_identify_areas_and_corners(field: FieldDimensions) -> None:
    reported = 0
    for pair in landmark_pairs(field):
        features = features_of(
            field, intersections=(intersection(pair.first), intersection(pair.second))
        )
        for feature in features:
            assert_true(feature, pair.feature)
        reported += len(features)
    assert reported >= 0.6 * len(landmark_pairs(field))


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_the_penalty_mark_and_the_line_at_its_distance(field: FieldDimensions) -> None:
    front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
    mark = PenaltyMarkPercept(seen=True, position_in_robot=in_robot(field.penalty_mark_x, 0.0))
    (only,) = features_of(field, lines=(line(front, -0.9, front, 0.8),), mark=mark)
    assert_true(only, FeatureKind.PENALTY_MARK_WITH_AREA)
    assert features_of(field, lines=(line(front + 1.0, -0.9, front + 1.0, 0.8),), mark=mark) == ()


@pytest.mark.parametrize("position", [(0.2, 0.1), (0.9, -1.0), (1.9, 0.5)])
def test_the_covariance_is_the_error_due_to_wrong_directions(
    position: tuple[float, float],
) -> None:
    """Errors of position and direction are correlated at any pose of the robot."""
    field, angle = FIELDS[1], FieldFeatureDetectorParameters().angle_deviation
    robot: Pose2[Robot, Field] = Pose2(*position, 0.2)
    errors, reported = [], np.zeros((3, 3))
    for error in (-angle, angle):
        (only,) = features_of(
            field, intersections=penalty_area_corners(field, robot, turned_by=error)
        )
        seen_at = only.robot_to_field
        errors.append((seen_at.x - robot.x, seen_at.y - robot.y, seen_at.theta - robot.theta))
        reported += 0.5 * only.covariance
    true = np.mean([np.outer(error, error) for error in errors], axis=0)
    assert reported == pytest.approx(true, rel=0.05, abs=3e-4)
    deviation = math.hypot(field.penalty_area_x - robot.x, robot.y) * angle
    assert math.sqrt(reported[0, 0] + reported[1, 1]) == pytest.approx(deviation, rel=0.05)


def penalty_area_corners(
    field: FieldDimensions, robot: Pose2[Robot, Field], *, turned_by: float
) -> tuple[Intersection, Intersection]:
    """Return both corners of the penalty area, turned around their middle."""
    x, y = field.penalty_area_x, field.penalty_area_y
    middle: Pose2[Field, Robot] = robot.inverse() @ Pose2(x, 0.0, 0.0)

    def corner(offset: float, direction: float) -> Intersection:
        turned: Pose2[Field, Robot] = Pose2(middle.x, middle.y, middle.theta + turned_by)
        seen_at = turned @ Pose2[Field, Field](0.0, offset, direction)
        return Intersection(
            kind=IntersectionKind.L, pose_in_robot=seen_at, covariance=sealed(np.eye(2) * 1e-4)
        )

    return corner(y, -0.5 * math.pi), corner(-y, 0.0)
