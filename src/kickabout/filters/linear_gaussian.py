"""Kernels of the Kalman filter: from a Gaussian and a measurement to the next Gaussian."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import Cov, Mat, Vec
from kickabout.geometry.covariance import LOG_TWO_PI
from kickabout.geometry.matrices import (
    cholesky,
    matrix_product,
    matrix_vector_product,
    product_with_transposed,
    sandwich,
    solved_by_cholesky,
    solved_lower,
    squared_norm,
)


@kernel
def gain_and_distance(
    cross_covariance: Mat, innovation_covariance: Cov, residual: Vec
) -> tuple[Mat, float, float]:
    """Return Kalman gain, squared Mahalanobis distance and log-likelihood of the residual.

    If the innovation covariance is not positive definite, the distance is infinite.
    """
    gain: Mat = np.zeros(cross_covariance.shape)
    valid, lower = cholesky(innovation_covariance)
    if not valid:
        return gain, np.inf, -np.inf
    for i in range(gain.shape[0]):
        gain[i] = solved_by_cholesky(lower, cross_covariance[i])
    distance = squared_norm(solved_lower(lower, residual))
    log_root = 0.0
    for i in range(residual.size):
        log_root += math.log(lower[i, i])
    return gain, distance, -0.5 * (distance + residual.size * LOG_TWO_PI) - log_root


@kernel
def corrected(
    mean: Vec, covariance: Cov, residual: Vec, observation: Mat, noise: Cov, gate: float
) -> tuple[Vec, Cov, float, float]:
    """Return mean and covariance after a measurement, its squared distance and log-likelihood.

    `residual` is measured minus expected. If its squared Mahalanobis distance is not within
    the gate, mean and covariance do not change. The covariance is updated in Joseph's form,
    which stays symmetric and positive definite under rounding.
    """
    cross = product_with_transposed(covariance, observation)
    innovation = matrix_product(observation, cross) + noise
    gain, distance, log_likelihood = gain_and_distance(cross, innovation, residual)
    if not distance <= gate or distance == np.inf:
        return mean.copy(), covariance.copy(), distance, log_likelihood
    rest = -matrix_product(gain, observation)
    for i in range(mean.size):
        rest[i, i] += 1.0
    new_covariance = sandwich(rest, covariance) + sandwich(gain, noise)
    new_mean = mean + matrix_vector_product(gain, residual)
    return new_mean, new_covariance, distance, log_likelihood
