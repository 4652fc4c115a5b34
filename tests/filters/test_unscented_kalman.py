"""Unscented Kalman filter: against the linear one, filterpy, sampling, and on angles."""

import math

import numpy as np
import pytest
from filterpy.kalman import MerweScaledSigmaPoints
from filterpy.kalman import UnscentedKalmanFilter as FilterpyFilter

from kickabout.filters import (
    POSITION_OF_MOVING,
    KalmanFilter,
    UnscentedKalmanFilter,
    constant_velocity,
    random_acceleration,
    sigma_weights,
)
from kickabout.filters.sigma_points import sigma_points
from kickabout.geometry import FloatArray, is_positive_definite

TRANSITION = constant_velocity(0.05)
PROCESS_NOISE = random_acceleration(0.05, 1.0)
POLAR_NOISE = np.diag((0.05**2, 0.02**2))


def moved(points: FloatArray) -> FloatArray:
    return points @ TRANSITION.T


def polar(points: FloatArray) -> FloatArray:
    """Distance and bearing of each row (x, y, …)."""
    distances = np.hypot(points[:, 0], points[:, 1])
    return np.column_stack((distances, np.arctan2(points[:, 1], points[:, 0])))


@pytest.mark.parametrize("size", [1, 3, 4, 6])
def test_sigma_points_have_the_moments_they_were_made_from(size: int) -> None:
    random = np.random.default_rng(size)
    root = random.normal(size=(size, size))
    mean, covariance = random.normal(size=size), root @ root.T
    weights = sigma_weights(size)
    points = sigma_points(mean, covariance, weights.spread)
    assert weights.mean.sum() == pytest.approx(1.0)
    assert (weights.covariance > 0.0).all()
    np.testing.assert_allclose(weights.mean @ points, mean, atol=1e-12)
    deviations = points - mean
    np.testing.assert_allclose(
        (weights.covariance * deviations.T) @ deviations, covariance, atol=1e-9
    )


def test_direction_without_variance_gets_no_spread() -> None:
    covariance = np.array(((1.0, 0.0, 0.5), (0.0, 0.0, 0.0), (0.5, 0.0, 0.25)))
    points = sigma_points(np.zeros(3), covariance, 2.0)
    assert np.isfinite(points).all()
    assert (points[:, 1] == 0.0).all()
    weights = sigma_weights(3)
    np.testing.assert_allclose((weights.covariance * points.T) @ points, covariance, atol=1e-9)


def test_impossible_scaling_is_refused() -> None:
    with pytest.raises(ValueError, match="sigma points need"):
        sigma_weights(3, kappa=-3.0)


def test_linear_models_make_it_the_linear_filter() -> None:
    start = (1.0, 2.0, 0.5, -0.5)
    unscented, straight = UnscentedKalmanFilter(start, np.eye(4)), KalmanFilter(start, np.eye(4))
    noise = np.array(((0.1, 0.02), (0.02, 0.2)))
    random = np.random.default_rng(2)
    for _ in range(30):
        measurement = random.normal((1.0, 2.0), 0.3)
        unscented.predict(moved, PROCESS_NOISE)
        straight.predict(TRANSITION, PROCESS_NOISE)
        ours = unscented.correct(measurement, observation=lambda points: points[:, :2], noise=noise)
        theirs = straight.correct(measurement, observation=POSITION_OF_MOVING, noise=noise)
        np.testing.assert_allclose(unscented.mean, straight.mean, atol=1e-9)
        np.testing.assert_allclose(unscented.covariance, straight.covariance, atol=1e-9)
        assert ours.squared_distance == pytest.approx(theirs.squared_distance)
        assert ours.log_likelihood == pytest.approx(theirs.log_likelihood)


def test_tracking_by_distance_and_bearing_agrees_with_filterpy() -> None:
    scaling = {"alpha": 0.5, "beta": 2.0, "kappa": 0.5}
    start, covariance = np.array((2.0, 1.0, 0.0, 0.0)), 0.3 * np.eye(4)
    ours = UnscentedKalmanFilter(start, covariance, weights=sigma_weights(4, **scaling))
    theirs = FilterpyFilter(
        dim_x=4,
        dim_z=2,
        dt=0.05,
        hx=lambda state: polar(state[None])[0],
        fx=lambda state, dt: TRANSITION @ state,
        points=MerweScaledSigmaPoints(4, **scaling),
    )
    theirs.x, theirs.P, theirs.Q, theirs.R = start, covariance, PROCESS_NOISE, POLAR_NOISE
    random = np.random.default_rng(3)
    for step in range(40):
        measurement = np.array((2.2, 0.4 + 0.01 * step)) + random.normal(0.0, (0.05, 0.02))
        ours.predict(moved, PROCESS_NOISE)
        theirs.predict()
        # filterpy measures the points of the prediction instead of drawing new ones
        theirs.sigmas_f = theirs.points_fn.sigma_points(theirs.x, theirs.P)
        ours.correct(measurement, observation=polar, noise=POLAR_NOISE)
        theirs.update(measurement)
        np.testing.assert_allclose(ours.mean, theirs.x, atol=1e-8)
        np.testing.assert_allclose(ours.covariance, theirs.P, atol=1e-8)


