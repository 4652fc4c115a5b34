"""Are percepts associated with the right field elements?"""

import math

import numpy as np
import pytest

from kickabout.geometry import Cov2, Field, FloatArray, Pose2, Robot, Vec, Vec3
from kickabout.modeling.pose.field_model import (
    L_INTERSECTION,
    PENALTY_MARK,
    T_INTERSECTION,
    X_INTERSECTION,
    field_model,
)
from kickabout.modeling.pose.pose_association import (
    NOTHING,
    associated_line,
    associated_point,
    directions_differ,
    line_noise,
    seen_line,
)
from kickabout.modeling.pose.self_locator import SelfLocator
from kickabout.modeling.pose.self_locator_parameters import SelfLocatorParameters
from kickabout.representations import load_field

MODEL = field_model(load_field("spl2019"))
LIMITS = SelfLocator(SelfLocatorParameters()).rules.limits
CERTAIN: Cov2 = 1e-4 * np.eye(2)
POSE: Vec3 = np.array((-2.0, 0.7, 0.4))


def seen(points_in_field: FloatArray, pose: Vec3 = POSE) -> FloatArray:
    robot_to_field: Pose2[Robot, Field] = Pose2.from_array(pose)
    return robot_to_field.inverse() @ points_in_field


def piece(index: int, start: float = 0.2, end: float = 0.7, turn: float = 0.0) -> Vec:
    """Return part of a model line as seen, turned about its middle."""
    a, b = MODEL.lines[index, :2], MODEL.lines[index, 2:4]
    first, second = a + start * (b - a), a + end * (b - a)
    middle, half = 0.5 * (first + second), 0.5 * (second - first)
    c, s = math.cos(turn), math.sin(turn)
    turned = np.array((c * half[0] - s * half[1], s * half[0] + c * half[1]))
    return seen(np.array((middle - turned, middle + turned))).ravel()


@pytest.mark.parametrize("index", range(len(MODEL.lines)))
def test_each_line_is_associated_with_itself(index: int) -> None:
    found, unique = associated_line(POSE, piece(index), CERTAIN, MODEL.lines, LIMITS)
    assert (found, unique) == (index, True)


@pytest.mark.parametrize("index", range(len(MODEL.lines)))
def test_a_line_turned_by_forty_degrees_is_associated_with_nothing(index: int) -> None:
    turned = piece(index, 0.4, 0.6, math.radians(40.0))
    assert associated_line(POSE, turned, CERTAIN, MODEL.lines, LIMITS)[0] == NOTHING


def test_a_line_that_is_too_long_is_associated_with_the_longer_one_behind() -> None:
    front = np.array(((3.9, -1.9), (3.9, 1.9)))  # the front line of the goal area has 2.2 m
    found, _ = associated_line(POSE, seen(front).ravel(), CERTAIN, MODEL.lines, LIMITS)
    assert found == NOTHING
    uncertain = 0.2 * np.eye(2)
    found, _ = associated_line(POSE, seen(front).ravel(), uncertain, MODEL.lines, LIMITS)
    assert found != NOTHING
    assert abs(MODEL.lines[found, 0]) == 4.5


def test_between_two_lines_none_is_unique() -> None:
    between = np.array(((4.2, -0.8), (4.2, 0.8)))
    uncertain = 0.1 * np.eye(2)
    found, unique = associated_line(POSE, seen(between).ravel(), uncertain, MODEL.lines, LIMITS)
    assert found != NOTHING
    assert not unique


@pytest.mark.parametrize("index", range(len(MODEL.points)))
def test_each_point_is_associated_with_itself_despite_a_small_pose_error(index: int) -> None:
    kind, x, y, direction = MODEL.points[index].tolist()
    position = seen(np.array(((x, y),)))[0]
    point = np.array((kind, *position, direction - POSE[2]))
    aside = POSE + np.array((0.1, -0.1, 0.02))
    assert associated_point(aside, point, CERTAIN, MODEL.points, LIMITS) == index


def test_a_corner_turned_the_wrong_way_is_associated_with_nothing() -> None:
    corner = next(row for row in MODEL.points if row[0] == L_INTERSECTION)
    point = np.array((L_INTERSECTION, *seen(corner[None, 1:3])[0], corner[3] - POSE[2] + 1.5))
    assert associated_point(POSE, point, CERTAIN, MODEL.points, LIMITS) == NOTHING


def test_a_mark_half_a_meter_off_is_associated_with_nothing() -> None:
    point = np.array((PENALTY_MARK, *seen(np.array(((-3.2, 0.6),)))[0], 0.0))
    assert associated_point(POSE, point, CERTAIN, MODEL.points, LIMITS) == NOTHING


def test_an_x_looks_the_same_after_a_quarter_turn_but_a_t_does_not() -> None:
    assert not directions_differ(X_INTERSECTION, 0.5 * math.pi + 0.1, 0.4)
    assert directions_differ(X_INTERSECTION, 0.25 * math.pi, 0.4)
    assert directions_differ(T_INTERSECTION, 0.5 * math.pi, 0.4)


def test_noise_of_lines_is_what_a_tilted_camera_makes_of_them() -> None:
    """Points on the ground are moved as by a small turn of the camera above the robot."""
    random = np.random.default_rng(3)
    height, tilt, pan_ratio = 0.5, 0.005, 0.5
    ends = np.array(((2.0, -0.5), (1.2, 1.4)))
    middle = ends.mean(axis=0)
    straight, lever, _ = seen_line(ends.ravel(), 0.0, 0.0)
    across = np.array((math.cos(straight[0]), math.sin(straight[0])))
    errors, shifts = [], []
    for roll, pitch, yaw in random.normal(size=(4000, 3)) * (tilt, tilt, pan_ratio * tilt):
        x, y = np.vstack((ends, middle)).T
        dx = x * y / height * roll - (height + x * x / height) * pitch - y * yaw
        dy = (height + y * y / height) * roll - x * y / height * pitch + x * yaw
        moved = np.column_stack((x + dx, y + dy))
        form, _, _ = seen_line(moved[:2].ravel(), 0.0, 0.0)
        errors.append(form - straight)
        shifts.append((moved[2] - middle) @ across)
    noise = line_noise(straight, lever, float(np.var(shifts)), height, pan_ratio)
    np.testing.assert_allclose(np.sqrt(np.diag(noise)), np.std(errors, axis=0), rtol=0.1)
