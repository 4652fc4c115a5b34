"""Kalman filter kernels for points on the ground that are observed by their position.

They compute the same as a general Kalman filter, for states that begin with x and y and
measurements of these two, in a tenth of its time.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov2, FloatArray, Mat, Mat4, Vec, Vec2, Vec3

LOG_TWO_PI = math.log(2.0 * math.pi)


@kernel
def turn_covariance(covariance: Mat, turn: Mat, dt: float, work: Mat) -> None:
    """Predict the covariance by dt at constant velocity and by a turn, in place.

    `turn` is the matrix that turns positions, and velocities if the state has them.
    """
    size = covariance.shape[0]
    if size == 4:
        for j in range(4):
            for i in range(2):
                covariance[i, j] += dt * covariance[i + 2, j]
        for i in range(4):
            for j in range(2):
                covariance[i, j] += dt * covariance[i, j + 2]
    for i in range(0, size, 2):
        for j in range(size):
            work[i, j] = turn[0, 0] * covariance[i, j] + turn[0, 1] * covariance[i + 1, j]
            work[i + 1, j] = turn[1, 0] * covariance[i, j] + turn[1, 1] * covariance[i + 1, j]
    for i in range(size):
        for j in range(0, size, 2):
            covariance[i, j] = work[i, j] * turn[0, 0] + work[i, j + 1] * turn[0, 1]
            covariance[i, j + 1] = work[i, j] * turn[1, 0] + work[i, j + 1] * turn[1, 1]


@kernel
def predict_points(
    means: Mat,
    covariances: FloatArray,
    step: Vec3,
    dt: float,
    deceleration: float,
    position_noise: float,
    velocity_noise: float,
) -> None:
    """Predict points (x, y) or (x, y, vx, vy) by dt for a robot that made a step, in place.

    Moving points have a constant deceleration. The covariance is predicted without it, which
    makes no difference within a cycle.
    """
    c, s = math.cos(step[2]), math.sin(step[2])
    turn = np.array(((c, s), (-s, c)))
    size = means.shape[1]
    work: Mat4 = np.empty((size, size))
    for i in range(means.shape[0]):
        x, y = means[i, 0] - step[0], means[i, 1] - step[1]
        if size == 4:
            speed = math.hypot(means[i, 2], means[i, 3])
            rolling = min(dt, speed / deceleration)
            time = (1.0 - 0.5 * deceleration * rolling / speed) * rolling if speed > 0.0 else 0.0
            rest = max(0.0, 1.0 - deceleration * dt / speed) if speed > 0.0 else 0.0
            vx, vy = means[i, 2], means[i, 3]
            x += time * vx
            y += time * vy
            means[i, 2] = rest * (c * vx + s * vy)
            means[i, 3] = rest * (c * vy - s * vx)
        means[i, 0] = c * x + s * y
        means[i, 1] = c * y - s * x
        turn_covariance(covariances[i], turn, dt, work)
        for k in range(size):
            covariances[i, k, k] += position_noise if k < 2 else velocity_noise


@kernel
def are_near(means: Mat, distance: float) -> bool:
    """Return whether two of the points are nearer to each other than a distance."""
    for i in range(means.shape[0]):
        for j in range(i):
            if math.hypot(means[i, 0] - means[j, 0], means[i, 1] - means[j, 1]) < distance:
                return True
    return False


@kernel
def widened_noise(
    mean: Vec, covariance: Mat, position: Vec2, noise: Cov2, outlier_distance: float
) -> Cov2:
    """Return the noise of a measured position, larger for outliers.

    The squared Mahalanobis distance is then hardly ever above `outlier_distance`, so outliers
    have little effect.
    """
    a = covariance[0, 0] + noise[0, 0]
    b = 0.5 * (covariance[0, 1] + covariance[1, 0]) + noise[0, 1]
    d = covariance[1, 1] + noise[1, 1]
    dx, dy = position[0] - mean[0], position[1] - mean[1]
    distance = (d * dx * dx - 2.0 * b * dx * dy + a * dy * dy) / (a * d - b * b)
    widened: Cov2 = noise * max(1.0, distance / outlier_distance)
    return widened


@kernel
def correct_position(mean: Vec, covariance: Mat, position: Vec2, noise: Cov2, gate: float) -> float:
    """Correct by a measured position, in place; return its log-likelihood.

    If its squared Mahalanobis distance is above the gate, it changes nothing.
    """
    a = covariance[0, 0] + noise[0, 0]
    b = 0.5 * (covariance[0, 1] + covariance[1, 0]) + noise[0, 1]
    d = covariance[1, 1] + noise[1, 1]
    determinant = a * d - b * b
    if not determinant > 0.0:
        return -math.inf
    dx, dy = position[0] - mean[0], position[1] - mean[1]
    wx, wy = (d * dx - b * dy) / determinant, (a * dy - b * dx) / determinant
    distance = dx * wx + dy * wy
    fit: float = -0.5 * distance - LOG_TWO_PI - 0.5 * math.log(determinant)
    if distance > gate:
        return fit
    size = mean.size
    px, py = covariance[:, 0].copy(), covariance[:, 1].copy()
    for i in range(size):
        mean[i] += px[i] * wx + py[i] * wy
        gain_x, gain_y = (
            (d * px[i] - b * py[i]) / determinant,
            (a * py[i] - b * px[i]) / determinant,
        )
        for j in range(i + 1):
            covariance[i, j] -= gain_x * px[j] + gain_y * py[j]
            covariance[j, i] = covariance[i, j]
    return fit