def test_bent_model_is_predicted_as_sampling_says() -> None:
    mean, covariance = np.array((1.0, 0.5)), np.diag((0.02**2, 0.3**2))

    def cartesian(points: FloatArray) -> FloatArray:
        return np.column_stack(
            (points[:, 0] * np.cos(points[:, 1]), points[:, 0] * np.sin(points[:, 1]))
        )

    ours = UnscentedKalmanFilter(mean, covariance)
    ours.predict(cartesian, np.zeros((2, 2)))
    samples = cartesian(np.random.default_rng(4).multivariate_normal(mean, covariance, 200_000))
    np.testing.assert_allclose(ours.mean, samples.mean(axis=0), atol=3e-3)
    np.testing.assert_allclose(ours.covariance, np.cov(samples.T), atol=4e-3)


def test_headings_around_the_seam_are_averaged_on_the_circle() -> None:
    heading = UnscentedKalmanFilter((math.pi - 0.05,), ((0.3**2,),), circular=(0,))
    noise = np.array(((0.1**2,),))
    heading.predict(lambda points: points + 0.1, noise)
    assert heading.mean[0] == pytest.approx(-math.pi + 0.05)
    assert heading.covariance[0, 0] == pytest.approx(0.3**2 + 0.1**2)
    heading.correct(
        np.array((math.pi - 0.02,)),
        observation=lambda points: points,
        noise=noise,
        circular=(0,),
    )
    assert abs(heading.mean[0]) > math.pi - 0.05
    assert abs(heading.mean[0]) <= math.pi


def test_bearing_across_the_seam_is_a_small_residual() -> None:
    tracker = UnscentedKalmanFilter((-2.0, 0.01), 0.01 * np.eye(2))
    correction = tracker.correct(
        np.array((2.0, -math.pi + 0.005)), observation=polar, noise=POLAR_NOISE, circular=(1,)
    )
    assert correction.squared_distance < 1.0
    assert np.abs(tracker.mean - (-2.0, 0.0)).max() < 0.02


def test_outlier_is_refused_by_the_gate() -> None:
    tracker = UnscentedKalmanFilter((2.0, 0.0), 0.01 * np.eye(2))
    far = np.array((5.0, 0.0))
    assert not tracker.correct(far, observation=polar, noise=POLAR_NOISE, gate=9.0).accepted
    np.testing.assert_array_equal(tracker.mean, (2.0, 0.0))


def test_covariance_stays_positive_definite_for_long() -> None:
    tracker = UnscentedKalmanFilter((2.0, 1.0, 0.0, 0.0), np.eye(4))
    random = np.random.default_rng(5)
    for _ in range(500):
        tracker.predict(moved, PROCESS_NOISE)
        tracker.correct(
            np.array((2.0, 0.5)) + random.normal(0.0, (0.001, 0.001)),
            observation=polar,
            noise=1e-6 * np.eye(2),
        )
        assert is_positive_definite(tracker.covariance)


def test_falling_pendulum_is_foreseen() -> None:
    """BH19-PRO-12: center of mass over the foot, predicted 120 ms ahead of noisy measurements."""
    dt, height, gravity = 0.012, 0.26, 9.81
    omega = math.sqrt(gravity / height)

    def pendulum(points: FloatArray) -> FloatArray:
        c, s = math.cosh(omega * dt), math.sinh(omega * dt)
        position = c * points[:, :2] + s / omega * points[:, 2:]
        return np.hstack((position, s * omega * points[:, :2] + c * points[:, 2:]))

    state = np.array(((0.005, 0.0, 0.1, 0.02),))
    tracker = UnscentedKalmanFilter(np.zeros(4), np.diag((0.01, 0.01, 0.3, 0.3)) ** 2)
    process, noise = np.diag((1e-4, 1e-4, 5e-3, 5e-3)) ** 2, (0.002**2) * np.eye(2)
    random = np.random.default_rng(6)
    for _ in range(15):
        state = pendulum(state)
        tracker.predict(pendulum, process)
        tracker.correct(
            state[0, :2] + random.normal(0.0, 0.002, 2),
            observation=lambda points: points[:, :2],
            noise=noise,
        )
    ahead, truth = tracker.mean[None], state
    for _ in range(10):
        ahead, truth = pendulum(ahead), pendulum(truth)
    assert np.hypot(*(ahead - truth)[0, :2]) < 0.02
    assert truth[0, 0] > 0.05
