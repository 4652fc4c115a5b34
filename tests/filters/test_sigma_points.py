"""The unscented transform: compared with moments, sampling and the linear correction."""

import math

import numpy as np
import pytest
from tests.filters.gaussians import is_positive_definite

from kickabout.filters import sigma_weights
from kickabout.filters.linear_gaussian import corrected
from kickabout.filters.sigma_points import correction_by_points, gaussian_of_points, sigma_points
from kickabout.geometry import FloatArray

NO_ANGLES = np.zeros(2, np.bool_)
ONE_ANGLE = np.ones(1, np.bool_)


def random_covariance(size: int) -> FloatArray:
    root = np.random.default_rng(size).normal(size=(size, size))
    covariance: FloatArray = root @ root.T
    return covariance


@pytest.mark.parametrize("size", [1, 3, 4, 6])
def test_sigma_points_have_the_moments_they_were_made_from(size: int) -> None:
    mean, covariance = np.arange(float(size)), random_covariance(size)
    spread, weights = sigma_weights(size)
    points = sigma_points(mean, covariance, spread)
    assert weights.sum() == pytest.approx(1.0)
    assert (weights > 0.0).all()
    np.testing.assert_allclose(weights @ points, mean, atol=1e-12)
    deviations = points - mean
    np.testing.assert_allclose((weights * deviations.T) @ deviations, covariance, atol=1e-9)


def test_a_direction_without_variance_gets_no_spread() -> None:
    covariance = np.array(((1.0, 0.0, 0.5), (0.0, 0.0, 0.0), (0.5, 0.0, 0.25)))
    spread, weights = sigma_weights(3)
    points = sigma_points(np.zeros(3), covariance, spread)
    assert np.isfinite(points).all()
    assert (points[:, 1] == 0.0).all()
    np.testing.assert_allclose((weights * points.T) @ points, covariance, atol=1e-9)


def test_a_nonlinear_model_is_predicted_like_by_sampling() -> None:
    mean, covariance = np.array((1.0, 0.5)), np.diag((0.02**2, 0.3**2))

    def cartesian(points: FloatArray) -> FloatArray:
        return np.column_stack(
            (points[:, 0] * np.cos(points[:, 1]), points[:, 0] * np.sin(points[:, 1]))
        )

    spread, weights = sigma_weights(2)
    points = cartesian(sigma_points(mean, covariance, spread))
    new_mean, new_covariance = gaussian_of_points(points, weights, NO_ANGLES, np.zeros((2, 2)))
    samples = cartesian(np.random.default_rng(4).multivariate_normal(mean, covariance, 200_000))
    np.testing.assert_allclose(new_mean, samples.mean(axis=0), atol=3e-3)
    np.testing.assert_allclose(new_covariance, np.cov(samples.T), atol=4e-3)


def test_headings_around_the_discontinuity_are_averaged_on_the_circle() -> None:
    spread, weights = sigma_weights(1)
    points = sigma_points(np.array((math.pi - 0.05,)), np.array(((0.3**2,),)), spread) + 0.1
    mean, covariance = gaussian_of_points(points, weights, ONE_ANGLE, np.array(((0.1**2,),)))
    assert mean[0] == pytest.approx(-math.pi + 0.05)
    assert covariance[0, 0] == pytest.approx(0.3**2 + 0.1**2)


def test_a_linear_observation_gives_the_linear_correction() -> None:
    mean, covariance = np.array((1.0, 2.0, 0.5, -0.5)), random_covariance(4)
    measurement, noise = np.array((1.2, 1.9)), np.array(((0.1, 0.02), (0.02, 0.2)))
    spread, weights = sigma_weights(4)
    points = sigma_points(mean, covariance, spread)
    step, new_covariance, squared_distance, log_likelihood = correction_by_points(
        points - mean, points[:, :2].copy(), measurement, weights, NO_ANGLES, noise
    )
    linear = corrected(mean, covariance, measurement - mean[:2], np.eye(2, 4), noise, math.inf)
    np.testing.assert_allclose(mean + step, linear[0], atol=1e-9)
    np.testing.assert_allclose(new_covariance, linear[1], atol=1e-9)
    assert squared_distance == pytest.approx(linear[2])
    assert log_likelihood == pytest.approx(linear[3])


def test_a_bearing_across_the_discontinuity_is_a_small_residual() -> None:
    mean, covariance = np.array((-2.0, 0.01)), 0.01 * np.eye(2)
    spread, weights = sigma_weights(2)
    points = sigma_points(mean, covariance, spread)
    bearings = np.arctan2(points[:, 1], points[:, 0]).reshape(-1, 1)
    step, new_covariance, squared_distance, _ = correction_by_points(
        points - mean,
        bearings,
        np.array((-math.pi + 0.005,)),
        weights,
        ONE_ANGLE,
        np.array(((0.02**2,),)),
    )
    assert squared_distance < 1.0
    assert np.abs(mean + step - (-2.0, 0.0)).max() < 0.02
    assert is_positive_definite(new_covariance)
