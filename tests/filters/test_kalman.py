"""Linear Kalman filters: against closed forms, filterpy and each other."""

import math

import numpy as np
import pytest
from filterpy.kalman import KalmanFilter as FilterpyFilter
from scipy.stats import multivariate_normal

from kickabout.filters import (
    POSITION_OF_MOVING,
    KalmanBank,
    KalmanFilter,
    constant_velocity,
    random_acceleration,
)
from kickabout.geometry import FloatArray, is_positive_definite

DT = 1.0 / 30.0
TRANSITION = constant_velocity(DT)
PROCESS_NOISE = random_acceleration(DT, 1.0)
NOISE = np.array(((0.02, 0.005), (0.005, 0.01)))
ONE = np.ones((1, 1))


def moving_filter() -> KalmanFilter:
    return KalmanFilter((1.0, 2.0, 0.0, 0.0), np.diag((0.1, 0.1, 1.0, 1.0)))


def test_repeated_measurements_of_a_constant_give_their_mean() -> None:
    values = np.random.default_rng(1).normal(3.0, 0.5, 50)
    prior = 1e12
    constant = KalmanFilter([0.0], [[prior]])
    for value in values:
        constant.correct(np.array((value,)), observation=ONE, noise=0.25 * ONE)
    assert constant.mean[0] == pytest.approx(values.mean())
    assert constant.covariance[0, 0] == pytest.approx(0.25 / 50)


def test_variance_settles_at_the_solution_of_the_riccati_equation() -> None:
    process, measurement = 0.01, 0.5
    walk = KalmanFilter([0.0], [[1.0]])
    for _ in range(300):
        walk.predict(ONE, process * ONE)
        walk.correct(np.zeros(1), observation=ONE, noise=measurement * ONE)
    before = 0.5 * (process + math.sqrt(process**2 + 4.0 * process * measurement))
    assert walk.covariance[0, 0] == pytest.approx(before * measurement / (before + measurement))


def test_tracking_agrees_with_filterpy() -> None:
    ours, theirs = moving_filter(), FilterpyFilter(dim_x=4, dim_z=2)
    theirs.x, theirs.P = ours.mean.copy(), ours.covariance.copy()
    theirs.F, theirs.Q, theirs.H, theirs.R = TRANSITION, PROCESS_NOISE, POSITION_OF_MOVING, NOISE
    random = np.random.default_rng(2)
    for step in range(100):
        measurement = np.array((1.0 + 0.02 * step, 2.0)) + random.normal(0.0, 0.1, 2)
        ours.predict(TRANSITION, PROCESS_NOISE)
        theirs.predict()
        correction = ours.correct(measurement, observation=POSITION_OF_MOVING, noise=NOISE)
        theirs.update(measurement)
        np.testing.assert_allclose(ours.mean, theirs.x, atol=1e-9)
        np.testing.assert_allclose(ours.covariance, theirs.P, atol=1e-9)
        assert correction.log_likelihood == pytest.approx(theirs.log_likelihood)
        assert correction.squared_distance == pytest.approx(theirs.mahalanobis**2)


def test_offset_moves_the_mean_only() -> None:
    moved, still = moving_filter(), moving_filter()
    moved.predict(np.eye(4), PROCESS_NOISE, offset=np.array((1.0, 0.0, 0.0, 2.0)))
    still.predict(np.eye(4), PROCESS_NOISE)
    np.testing.assert_allclose(moved.mean - still.mean, (1.0, 0.0, 0.0, 2.0))
    np.testing.assert_array_equal(moved.covariance, still.covariance)


def test_log_likelihood_is_that_of_the_expected_measurement() -> None:
    tracker = moving_filter()
    expected = tracker.covariance[:2, :2] + NOISE
    measurement = np.array((1.3, 1.8))
    density = multivariate_normal(tracker.mean[:2], expected)
    distance = tracker.squared_distance(measurement, observation=POSITION_OF_MOVING, noise=NOISE)
    correction = tracker.correct(measurement, observation=POSITION_OF_MOVING, noise=NOISE)
    assert correction.log_likelihood == pytest.approx(density.logpdf(measurement))
    assert correction.squared_distance == pytest.approx(distance)


