"""Kinds, positions and directions of line intersections."""

import math

import numpy as np
import pytest
from tests.camera_infos import INFO

from kickabout.geometry import Pose3, Vector2, rotation_from_roll_pitch_yaw
from kickabout.geometry.arrays import shared_unit
from kickabout.perception.landmarks.intersection_detector import (
    IntersectionDetector,
    IntersectionDetectorParameters,
)
from kickabout.representations import (
    CameraMatrix,
    ImageCoordinateSystem,
    Intersection,
    IntersectionKind,
    LineSegmentPercept,
    LinesPercept,
)

ROTATION = rotation_from_roll_pitch_yaw(0.0, 0.3, 0.0)
MATRIX = CameraMatrix(camera_to_robot=Pose3(ROTATION, np.array((0.0, 0.0, 0.5))), valid=True)
MIDDLE = (320.0, 240.0)
EDGE = (0.0, 240.0)


def line(
    *ends: float, start_px: tuple[float, float] = MIDDLE, end_px: tuple[float, float] = MIDDLE
) -> LineSegmentPercept:
    return LineSegmentPercept(
        start_in_image=Vector2(*start_px),
        end_in_image=Vector2(*end_px),
        start_in_robot=Vector2(ends[0], ends[1]),
        end_in_robot=Vector2(ends[2], ends[3]),
        covariance=shared_unit(2),
    )


def found(*lines: LineSegmentPercept) -> tuple[Intersection, ...]:
    detector = IntersectionDetector(IntersectionDetectorParameters())
    percept = LinesPercept(lines=lines)
    return detector.update(percept, MATRIX, INFO, ImageCoordinateSystem()).intersections


ACROSS = line(2.0, -1.0, 2.0, 1.0)


def test_two_lines_through_each_other_are_an_x() -> None:
    (only,) = found(ACROSS, line(1.0, 0.0, 3.0, 0.0))
    assert only.kind is IntersectionKind.X
    assert tuple(only.pose_in_robot.position) == pytest.approx((2.0, 0.0))


@pytest.mark.parametrize(("far", "direction"), [(1.0, math.pi), (3.0, 0.0)])
def test_a_t_points_along_its_stem(far: float, direction: float) -> None:
    (only,) = found(ACROSS, line(2.04, 0.1, far, 0.1))
    assert only.kind is IntersectionKind.T
    assert abs(math.remainder(only.pose_in_robot.theta - direction, 2.0 * math.pi)) < 0.05


def test_the_legs_of_an_l_point_along_its_direction_and_left_of_it() -> None:
    (only,) = found(ACROSS, line(2.0, 1.0, 3.0, 1.0))
    assert only.kind is IntersectionKind.L
    assert only.pose_in_robot.theta == pytest.approx(-0.5 * math.pi)
    (other,) = found(ACROSS, line(2.0, -1.0, 3.0, -1.0))
    assert other.pose_in_robot.theta == pytest.approx(0.0)


def test_a_corner_that_is_hidden_is_still_an_l() -> None:
    (only,) = found(line(2.0, -1.0, 2.0, 0.85), line(2.15, 1.0, 3.0, 1.0))
    assert only.kind is IntersectionKind.L


def test_parallel_and_distant_lines_do_not_meet() -> None:
    assert found(ACROSS, line(3.0, -1.0, 3.0, 1.0)) == ()
    assert found(ACROSS, line(2.6, 0.0, 3.6, 0.0)) == ()


def test_lines_cut_off_by_the_image_do_not_intersect_there() -> None:
    cut = line(2.0, -1.0, 2.0, 0.05, end_px=EDGE)
    assert found(cut, line(1.0, 0.0, 3.0, 0.0)) == ()


def test_lines_that_meet_too_far_away_do_not_count() -> None:
    far = (line(6.5, -1.0, 6.5, 1.0), line(5.5, 0.0, 7.5, 0.0))
    assert found(*far) == ()
    (only,) = found(*far, ACROSS, line(1.0, 0.0, 3.0, 0.0))
    assert only.pose_in_robot.x == pytest.approx(2.0)
