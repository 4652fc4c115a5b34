"""Kernels of the Kalman filter: from a Gaussian and a linear model to the next Gaussian."""

import math

import numpy as np

from kickabout.geometry.arrays import Cov, FloatArray, Mat, Vec
from kickabout.geometry.covariance import LOG_TWO_PI
from kickabout.geometry.kernels import kernel
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
def predicted(
    mean: Vec, covariance: Cov, transition: Mat, offset: Vec, noise: Cov
) -> tuple[Vec, Cov]:
    """Mean and covariance of transition @ state + offset + noise."""
    return (
        matrix_vector_product(transition, mean) + offset,
        sandwich(transition, covariance) + noise,
    )


@kernel
def gain_and_distance(
    cross_covariance: Mat, innovation_covariance: Cov, residual: Vec
) -> tuple[Mat, float, float]:
    """Kalman gain, squared Mahalanobis distance and log-likelihood of the residual.

    An innovation covariance that is none gives an infinite distance.
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
    """Mean and covariance after a measurement, its squared distance and log-likelihood.

    `residual` is measured minus expected. If its squared Mahalanobis distance is not within
    the gate, mean and covariance stay as they are. The covariance is updated in Joseph's
    form, which stays symmetric and positive definite under rounding.
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


@kernel
def all_predicted(
    means: Mat, covariances: FloatArray, transitions: FloatArray, offsets: Mat, noise: Cov
) -> tuple[Mat, FloatArray]:
    """`predicted` for N filters at once, each with its own transition and offset."""
    new_means = np.empty_like(means)
    new_covariances = np.empty_like(covariances)
    for i in range(means.shape[0]):
        new_means[i], new_covariances[i] = predicted(
            means[i], covariances[i], transitions[i], offsets[i], noise
        )
    return new_means, new_covariances


@kernel
def all_corrected(
    means: Mat, covariances: FloatArray, measurement: Vec, observation: Mat, noise: Cov, gate: float
) -> tuple[Mat, FloatArray, Vec, Vec]:
    """`corrected` for N filters at once with the same measurement."""
    count = means.shape[0]
    new_means = np.empty_like(means)
    new_covariances = np.empty_like(covariances)
    distances = np.empty(count)
    log_likelihoods = np.empty(count)
    for i in range(count):
        residual = measurement - matrix_vector_product(observation, means[i])
        new_means[i], new_covariances[i], distances[i], log_likelihoods[i] = corrected(
            means[i], covariances[i], residual, observation, noise, gate
        )
    return new_means, new_covariances, distances, log_likelihoods
