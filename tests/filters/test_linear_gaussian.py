"""Corrections of a Gaussian: compared with closed forms and filterpy."""

import math

import numpy as np
import pytest
from filterpy.kalman import KalmanFilter
from scipy.stats import multivariate_normal
from tests.filters.gaussians import is_positive_definite

from kickabout.filters.linear_gaussian import corrected
from kickabout.geometry import Cov, Vec

OBSERVATION = np.eye(2, 4)
NOISE = np.array(((0.02, 0.005), (0.005, 0.01)))
MEAN = np.array((1.0, 2.0, 0.0, 0.0))
COVARIANCE = np.diag((0.1, 0.1, 1.0, 1.0)) + 0.02
ONE = np.ones((1, 1))


def after(
    measurement: Vec, *, mean: Vec = MEAN, covariance: Cov = COVARIANCE, gate: float = math.inf
) -> tuple[Vec, Cov, float, float]:
    residual = measurement - mean[:2]
    return corrected(mean, covariance, residual, OBSERVATION, NOISE, gate)


def test_repeated_measurements_of_a_constant_give_their_mean() -> None:
    values = np.random.default_rng(1).normal(3.0, 0.5, 50)
    mean, covariance = np.zeros(1), 1e12 * ONE
    for value in values:
        mean, covariance, _, _ = corrected(
            mean, covariance, value - mean, ONE, 0.25 * ONE, math.inf
        )
    assert mean[0] == pytest.approx(values.mean())
    assert covariance[0, 0] == pytest.approx(0.25 / 50)


def test_corrections_agree_with_filterpy() -> None:
    theirs = KalmanFilter(dim_x=4, dim_z=2)
    mean, covariance = MEAN, COVARIANCE
    theirs.x, theirs.P = mean.copy(), covariance.copy()
    theirs.H, theirs.R = OBSERVATION, NOISE
    random = np.random.default_rng(2)
    for step in range(20):
        measurement = np.array((1.0 + 0.02 * step, 2.0)) + random.normal(0.0, 0.1, 2)
        mean, covariance, squared_distance, log_likelihood = after(
            measurement, mean=mean, covariance=covariance
        )
        theirs.update(measurement)
        np.testing.assert_allclose(mean, theirs.x, atol=1e-9)
        np.testing.assert_allclose(covariance, theirs.P, atol=1e-9)
        assert log_likelihood == pytest.approx(theirs.log_likelihood)
        assert squared_distance == pytest.approx(theirs.mahalanobis**2)


def test_the_log_likelihood_is_that_of_the_expected_measurement() -> None:
    measurement = np.array((1.3, 1.8))
    density = multivariate_normal(MEAN[:2], COVARIANCE[:2, :2] + NOISE)
    assert after(measurement)[3] == pytest.approx(density.logpdf(measurement))


def test_a_measurement_outside_the_gate_changes_nothing() -> None:
    far = np.array((5.0, 2.0))
    mean, covariance, squared_distance, _ = after(far, gate=9.0)
    assert squared_distance > 9.0
    np.testing.assert_array_equal(mean, MEAN)
    np.testing.assert_array_equal(covariance, COVARIANCE)
    assert after(far, gate=1e3)[0][0] > MEAN[0]


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_measurement_that_is_not_a_number_changes_nothing(bad: float) -> None:
    mean, covariance, _, _ = after(np.array((bad, 2.0)))
    np.testing.assert_array_equal(mean, MEAN)
    np.testing.assert_array_equal(covariance, COVARIANCE)


def test_the_covariance_stays_positive_definite_with_very_exact_measurements() -> None:
    mean, covariance = np.zeros(4), 1e6 * np.eye(4)
    random = np.random.default_rng(3)
    for _ in range(500):
        residual = random.normal(0.0, 1e-5, 2) - mean[:2]
        covariance = covariance + 1e-6 * np.eye(4)
        mean, covariance, _, _ = corrected(
            mean, covariance, residual, OBSERVATION, 1e-10 * np.eye(2), math.inf
        )
        assert is_positive_definite(covariance)
