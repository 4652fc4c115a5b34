"""Gaussians of poses: which components each kind of measurement corrects."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.filters.gaussians import is_positive_definite

from kickabout.filters import line_form, sigma_weights
from kickabout.filters.pose_kernels import (
    pose_corrected_by_line,
    pose_corrected_by_point,
    pose_corrected_by_pose,
    pose_predicted,
)
from kickabout.filters.sigma_points import gaussian_of_points, sigma_points
from kickabout.geometry import (
    Cov3,
    Field,
    FloatArray,
    Pose2,
    Robot,
    Vec2,
    Vec3,
    Vector2,
    normalized_angle,
)

COVARIANCE = np.diag((0.2, 0.3, 0.1)) ** 2
POINT_NOISE = np.diag((0.05, 0.05)) ** 2
LINE_NOISE = np.diag((0.03, 0.05)) ** 2

TRUTH: Pose2[Robot, Field] = Pose2(-1.0, 0.5, 0.4)
poses = st.builds(
    Pose2[Robot, Field], st.floats(-4.0, 4.0), st.floats(-3.0, 3.0), st.floats(-4.0, 4.0)
)


def near(pose: Pose2[Robot, Field]) -> Vec3:
    return Pose2[Robot, Field](pose.x + 0.1, pose.y - 0.1, pose.theta + 0.05).normalized().array


def distance(mean: Vec3, pose: Pose2[Robot, Field]) -> float:
    return math.hypot(mean[0] - pose.x, mean[1] - pose.y)


def seen_line(start: Vector2[Field], end: Vector2[Field], pose: Pose2[Robot, Field]) -> FloatArray:
    field_to_robot = pose.inverse()
    return line_form((field_to_robot @ start).array, (field_to_robot @ end).array)


def test_a_step_ahead_moves_along_the_heading() -> None:
    start, step = np.array((1.0, 2.0, math.pi / 2)), np.array((0.5, 0.0, 0.1))
    mean, _ = pose_predicted(start, 1e-9 * np.eye(3), step, 1e-9 * np.eye(3))
    np.testing.assert_allclose(mean, (1.0, 2.5, math.pi / 2 + 0.1), atol=1e-6)


def test_an_uncertain_heading_spreads_the_position_sideways() -> None:
    before, step = np.diag((1e-6, 1e-6, 0.1**2)), np.array((1.0, 0.0, 0.0))
    _, covariance = pose_predicted(np.zeros(3), before, step, np.zeros((3, 3)))
    assert covariance[1, 1] == pytest.approx(0.1**2, rel=0.05)
    assert covariance[0, 0] < 1e-3


def test_the_noise_of_a_step_is_in_robot_axes() -> None:
    start, noise = np.array((0.0, 0.0, math.pi / 2)), np.diag((0.04, 0.01, 0.0))
    _, covariance = pose_predicted(start, 1e-12 * np.eye(3), np.zeros(3), noise)
    np.testing.assert_allclose(np.diag(covariance), (0.01, 0.04, 0.0), atol=1e-9)


@given(poses)
def test_the_prediction_is_the_unscented_transform_of_chained_poses(
    pose: Pose2[Robot, Field],
) -> None:
    step, start = Pose2[Robot, Robot](0.1, -0.05, 0.2), pose.normalized().array
    spread, weights = sigma_weights(3)
    points = sigma_points(start, COVARIANCE, spread)
    moved = np.array([(Pose2[Robot, Field].from_array(point) @ step).array for point in points])
    angles = np.array((False, False, True))
    expected, spread_out = gaussian_of_points(moved, weights, angles, np.zeros((3, 3)))
    mean, covariance = pose_predicted(start, COVARIANCE, step.array, np.zeros((3, 3)))
    np.testing.assert_allclose(covariance, spread_out, atol=1e-9)
    difference = mean - expected
    assert np.abs(difference[:2]).max() < 1e-9
    assert abs(normalized_angle(difference[2])) < 1e-9


def test_the_prediction_agrees_with_sampling() -> None:
    random = np.random.default_rng(1)
    mean, covariance = TRUTH.array, np.diag((0.1, 0.1, 0.3)) ** 2
    samples = random.multivariate_normal(mean, covariance, 100_000)
    step = np.array((0.5, 0.2, 0.3))
    c, s = np.cos(samples[:, 2]), np.sin(samples[:, 2])
    samples[:, 0] += c * step[0] - s * step[1]
    samples[:, 1] += s * step[0] + c * step[1]
    samples[:, 2] += step[2]
    new_mean, new_covariance = pose_predicted(mean, covariance, step, np.zeros((3, 3)))
    np.testing.assert_allclose(new_mean, samples.mean(axis=0), atol=4e-3)
    np.testing.assert_allclose(new_covariance, np.cov(samples.T), atol=2e-3)


@given(poses)
def test_a_correct_measured_pose_reduces_all_variances(pose: Pose2[Robot, Field]) -> None:
    noise = np.diag((0.1, 0.1, 0.1)) ** 2
    mean, covariance, _, _ = pose_corrected_by_pose(
        near(pose), COVARIANCE, pose.array, noise, math.inf
    )
    assert (np.diag(covariance) < np.diag(COVARIANCE)).all()
    assert distance(mean, pose) < 0.1
    assert abs(normalized_angle(mean[2] - pose.theta)) < 0.05
    assert -math.pi < mean[2] <= math.pi


@pytest.mark.parametrize("swapped", [False, True])
def test_a_line_along_x_corrects_y_and_heading_but_not_x(swapped: bool) -> None:
    start, end = Vector2[Field](-4.5, 3.0), Vector2[Field](4.5, 3.0)
    seen = seen_line(end, start, TRUTH) if swapped else seen_line(start, end, TRUTH)
    mean, covariance, _, _ = pose_corrected_by_line(
        near(TRUTH), COVARIANCE, line_form(start.array, end.array), seen, LINE_NOISE, math.inf
    )
    variances = np.diag(covariance)
    assert variances[0] == pytest.approx(COVARIANCE[0, 0])
    assert variances[1] < 0.1 * COVARIANCE[1, 1]
    assert variances[2] < 0.2 * COVARIANCE[2, 2]
    assert mean[0] == pytest.approx(TRUTH.x + 0.1)
    assert mean[1] == pytest.approx(TRUTH.y, abs=0.01)
    assert mean[2] == pytest.approx(TRUTH.theta, abs=0.01)


@given(poses, st.booleans())
def test_a_line_seen_as_expected_changes_no_pose(pose: Pose2[Robot, Field], swapped: bool) -> None:
    start, end = Vector2[Field](4.5, -3.0), Vector2[Field](3.0, 2.0)
    before, line = pose.normalized().array, line_form(start.array, end.array)
    seen = seen_line(end, start, pose) if swapped else seen_line(start, end, pose)
    mean, _, squared_distance, _ = pose_corrected_by_line(
        before, COVARIANCE, line, seen, LINE_NOISE, math.inf
    )
    assert squared_distance == pytest.approx(0.0, abs=1e-15)
    np.testing.assert_allclose(mean, before, atol=1e-9)


def test_the_line_form_is_normal_and_offset() -> None:
    form = line_form(np.array((4.5, -3.0)), np.array((4.5, 3.0)))
    assert abs(form[0]) == pytest.approx(math.pi)
    assert form[1] == pytest.approx(-4.5)


@given(poses)
def test_two_points_determine_the_pose(pose: Pose2[Robot, Field]) -> None:
    mean, covariance = near(pose), COVARIANCE
    for _ in range(5):
        for point in (Vector2[Field](3.2, 0.0), Vector2[Field](0.0, 3.0)):
            seen = (pose.inverse() @ point).array
            mean, covariance, _, _ = pose_corrected_by_point(
                mean, covariance, point.array, seen, 0.01 * POINT_NOISE, math.inf
            )
    assert distance(mean, pose) < 0.02
    assert abs(normalized_angle(mean[2] - pose.theta)) < 0.02
    assert is_positive_definite(covariance)


def test_an_impossible_point_is_refused_by_the_gate() -> None:
    before, point, seen = near(TRUTH), np.array((3.2, 0.0)), np.array((-3.0, 0.0))
    mean, covariance, squared_distance, _ = pose_corrected_by_point(
        before, COVARIANCE, point, seen, POINT_NOISE, 9.0
    )
    assert squared_distance > 9.0
    np.testing.assert_array_equal(mean, before)
    np.testing.assert_array_equal(covariance, COVARIANCE)


def test_a_walk_in_circles_is_followed_for_minutes() -> None:
    """Lines and points seen now and then keep the estimate within its own uncertainty."""
    random = np.random.default_rng(7)
    truth: Pose2[Robot, Field] = Pose2(0.0, -1.5, 0.0)
    mean: Vec3 = truth.array
    covariance: Cov3 = np.diag((0.1, 0.1, 0.05)) ** 2
    point: Vec2 = np.array((3.2, 0.0))
    start, end = Vector2[Field](4.5, -3.0), Vector2[Field](4.5, 3.0)
    line = line_form(start.array, end.array)
    errors = []
    for cycle in range(1800):
        step = Pose2[Robot, Robot](0.02, 0.0, 0.02 / 1.5)
        truth = truth @ step
        slip = random.multivariate_normal(np.zeros(3), np.diag((0.004, 0.004, 0.004)) ** 2)
        mean, covariance = pose_predicted(
            mean, covariance, step.array + slip, np.diag((0.004,) * 3) ** 2
        )
        if cycle % 10 == 0:
            seen = (truth.inverse() @ Vector2[Field].from_array(point)).array
            noisy = seen + random.normal(0.0, 0.05, 2)
            mean, covariance, _, _ = pose_corrected_by_point(
                mean, covariance, point, noisy, POINT_NOISE, math.inf
            )
        if cycle % 10 == 5:
            noisy_line = seen_line(start, end, truth) + random.normal(0.0, (0.03, 0.05))
            mean, covariance, _, _ = pose_corrected_by_line(
                mean, covariance, line, noisy_line, LINE_NOISE, math.inf
            )
        assert is_positive_definite(covariance)
        errors.append(distance(mean, truth))
    assert np.sqrt(np.mean(np.square(errors))) < 0.1
    assert abs(normalized_angle(mean[2] - truth.theta)) < math.radians(5.0)
