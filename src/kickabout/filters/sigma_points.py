"""The unscented transform: from a Gaussian to sigma points and back."""

import math

import numpy as np

from kickabout.filters.linear_gaussian import gain_and_distance
from kickabout.framework.compilation import kernel
from kickabout.geometry.angles import mean_angle, normalized_angle
from kickabout.geometry.arrays import BoolArray, Cov, Mat, Vec, readonly
from kickabout.geometry.matrices import matrix_vector_product, sandwich


def sigma_weights(size: int) -> tuple[float, Vec]:
    """Return the spread of the sigma points of a state of this size, and their weights.

    The spread is in columns of the covariance's root. All weights are positive, so covariances
    stay positive definite.
    """
    weights = np.full(2 * size + 1, 0.5 / (size + 1.0))
    weights[0] = 1.0 - size / (size + 1.0)
    return math.sqrt(size + 1.0), readonly(weights)


@kernel
def semidefinite_root(covariance: Cov) -> Mat:
    """Return the lower triangular root; a direction without variance gives a column of zeros."""
    size = covariance.shape[0]
    root = np.zeros((size, size))
    for j in range(size):
        pivot = covariance[j, j]
        for k in range(j):
            pivot -= root[j, k] * root[j, k]
        if not pivot > 1e-14 * covariance[j, j]:
            continue
        root[j, j] = math.sqrt(pivot)
        for i in range(j + 1, size):
            rest = covariance[i, j]
            for k in range(j):
                rest -= root[i, k] * root[j, k]
            root[i, j] = rest / root[j, j]
    return root


@kernel
def sigma_points(mean: Vec, covariance: Cov, spread: float) -> Mat:
    """Return rows: the mean, then the mean plus and minus each column of the root times spread."""
    size = mean.size
    root = semidefinite_root(covariance)
    points = np.empty((2 * size + 1, size))
    points[0] = mean
    for j in range(size):
        for i in range(size):
            points[1 + j, i] = mean[i] + spread * root[i, j]
            points[1 + size + j, i] = mean[i] - spread * root[i, j]
    return points


@kernel
def mean_of_points(points: Mat, weights: Vec, circular: BoolArray) -> Vec:
    """Return the weighted mean by component; of angles, the direction of the mean unit vector."""
    mean = np.zeros(points.shape[1])
    for j in range(mean.size):
        if circular[j]:
            mean[j] = mean_angle(points[:, j], weights)
        else:
            for i in range(points.shape[0]):
                mean[j] += weights[i] * points[i, j]
    return mean


@kernel
def deviations_from(points: Mat, mean: Vec, circular: BoolArray) -> Mat:
    deviations = np.empty(points.shape)
    for i in range(points.shape[0]):
        for j in range(points.shape[1]):
            deviation = points[i, j] - mean[j]
            deviations[i, j] = normalized_angle(deviation) if circular[j] else deviation
    return deviations


@kernel
def weighted_product(left: Mat, right: Mat, weights: Vec) -> Mat:
    """Return the sum over the rows of weight * outer(left, right)."""
    result = np.zeros((left.shape[1], right.shape[1]))
    for row in range(left.shape[0]):
        for i in range(left.shape[1]):
            scaled = weights[row] * left[row, i]
            for j in range(right.shape[1]):
                result[i, j] += scaled * right[row, j]
    return result


@kernel
def gaussian_of_points(
    points: Mat, weights: Vec, circular: BoolArray, noise: Cov
) -> tuple[Vec, Cov]:
    """Return mean and covariance of transformed sigma points, plus noise."""
    mean = mean_of_points(points, weights, circular)
    deviations = deviations_from(points, mean, circular)
    return mean, weighted_product(deviations, deviations, weights) + noise


@kernel
def correction_by_points(
    deviations: Mat,
    expected: Mat,
    measurement: Vec,
    weights: Vec,
    circular: BoolArray,
    noise: Cov,
) -> tuple[Vec, Cov, float, float]:
    """Return step of the mean, new covariance, squared Mahalanobis distance, log-likelihood.

    `deviations` are those of the state's sigma points, `expected` their measurements,
    `circular` the components of these that are angles. The new covariance is a weighted sum
    of squares, so it stays positive definite if no weight is negative.
    """
    mean = mean_of_points(expected, weights, circular)
    spread = deviations_from(expected, mean, circular)
    residual = deviations_from(measurement.reshape(1, -1), mean, circular)[0]
    innovation = weighted_product(spread, spread, weights) + noise
    cross = weighted_product(deviations, spread, weights)
    gain, distance, log_likelihood = gain_and_distance(cross, innovation, residual)
    rest: Mat = np.empty(deviations.shape)
    for i in range(rest.shape[0]):
        for j in range(rest.shape[1]):
            explained = 0.0
            for k in range(gain.shape[1]):
                explained += gain[j, k] * spread[i, k]
            rest[i, j] = deviations[i, j] - explained
    covariance = weighted_product(rest, rest, weights) + sandwich(gain, noise)
    return matrix_vector_product(gain, residual), covariance, distance, log_likelihood