def test_measurement_outside_the_gate_changes_nothing() -> None:
    tracker = moving_filter()
    before = tracker.mean.copy()
    far = np.array((5.0, 2.0))
    refused = tracker.correct(far, observation=POSITION_OF_MOVING, noise=NOISE, gate=9.0)
    assert not refused.accepted
    assert refused.squared_distance > 9.0
    np.testing.assert_array_equal(tracker.mean, before)
    accepted = tracker.correct(far, observation=POSITION_OF_MOVING, noise=NOISE, gate=1e3)
    assert accepted.accepted
    assert tracker.mean[0] > before[0]


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_measurement_that_is_no_number_changes_nothing(bad: float) -> None:
    tracker = moving_filter()
    before = tracker.mean.copy()
    correction = tracker.correct(np.array((bad, 2.0)), observation=POSITION_OF_MOVING, noise=NOISE)
    assert not correction.accepted
    np.testing.assert_array_equal(tracker.mean, before)


def test_covariance_stays_positive_definite_with_very_exact_measurements() -> None:
    tracker = KalmanFilter(np.zeros(4), 1e6 * np.eye(4))
    random = np.random.default_rng(3)
    for _ in range(2000):
        tracker.predict(TRANSITION, 1e-6 * PROCESS_NOISE)
        tracker.correct(
            random.normal(0.0, 1e-5, 2), observation=POSITION_OF_MOVING, noise=1e-10 * np.eye(2)
        )
        assert is_positive_definite(tracker.covariance)


def test_errors_are_as_large_as_the_filter_says() -> None:
    random = np.random.default_rng(4)
    squared_errors = []
    for _ in range(100):
        state = random.multivariate_normal(np.zeros(4), np.eye(4))
        tracker = KalmanFilter(np.zeros(4), np.eye(4))
        for _ in range(20):
            state = TRANSITION @ state + random.multivariate_normal(np.zeros(4), PROCESS_NOISE)
            tracker.predict(TRANSITION, PROCESS_NOISE)
            measurement = state[:2] + random.multivariate_normal(np.zeros(2), NOISE)
            tracker.correct(measurement, observation=POSITION_OF_MOVING, noise=NOISE)
        error = state - tracker.mean
        squared_errors.append(error @ np.linalg.solve(tracker.covariance, error))
    assert 3.2 < np.mean(squared_errors) < 4.9  # 4 expected, 99.8 % of chi² of 400 divided by 100


def test_bank_does_what_its_filters_do_one_by_one() -> None:
    random = np.random.default_rng(5)
    means = random.normal(size=(6, 4))
    covariances = np.array([np.diag(random.uniform(0.1, 1.0, 4)) for _ in range(6)])
    transitions = np.array([constant_velocity(dt) for dt in random.uniform(0.01, 0.1, 6)])
    offsets = random.normal(size=(6, 4))
    measurement = np.array((0.5, -0.5))
    bank = KalmanBank(means, covariances)
    bank.predict(transitions, PROCESS_NOISE, offsets)
    distances, log_likelihoods = bank.correct(
        measurement, observation=POSITION_OF_MOVING, noise=NOISE, gate=4.0
    )
    accepted: list[bool] = []
    for i in range(len(bank)):
        single = KalmanFilter(means[i], covariances[i])
        single.predict(transitions[i], PROCESS_NOISE, offsets[i])
        correction = single.correct(
            measurement, observation=POSITION_OF_MOVING, noise=NOISE, gate=4.0
        )
        accepted.append(correction.accepted)
        np.testing.assert_allclose(bank.means[i], single.mean)
        np.testing.assert_allclose(bank.covariances[i], single.covariance)
        assert distances[i] == pytest.approx(correction.squared_distance)
        assert log_likelihoods[i] == pytest.approx(correction.log_likelihood)
    assert len(set(accepted)) == 2


def test_one_filter_of_a_bank_can_start_anew() -> None:
    bank = KalmanBank(np.zeros((3, 2)), np.tile(np.eye(2), (3, 1, 1)))
    bank.replace(1, np.array((5.0, 6.0)), 2.0 * np.eye(2))
    np.testing.assert_array_equal(bank.means, ((0.0, 0.0), (5.0, 6.0), (0.0, 0.0)))
    assert bank.covariances[1, 0, 0] == 2.0


@pytest.mark.parametrize("covariance", [np.eye(3), np.ones(2), np.ones((2, 3))])
def test_covariance_that_does_not_fit_is_refused(covariance: FloatArray) -> None:
    with pytest.raises(ValueError, match=r"needs a covariance of shape \(2, 2\)"):
        KalmanFilter(np.zeros(2), covariance)


def test_random_acceleration_is_integrated_over_the_step() -> None:
    noise = random_acceleration(0.1, 2.0)
    np.testing.assert_allclose(noise[0, 0], 4.0 * 0.1**4 / 4)
    np.testing.assert_allclose(noise[2, 2], 4.0 * 0.1**2)
    np.testing.assert_allclose(noise[0, 2], 4.0 * 0.1**3 / 2)
    assert noise[0, 1] == 0.0
