"""Orientation filter: tilt follows from gravity, heading only from turn rates."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.filters.gaussians import is_positive_definite

from kickabout.filters import OrientationFilter
from kickabout.filters.orientation_filter import (
    orientation_corrected_by_gravity,
    orientation_predicted,
)
from kickabout.filters.sigma_points import sigma_points
from kickabout.geometry import (
    FloatArray,
    roll_pitch_yaw_from_rotation,
    rotation_from_roll_pitch_yaw,
    rotation_from_vector,
    rotation_x,
    rotation_y,
    rotation_z,
    tilt_from_rotation,
    vector_from_rotation,
)

DT = 0.012
GRAVITY = np.array((0.0, 0.0, 9.81))
GYRO_NOISE = np.eye(3) * 0.01**2
ACCELERATION_NOISE = np.eye(3) * 0.5**2
START = np.diag((0.2, 0.2, 0.01)) ** 2
angles = st.floats(-1.4, 1.4)


def error_between(estimate: FloatArray, truth: FloatArray) -> float:
    return float(np.linalg.norm(vector_from_rotation(estimate @ truth.T)))


def test_a_steady_tilt_is_found_within_a_second() -> None:
    truth = rotation_x(math.radians(20.0))
    body = OrientationFilter(START)
    random = np.random.default_rng(1)
    for _ in range(83):
        body.predict(np.zeros(3), dt=DT, noise=GYRO_NOISE)
        measured = truth.T @ GRAVITY + random.normal(0.0, 0.2, 3)
        body.correct_by_gravity(measured, noise=ACCELERATION_NOISE)
    assert error_between(body.tilt, truth) < math.radians(1.0)


def test_a_swaying_body_is_followed_within_a_degree() -> None:
    random = np.random.default_rng(2)
    body = OrientationFilter(START)
    squared_errors = []
    before = np.eye(3)
    for cycle in range(2000):
        time = cycle * DT
        truth = rotation_from_roll_pitch_yaw(
            0.12 * math.sin(8.0 * time), 0.1 + 0.05 * math.sin(16.0 * time), 0.3 * time
        )
        rate = vector_from_rotation(before.T @ truth) / DT + random.normal(0.0, 0.01, 3)
        measured = truth.T @ GRAVITY + random.normal(0.0, 0.6, 3)
        body.predict(rate, dt=DT, noise=GYRO_NOISE)
        body.correct_by_gravity(measured, noise=ACCELERATION_NOISE)
        assert is_positive_definite(body.covariance)
        if time > 2.0:
            squared_errors.append(error_between(body.tilt, tilt_from_rotation(truth)) ** 2)
        before = truth
    assert math.degrees(math.sqrt(np.mean(squared_errors))) < 1.0


def test_a_full_turn_changes_the_heading_but_not_the_tilt() -> None:
    body = OrientationFilter(START)
    rate = np.array((0.0, 0.0, math.pi / 2))
    headings = []
    for _ in range(round(4.0 / DT)):
        body.predict(rate, dt=DT, noise=GYRO_NOISE)
        body.correct_by_gravity(GRAVITY, noise=ACCELERATION_NOISE)
        headings.append(roll_pitch_yaw_from_rotation(body.rotation)[2])
    turned = np.unwrap(headings)[-1]
    assert turned == pytest.approx(2.0 * math.pi, abs=math.radians(2.0))
    np.testing.assert_allclose(body.tilt, np.eye(3), atol=1e-6)


@given(angles, angles, st.floats(-3.0, 3.0))
def test_the_tilt_has_no_component_about_the_vertical(
    roll: float, pitch: float, yaw: float
) -> None:
    body = OrientationFilter(START)
    body.rotation = rotation_from_roll_pitch_yaw(roll, pitch, yaw)
    assert vector_from_rotation(body.tilt)[2] == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(body.tilt[2], body.rotation[2], atol=1e-12)


@given(angles, angles)
def test_a_start_takes_the_tilt_from_gravity(roll: float, pitch: float) -> None:
    truth = rotation_from_roll_pitch_yaw(roll, pitch, 0.7)
    body = OrientationFilter(START)
    body.start(truth.T @ GRAVITY, START)
    np.testing.assert_allclose(body.rotation, tilt_from_rotation(truth), atol=1e-9)


def test_a_start_upside_down_gives_a_rotation() -> None:
    body = OrientationFilter(START)
    body.start(-GRAVITY, START)
    np.testing.assert_allclose(body.rotation @ body.rotation.T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(body.rotation @ -GRAVITY, GRAVITY, atol=1e-9)


@given(angles, angles, angles)
def test_the_prediction_is_the_unscented_transform(roll: float, pitch: float, yaw: float) -> None:
    rotation = rotation_from_roll_pitch_yaw(roll, pitch, yaw)
    covariance = np.array(((0.04, 0.01, 0.0), (0.01, 0.02, 0.005), (0.0, 0.005, 0.03)))
    turn = np.array((0.1, -0.2, 0.3))
    predicted, spread = orientation_predicted(rotation, covariance, turn, np.zeros((3, 3)))
    errors = sigma_points(np.zeros(3), covariance, 2.0)
    weights = np.array((0.25, *(0.125,) * 6))
    deviations = np.array(
        [
            vector_from_rotation(
                rotation_from_vector(error) @ rotation @ rotation_from_vector(turn) @ predicted.T
            )
            for error in errors
        ]
    )
    np.testing.assert_allclose(weights @ deviations, np.zeros(3), atol=1e-9)
    np.testing.assert_allclose((weights * deviations.T) @ deviations, spread, atol=1e-9)


def test_the_noise_of_the_gyroscope_is_in_body_axes() -> None:
    lying, noise = rotation_y(math.pi / 2), np.diag((0.04, 0.02, 0.01))
    spread = orientation_predicted(lying, np.zeros((3, 3)), np.zeros(3), noise)[1]
    np.testing.assert_allclose(spread, np.diag((0.01, 0.02, 0.04)), atol=1e-12)


def test_gravity_does_not_correct_the_heading() -> None:
    body = OrientationFilter(START)
    body.rotation = rotation_from_roll_pitch_yaw(0.2, -0.3, 1.0)
    measured = body.rotation.T @ rotation_x(0.1).T @ GRAVITY
    body.correct_by_gravity(measured, noise=ACCELERATION_NOISE)
    assert body.covariance[2, 2] == pytest.approx(START[2, 2], rel=1e-3)
    assert body.covariance[0, 0] < 0.5 * START[0, 0]


def test_an_axis_with_a_large_variance_is_left_out() -> None:
    """BH21-SEN-02: at a support switch, only roll is corrected, by y and z of gravity."""
    truth = rotation_x(0.1) @ rotation_y(0.2)
    body = OrientationFilter(START)
    noise = np.diag((1e6, 0.01, 0.01))
    only_roll = rotation_x(0.1).T @ GRAVITY
    for _ in range(20):
        body.correct_by_gravity(only_roll, noise=noise)
    roll, pitch, _ = roll_pitch_yaw_from_rotation(body.rotation)
    assert roll == pytest.approx(0.1, abs=0.01)
    assert abs(pitch) < 0.05
    assert error_between(body.rotation, truth) > 0.1


def test_a_measurement_outside_the_gate_changes_nothing() -> None:
    push = np.array((20.0, 0.0, 5.0))
    rotation, covariance, distance, _ = orientation_corrected_by_gravity(
        np.eye(3), START, push, 9.81, ACCELERATION_NOISE, 11.3
    )
    assert distance > 11.3
    np.testing.assert_array_equal(rotation, np.eye(3))
    np.testing.assert_array_equal(covariance, START)


def test_the_rotation_stays_orthonormal_for_an_hour() -> None:
    rotation, covariance = rotation_z(0.1), START
    turn = np.array((0.013, -0.007, 0.021))
    for _ in range(300_000):
        rotation, covariance = orientation_predicted(rotation, covariance, turn, 1e-12 * START)
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-12)
