"""Kernels of localization: Gaussians of (x, y, theta) on the field.

Nonlinear models use the unscented transform, linear ones the linear update.
"""

import math

import numpy as np

from kickabout.filters.linear_gaussian import corrected
from kickabout.filters.sigma_points import (
    correction_by_points,
    deviations_from,
    gaussian_of_points,
    sigma_points,
    sigma_weights,
)
from kickabout.framework.compilation import kernel
from kickabout.geometry.angles import normalized_angle
from kickabout.geometry.arrays import Cov2, Cov3, Vec2, Vec3
from kickabout.geometry.matrices import sandwich

SPREAD, WEIGHTS = sigma_weights(3)
STATE_ANGLES = np.array((False, False, True))
NO_ANGLES = np.array((False, False))


@kernel
def pose_predicted(
    mean: Vec3, covariance: Cov3, step: Vec3, step_covariance: Cov3
) -> tuple[Vec3, Cov3]:
    """Predict by a step (x, y, theta) in robot coordinates and its covariance."""
    points = sigma_points(mean, covariance, SPREAD)
    for i in range(points.shape[0]):
        c, s = math.cos(points[i, 2]), math.sin(points[i, 2])
        points[i, 0] += c * step[0] - s * step[1]
        points[i, 1] += s * step[0] + c * step[1]
        points[i, 2] += step[2]
    c, s = math.cos(mean[2]), math.sin(mean[2])
    turn = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    noise = sandwich(turn, step_covariance)
    return gaussian_of_points(points, WEIGHTS, STATE_ANGLES, noise)


@kernel
def pose_corrected_by_point(
    mean: Vec3,
    covariance: Cov3,
    point_in_field: Vec2,
    measured_in_robot: Vec2,
    noise: Cov2,
    gate: float,
) -> tuple[Vec3, Cov3, float, float]:
    """Correct by a known point; also return its squared distance and log-likelihood."""
    points = sigma_points(mean, covariance, SPREAD)
    expected = np.empty((points.shape[0], 2))
    for i in range(points.shape[0]):
        c, s = math.cos(points[i, 2]), math.sin(points[i, 2])
        dx, dy = point_in_field[0] - points[i, 0], point_in_field[1] - points[i, 1]
        expected[i, 0] = c * dx + s * dy
        expected[i, 1] = -s * dx + c * dy
    step, new_covariance, distance, log_likelihood = correction_by_points(
        deviations_from(points, mean, STATE_ANGLES),
        expected,
        measured_in_robot,
        WEIGHTS,
        NO_ANGLES,
        noise,
    )
    if not distance <= gate or distance == np.inf:
        return mean.copy(), covariance.copy(), distance, log_likelihood
    new_mean = mean + step
    new_mean[2] = normalized_angle(new_mean[2])
    return new_mean, new_covariance, distance, log_likelihood


@kernel
def line_form(start: Vec2, end: Vec2) -> Vec2:
    """Return (angle, offset) of a line: its left normal's direction, its distance along that."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    form = np.empty(2)
    form[0] = math.atan2(dx, -dy)
    form[1] = (dx * start[1] - dy * start[0]) / length
    return form


@kernel
def pose_corrected_by_line(
    mean: Vec3,
    covariance: Cov3,
    line_in_field: Vec2,
    measured_in_robot: Vec2,
    noise: Cov2,
    gate: float,
) -> tuple[Vec3, Cov3, float, float]:
    """Correct by a known line; also return its squared distance and log-likelihood.

    Lines are in the form of `line_form`, in either direction; `noise` is the covariance of angle
    and offset.
    """
    normal_x, normal_y = math.cos(line_in_field[0]), math.sin(line_in_field[0])
    residual = np.empty(2)
    residual[0] = normalized_angle(measured_in_robot[0] - line_in_field[0] + mean[2])
    offset = measured_in_robot[1]
    if abs(residual[0]) > 0.5 * math.pi:  # the line runs in the other direction
        residual[0] = normalized_angle(residual[0] + math.pi)
        offset = -offset
    residual[1] = offset - (line_in_field[1] - normal_x * mean[0] - normal_y * mean[1])
    observation = np.array(((0.0, 0.0, -1.0), (-normal_x, -normal_y, 0.0)))
    new_mean, new_covariance, distance, log_likelihood = corrected(
        mean, covariance, residual, observation, noise, gate
    )
    new_mean[2] = normalized_angle(new_mean[2])
    return new_mean, new_covariance, distance, log_likelihood


@kernel
def pose_corrected_by_pose(
    mean: Vec3, covariance: Cov3, measured: Vec3, noise: Cov3, gate: float
) -> tuple[Vec3, Cov3, float, float]:
    """Correct by a measured pose; also return its squared distance and log-likelihood."""
    residual = measured - mean
    residual[2] = normalized_angle(residual[2])
    new_mean, new_covariance, distance, log_likelihood = corrected(
        mean, covariance, residual, np.eye(3), noise, gate
    )
    new_mean[2] = normalized_angle(new_mean[2])
    return new_mean, new_covariance, distance, log_likelihood
