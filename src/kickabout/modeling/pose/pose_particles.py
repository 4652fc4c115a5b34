"""Particle set of pose filters: motion, validity, resampling and the resulting estimate."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.filters import systematic_resampling
from kickabout.filters.pose_kernels import pose_predicted
from kickabout.framework import frozen
from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, Cov3, FloatArray, Mat, Vec, Vec2, Vec3, normalized_angle
from kickabout.modeling.pose.pose_symmetry import (
    is_small,
    mirrored_covariance,
    mirrored_pose,
    x_in_field,
)

HERE: Vec2 = np.zeros(2)  # m, the robot itself


class StepNoise(NamedTuple):
    """Odometry noise: standard deviations per square root of distance, turn or time."""

    shift_by_distance: float  # m per root of m
    shift_by_turn: float  # m per root of rad
    shift_by_time: float  # m per root of s
    turn_by_distance: float  # rad per root of m
    turn_by_turn: float  # rad per root of rad
    turn_by_time: float  # rad per root of s
    scatter: float  # fraction of these deviations by which particles are moved at random


@kernel
def move_particles(
    means: Mat, covariances: FloatArray, step: Vec3, dt: float, noise: StepNoise, draws: Mat
) -> None:
    """Move particles in place; `draws` are standard normal, one row per particle."""
    distance, turn = math.hypot(step[0], step[1]), abs(step[2])
    shift = (
        noise.shift_by_distance**2 * distance
        + noise.shift_by_turn**2 * turn
        + noise.shift_by_time**2 * dt
    )
    swing = (
        noise.turn_by_distance**2 * distance
        + noise.turn_by_turn**2 * turn
        + noise.turn_by_time**2 * dt
    )
    step_covariance = np.zeros((3, 3))
    step_covariance[0, 0] = shift
    step_covariance[1, 1] = shift
    step_covariance[2, 2] = swing
    scattered = np.empty(3)
    for i in range(means.shape[0]):
        for k in range(3):
            deviation = noise.scatter * math.sqrt(step_covariance[k, k])
            scattered[k] = step[k] + deviation * draws[i, k]
        means[i], covariances[i] = pose_predicted(
            means[i], covariances[i], scattered, step_covariance
        )


@kernel
def weighted_pose(
    means: Mat, covariances: FloatArray, weights: Vec, center: Vec3, distance: float, angle: float
) -> tuple[Vec3, Cov3, float]:
    """Return mean, covariance and weight of the particles around a pose; weight 0 without any."""
    total = 0.0
    offset, away = np.zeros(3), np.empty(3)
    inner = np.zeros((3, 3))
    for i in range(means.shape[0]):
        for j in range(3):
            away[j] = means[i, j] - center[j]
        away[2] = normalized_angle(away[2])
        if is_small(away[0], away[1], away[2], distance, angle):
            total += weights[i]
            for j in range(3):
                offset[j] += weights[i] * away[j]
                for k in range(3):
                    inner[j, k] += weights[i] * (covariances[i, j, k] + away[j] * away[k])
    if total <= 0.0:
        return center.copy(), inner, 0.0
    offset /= total
    inner /= total
    for j in range(3):
        for k in range(3):
            inner[j, k] -= offset[j] * offset[k]
    mean = center + offset
    mean[2] = normalized_angle(mean[2])
    return mean, inner, total


@kernel
def near_particles(means: Mat, pose: Vec3, distance: float, angle: float) -> BoolArray:
    near = np.zeros(means.shape[0], np.bool_)
    for i in range(means.shape[0]):
        x, y, theta = means[i, 0] - pose[0], means[i, 1] - pose[1], means[i, 2] - pose[2]
        near[i] = is_small(x, y, theta, distance, angle)
    return near


@kernel
def is_any_near(means: Mat, pose: Vec3, distance: float, angle: float) -> bool:
    for i in range(means.shape[0]):
        x, y, theta = means[i, 0] - pose[0], means[i, 1] - pose[1], means[i, 2] - pose[2]
        if is_small(x, y, theta, distance, angle):
            return True
    return False


@kernel
def heaviest_particle(means: Mat, weights: Vec, distance: float, angle: float) -> int:
    """Return the index of the first particle with the most weight around it."""
    best, best_total = 0, -1.0
    for i in range(means.shape[0]):
        x, y, theta = means[i, 0], means[i, 1], means[i, 2]
        total = 0.0
        for j in range(means.shape[0]):
            if is_small(means[j, 0] - x, means[j, 1] - y, means[j, 2] - theta, distance, angle):
                total += weights[j]
        if total > best_total + 1e-12:
            best, best_total = i, total
    return best


@kernel
def resample_particles(
    means: Mat, covariances: FloatArray, validities: Vec, base: float, start: float
) -> None:
    """Copy particles in place, each in proportion to its weight; `start` is random, 0 … 1."""
    chosen = systematic_resampling(base + (1.0 - base) * validities, start)
    old_means, old_covariances = means.copy(), covariances.copy()
    old_validities = validities.copy()
    for i in range(chosen.size):
        source = chosen[i]
        validities[i] = old_validities[source]
        for j in range(3):
            means[i, j] = old_means[source, j]
            for k in range(3):
                covariances[i, j, k] = old_covariances[source, j, k]


@kernel
def estimated_pose(
    means: Mat,
    covariances: FloatArray,
    validities: Vec,
    predicted: Vec3,
    base: float,
    distance: float,
    angle: float,
    hysteresis: float,
) -> tuple[Vec3, Cov3, Vec]:
    """Return mean and covariance of the heaviest or the predicted cluster, and its validities."""
    weights = base + (1.0 - base) * validities
    heaviest = means[heaviest_particle(means, weights, distance, angle)]
    found = weighted_pose(means, covariances, weights, heaviest, distance, angle)
    kept = weighted_pose(means, covariances, weights, predicted, distance, angle)
    pose, covariance, _ = kept if hysteresis * kept[2] >= found[2] else found
    members = near_particles(means, pose, distance, angle)
    return pose, covariance, validities[members]


@kernel
def mirror_particles(means: Mat, covariances: FloatArray, point: Vec2, beyond: float) -> int:
    """Mirror particles for which a point near the robot is at x > `beyond`; return their number."""
    count = 0
    for i in range(means.shape[0]):
        if x_in_field(means[i], point) > beyond:
            means[i] = mirrored_pose(means[i])
            covariances[i] = mirrored_covariance(covariances[i])
            count += 1
    return count


@frozen
class Estimate:
    """The pose of a cluster of particles."""

    pose: Vec3
    covariance: Cov3
    validity: float  # mean of these particles


class PoseParticles:
    """Particles that are unscented Kalman filters with a validity (B-Human 2019, 5.1.1).

    The validity is the fraction of percepts that fit, averaged over some frames. It is the weight
    in resampling.
    """

    def __init__(self, count: int) -> None:
        self.means: Mat = np.zeros((count, 3))
        self.covariances: FloatArray = np.tile(np.eye(3), (count, 1, 1))
        self.validities: Vec = np.zeros(count)

    def reset(self, poses: Mat, covariance: Cov3, validity: float) -> None:
        """Replace all particles by one for each pose."""
        self.means = np.array(poses, np.float64)
        self.covariances = np.tile(covariance, (len(self.means), 1, 1))
        self.validities = np.full(len(self.means), validity)

    def move(self, step: Vec3, dt: float, noise: StepNoise, generator: np.random.Generator) -> None:
        draws = generator.standard_normal(self.means.shape)
        move_particles(self.means, self.covariances, step, dt, noise, draws)

    def update_validities(self, fractions: Vec, frames: int) -> None:
        """Update the running means by the fractions of a frame's percepts that fit."""
        self.validities = (self.validities * (frames - 1) + fractions) / frames

    def resample(self, base: float, generator: np.random.Generator) -> None:
        """Copy particles in proportion to their validities; invalid ones have the weight `base`."""
        start = generator.random()
        resample_particles(self.means, self.covariances, self.validities, base, start)

    def estimate(
        self, predicted: Vec3, *, base: float, distance: float, angle: float, hysteresis: float
    ) -> Estimate:
        """Return the predicted cluster, unless another has `hysteresis` times its weight."""
        pose, covariance, validities = estimated_pose(
            self.means,
            self.covariances,
            self.validities,
            predicted,
            base,
            distance,
            angle,
            hysteresis,
        )
        validity = float(np.add.reduce(validities)) / max(1, len(validities))
        return Estimate(pose=pose, covariance=covariance, validity=validity)

    def has_near(self, pose: Vec3, distance: float, angle: float) -> bool:
        return is_any_near(self.means, pose, distance, angle)

    def insert(self, pose: Vec3, covariance: Cov3, validity: float) -> None:
        """Replace the particle with the lowest validity."""
        worst = int(self.validities.argmin())
        self.means[worst] = pose
        self.covariances[worst] = covariance
        self.validities[worst] = validity

    def mirror(self, beyond: float = -math.inf, point: Vec2 = HERE) -> int:
        """Mirror particles for which the point is at x > `beyond`; return their number."""
        return mirror_particles(self.means, self.covariances, point, beyond)

    def scatter(
        self, deviations: Vec3, validity_factor: float, generator: np.random.Generator
    ) -> None:
        """Move particles at random, increase their covariances and reduce their validities."""
        self.means += generator.standard_normal(self.means.shape) * deviations
        self.covariances += np.diag(deviations * deviations)
        self.validities *= validity_factor
