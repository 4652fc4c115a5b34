"""Gaussians: from means and covariances to distances, likelihoods, ellipses and fusions."""

import math

import numpy as np

from kickabout.geometry.arrays import Cov, Cov2, Vec
from kickabout.geometry.kernels import kernel
from kickabout.geometry.matrices import (
    cholesky,
    inverse_by_cholesky,
    matrix_vector_product,
    sandwich,
    solved_lower,
    squared_norm,
    symmetrized,
)

LOG_TWO_PI = math.log(2.0 * math.pi)


@kernel
def is_positive_definite(covariance: Cov) -> bool:
    """Symmetric within rounding and without a direction of zero or negative variance."""
    size = covariance.shape[0]
    for i in range(size):
        for j in range(i):
            scale = math.sqrt(abs(covariance[i, i] * covariance[j, j]))
            if not abs(covariance[i, j] - covariance[j, i]) <= 1e-9 * scale:
                return False
    return cholesky(covariance)[0]


@kernel
def squared_mahalanobis(difference: Vec, covariance: Cov) -> float:
    """Squared distance in standard deviations; infinite if the covariance is not one."""
    valid, lower = cholesky(covariance)
    if not valid:
        return np.inf
    return squared_norm(solved_lower(lower, difference))


@kernel
def mahalanobis(difference: Vec, covariance: Cov) -> float:
    """Distance in standard deviations; infinite if the covariance is not one."""
    return math.sqrt(squared_mahalanobis(difference, covariance))


@kernel
def gaussian_log_likelihood(difference: Vec, covariance: Cov) -> float:
    """Logarithm of the density at this distance from the mean."""
    valid, lower = cholesky(covariance)
    if not valid:
        return -np.inf
    log_root = 0.0
    for i in range(difference.size):
        log_root += math.log(lower[i, i])
    distance = squared_norm(solved_lower(lower, difference))
    return -0.5 * (distance + difference.size * LOG_TWO_PI) - log_root


@kernel
def rotated_covariance(covariance: Cov2, angle: float) -> Cov2:
    """The same spread seen after everything was turned by the angle."""
    c, s = math.cos(angle), math.sin(angle)
    return sandwich(np.array(((c, -s), (s, c))), covariance)


@kernel
def fused_gaussians(
    mean: Vec, covariance: Cov, other_mean: Vec, other_covariance: Cov
) -> tuple[Vec, Cov]:
    """What two independent estimates of the same thing say together.

    If both are certain but not the same, the first one stays.
    """
    valid, lower = cholesky(covariance + other_covariance)
    if not valid:
        return mean.copy(), covariance.copy()
    sum_inverse = inverse_by_cholesky(lower)
    step = matrix_vector_product(sum_inverse, other_mean - mean)
    fused_mean = mean + matrix_vector_product(covariance, step)
    fused = covariance - sandwich(covariance, sum_inverse)
    return fused_mean, symmetrized(fused)


@kernel
def error_ellipse(covariance: Cov2, sigmas: float) -> tuple[float, float, float]:
    """Long and short half axis, and the direction of the long one."""
    xx, xy, yy = covariance[0, 0], covariance[0, 1], covariance[1, 1]
    middle = 0.5 * (xx + yy)
    radius = math.hypot(0.5 * (xx - yy), xy)
    long_axis = sigmas * math.sqrt(max(middle + radius, 0.0))
    short_axis = sigmas * math.sqrt(max(middle - radius, 0.0))
    return long_axis, short_axis, 0.5 * math.atan2(2.0 * xy, xx - yy)
