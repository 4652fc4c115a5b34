"""The kernels for points on the ground agree with a general Kalman filter."""

import math

import numpy as np
import pytest
from filterpy.kalman import KalmanFilter

from kickabout.geometry import FloatArray, Mat
from kickabout.modeling.obstacles.moving_points import (
    correct_position,
    predict_points,
    widened_noise,
)

DT = 0.05


def random_gaussians(size: int, count: int, seed: int) -> tuple[Mat, FloatArray]:
    random = np.random.default_rng(seed)
    roots = random.standard_normal((count, size, size))
    return random.standard_normal((count, size)), roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(
        size
    )


def general_filter(mean: Mat, covariance: Mat) -> KalmanFilter:
    general = KalmanFilter(dim_x=mean.size, dim_z=2)
    general.x, general.P = mean.copy(), covariance.copy()
    return general


@pytest.mark.parametrize("size", [2, 4])
def test_a_correction_is_that_of_a_kalman_filter(size: int) -> None:
    means, covariances = random_gaussians(size, 5, seed=1)
    position, noise = np.array((0.4, -0.2)), np.array(((0.3, 0.1), (0.1, 0.2)))
    for mean, covariance in zip(means, covariances, strict=True):
        general = general_filter(mean, covariance)
        general.update(position, R=noise, H=np.eye(2, size))
        fit = correct_position(mean, covariance, position, noise, math.inf)
        assert fit == pytest.approx(general.log_likelihood)
        assert mean == pytest.approx(general.x)
        assert covariance == pytest.approx(general.P)


def test_the_noise_of_outliers_is_widened() -> None:
    mean, covariance, noise = np.zeros(4), np.eye(4), np.diag((0.5, 0.2))
    near, far = np.array((0.3, 0.1)), np.array((6.0, 0.0))
    assert widened_noise(mean, covariance, near, noise, 1.0) == pytest.approx(noise)
    assert widened_noise(mean, covariance, far, noise, 1.0) == pytest.approx(noise * 36.0 / 1.5)


def test_a_measurement_outside_of_the_gate_changes_nothing() -> None:
    mean, covariance = np.zeros(4), np.eye(4)
    fit = correct_position(mean, covariance, np.array((30.0, 0.0)), np.eye(2), 16.0)
    assert fit < -100.0
    assert (mean == 0.0).all()
    assert np.array_equal(covariance, np.eye(4))


@pytest.mark.parametrize("size", [2, 4])
def test_a_prediction_is_that_of_a_kalman_filter_in_a_moving_frame(size: int) -> None:
    means, covariances = random_gaussians(size, 5, seed=2)
    step = np.array((0.03, -0.02, 0.3))
    c, s = math.cos(step[2]), math.sin(step[2])
    turn = np.kron(np.eye(size // 2), np.array(((c, s), (-s, c))))
    transition = turn @ (np.eye(4) + DT * np.eye(4, k=2))[:size, :size]
    offset = turn @ np.array((-step[0], -step[1], 0.0, 0.0))[:size]
    noise = np.diag((0.01, 0.01, 0.04, 0.04)[:size])
    general = [general_filter(m, p) for m, p in zip(means, covariances, strict=True)]
    predict_points(means, covariances, step, DT, 1e-9, 0.01, 0.04)
    for i, expected in enumerate(general):
        expected.predict(u=offset, B=np.eye(size), F=transition, Q=noise)
        assert means[i] == pytest.approx(expected.x, abs=1e-8)
        assert covariances[i] == pytest.approx(expected.P)


def test_a_moving_point_slows_down_and_stops() -> None:
    means, covariances = np.array(((0.0, 0.0, 1.0, 0.0),)), np.eye(4)[None].copy()
    still = np.zeros(3)
    for _ in range(100):
        predict_points(means, covariances, still, DT, 0.5, 0.0, 0.0)
    assert means[0] == pytest.approx((1.0, 0.0, 0.0, 0.0))


def test_covariances_stay_positive_definite() -> None:
    random = np.random.default_rng(3)
    means, covariances = random_gaussians(4, 6, seed=4)
    for _ in range(2000):
        step = 0.02 * random.standard_normal(3)
        predict_points(means, covariances, step, DT, 0.3, 1e-6, 1e-5)
        for mean, covariance in zip(means, covariances, strict=True):
            position = mean[:2] + 0.01 * random.standard_normal(2)
            correct_position(mean, covariance, position, 1e-4 * np.eye(2), math.inf)
    for covariance in covariances:
        assert np.allclose(covariance, covariance.T)
        assert np.linalg.eigvalsh(covariance).min() > 0.0
