"""Extended Kalman filter: against the linear one, filterpy and bent models."""

import math

import numpy as np
import pytest
from filterpy.kalman import ExtendedKalmanFilter as FilterpyFilter

from kickabout.filters import (
    POSITION_OF_MOVING,
    ExtendedKalmanFilter,
    KalmanFilter,
    constant_velocity,
    numeric_jacobian,
    random_acceleration,
)
from kickabout.geometry import FloatArray

TRANSITION = constant_velocity(0.05)
PROCESS_NOISE = random_acceleration(0.05, 1.0)
POLAR_NOISE = np.diag((0.05**2, 0.02**2))


def polar(state: FloatArray) -> FloatArray:
    """Distance and bearing of (x, y, …)."""
    return np.array((math.hypot(state[0], state[1]), math.atan2(state[1], state[0])))


def polar_slope(state: FloatArray) -> FloatArray:
    x, y = state[:2]
    r = math.hypot(x, y)
    slope = np.zeros((2, state.size))
    slope[0, :2] = x / r, y / r
    slope[1, :2] = -y / r**2, x / r**2
    return slope


def test_linear_models_make_it_the_linear_filter() -> None:
    start = (1.0, 2.0, 0.5, -0.5)
    bent, straight = ExtendedKalmanFilter(start, np.eye(4)), KalmanFilter(start, np.eye(4))
    measurement, noise = np.array((1.2, 1.9)), 0.1 * np.eye(2)
    bent.predict(lambda state: TRANSITION @ state, noise=PROCESS_NOISE)
    straight.predict(TRANSITION, PROCESS_NOISE)
    ours = bent.correct(
        measurement, observation=lambda state: POSITION_OF_MOVING @ state, noise=noise
    )
    theirs = straight.correct(measurement, observation=POSITION_OF_MOVING, noise=noise)
    np.testing.assert_allclose(bent.mean, straight.mean, atol=1e-8)
    np.testing.assert_allclose(bent.covariance, straight.covariance, atol=1e-8)
    assert ours.log_likelihood == pytest.approx(theirs.log_likelihood)


def test_tracking_by_distance_and_bearing_agrees_with_filterpy() -> None:
    ours = ExtendedKalmanFilter((2.0, 1.0, 0.0, 0.0), np.eye(4))
    theirs = FilterpyFilter(dim_x=4, dim_z=2)
    theirs.x, theirs.P = ours.mean.copy(), ours.covariance.copy()
    theirs.F, theirs.Q, theirs.R = TRANSITION, PROCESS_NOISE, POLAR_NOISE
    random = np.random.default_rng(1)
    state = np.array((2.2, 0.8, 0.3, 0.4))
    for _ in range(60):
        state = TRANSITION @ state
        measurement = polar(state) + random.normal(0.0, (0.05, 0.02))
        ours.predict(
            lambda state: TRANSITION @ state,
            noise=PROCESS_NOISE,
            jacobian=lambda _: TRANSITION,
        )
        ours.correct(
            measurement,
            observation=polar,
            noise=POLAR_NOISE,
            jacobian=polar_slope,
            circular=(1,),
        )
        theirs.predict()
        theirs.update(measurement, HJacobian=polar_slope, Hx=polar)
        np.testing.assert_allclose(ours.mean, theirs.x, atol=1e-9)
        np.testing.assert_allclose(ours.covariance, theirs.P, atol=1e-9)
    assert np.abs(ours.mean[:2] - state[:2]).max() < 0.15


def test_numeric_jacobian_agrees_with_the_derivative() -> None:
    state = np.array((1.5, -0.7, 0.2, 0.1))
    np.testing.assert_allclose(numeric_jacobian(polar, state), polar_slope(state), atol=1e-8)


def test_numeric_jacobian_does_not_jump_at_the_seam_of_angles() -> None:
    behind = np.array((-1.0, 0.0, 0.0, 0.0))
    slope = numeric_jacobian(polar, behind, circular=(1,))
    np.testing.assert_allclose(slope, polar_slope(behind), atol=1e-8)


def test_bearing_across_the_seam_is_a_small_residual() -> None:
    tracker = ExtendedKalmanFilter((-2.0, 0.01), 0.01 * np.eye(2))
    correction = tracker.correct(
        np.array((2.0, -math.pi + 0.005)), observation=polar, noise=POLAR_NOISE, circular=(1,)
    )
    assert correction.squared_distance < 1.0
    assert np.abs(tracker.mean - (-2.0, 0.0)).max() < 0.02


def test_angles_of_the_state_are_kept_normalized() -> None:
    heading = ExtendedKalmanFilter((3.0,), ((0.1,),), circular=(0,))
    heading.predict(lambda state: state + 1.0, noise=np.array(((0.01,),)))
    assert heading.mean[0] == pytest.approx(4.0 - 2.0 * math.pi)


def test_outlier_is_refused_by_the_gate() -> None:
    tracker = ExtendedKalmanFilter((2.0, 0.0), 0.01 * np.eye(2))
    far = np.array((5.0, 0.0))
    assert not tracker.correct(far, observation=polar, noise=POLAR_NOISE, gate=9.0).accepted
    np.testing.assert_array_equal(tracker.mean, (2.0, 0.0))
