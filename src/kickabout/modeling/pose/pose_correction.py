"""Correction of pose hypotheses: from the percepts of a frame to corrected poses and their fit."""

from typing import NamedTuple

import numpy as np

from kickabout.filters.pose_kernels import (
    pose_corrected_by_line,
    pose_corrected_by_point,
    pose_corrected_by_pose,
)
from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov2, Cov3, FloatArray, Mat, Vec, Vec3
from kickabout.modeling.pose.field_model import BEACON, CENTER_CIRCLE, PENALTY_MARK, FieldModel
from kickabout.modeling.pose.pose_association import (
    NOTHING,
    AssociationLimits,
    associated_line,
    associated_point,
    deviation_along,
    line_noise,
    seen_line,
)
from kickabout.modeling.pose.pose_symmetry import mirrored_covariance, mirrored_pose, turn_between

EVERYTHING = np.inf  # gate of the filters, since association has already selected the percepts


class PerceptWeights(NamedTuple):
    """Weights and noise of percepts, for the kernels."""

    line_weight: float  # in the validity
    circle_weight: float
    mark_weight: float
    intersection_weight: float
    feature_weight: float
    correlation: float  # number of frames with a common error, a factor on variances
    camera_height: float  # m
    pan_ratio: float  # error of the camera's pan divided by that of its tilt
    min_deviation: float  # m, lower limit of a percept's standard deviation
    beacon_weight: float  # in the validity, of beacons and colored goals


class FramePercepts(NamedTuple):
    """All percepts of one frame in robot coordinates, for the kernels."""

    lines: Mat  # x, y, x, y
    line_covariances: FloatArray  # (N, 2, 2), of the middles
    points: Mat  # kind, x, y, direction
    point_covariances: FloatArray  # (N, 2, 2)
    features: Mat  # x, y, theta of the robot in the field
    feature_covariances: FloatArray  # (N, 3, 3)

    @property
    def is_empty(self) -> bool:
        return not (len(self.lines) or len(self.points) or len(self.features))


@kernel
def corrected_by_line(
    mean: Vec3,
    covariance: Cov3,
    line: Vec,
    line_covariance: Cov2,
    model_lines: Mat,
    limits: AssociationLimits,
    weights: PerceptWeights,
) -> tuple[Vec3, Cov3, bool]:
    """Return the corrected pose and whether the percept fits; ambiguous lines correct nothing."""
    index, unique = associated_line(mean, line, line_covariance, model_lines, limits)
    if index == NOTHING or not unique:
        return mean, covariance, index != NOTHING
    model = model_lines[index]
    form, lever, length = seen_line(line, mean[2], model[4])
    across = deviation_along(line_covariance, line[1] - line[3], line[2] - line[0])
    noise = line_noise(form, lever, across * across, weights.camera_height, weights.pan_ratio)
    min_variance = weights.min_deviation * weights.min_deviation
    turn = 12.0 * min_variance / (length * length)
    noise[0, 0] += turn
    noise[0, 1] += lever * turn
    noise[1, 0] += lever * turn
    noise[1, 1] += min_variance + lever * lever * turn
    noise *= weights.correlation
    mean, covariance, _, _ = pose_corrected_by_line(
        mean, covariance, model[4:6], form, noise, EVERYTHING
    )
    return mean, covariance, True


@kernel
def corrected_by_point(
    mean: Vec3,
    covariance: Cov3,
    point: Vec,
    point_covariance: Cov2,
    model_points: Mat,
    limits: AssociationLimits,
    weights: PerceptWeights,
) -> tuple[Vec3, Cov3, bool]:
    index = associated_point(mean, point, point_covariance, model_points, limits)
    if index == NOTHING:
        return mean, covariance, False
    noise = point_covariance.copy()
    for k in range(2):
        noise[k, k] += weights.min_deviation * weights.min_deviation
    noise *= weights.correlation
    mean, covariance, _, _ = pose_corrected_by_point(
        mean, covariance, model_points[index, 1:3], point[1:3], noise, EVERYTHING
    )
    return mean, covariance, True


@kernel
def corrected_by_feature(
    mean: Vec3,
    covariance: Cov3,
    pose: Vec3,
    pose_covariance: Cov3,
    limits: AssociationLimits,
    weights: PerceptWeights,
) -> tuple[Vec3, Cov3, bool]:
    """Correct by a feature, which fits two mirrored poses: use the one closer in heading."""
    noise = pose_covariance.copy()
    if turn_between(mean, pose) > 0.5 * np.pi:
        pose, noise = mirrored_pose(pose), mirrored_covariance(noise)
    x, y = pose[0] - mean[0], pose[1] - mean[1]
    deviation = deviation_along(noise[:2, :2], x, y)
    distance = np.hypot(x, y)
    if distance > limits.feature_distance + limits.deviations * deviation:
        return mean, covariance, False
    if turn_between(mean, pose) > limits.feature_angle:
        return mean, covariance, False
    noise *= weights.correlation
    mean, covariance, _, _ = pose_corrected_by_pose(mean, covariance, pose, noise, EVERYTHING)
    return mean, covariance, True


@kernel
def weight_of_point(kind: int, weights: PerceptWeights) -> float:
    if kind == CENTER_CIRCLE:
        return weights.circle_weight
    if kind >= BEACON:
        return weights.beacon_weight
    return weights.mark_weight if kind == PENALTY_MARK else weights.intersection_weight


@kernel
def is_certain(covariance: Cov2, max_deviation: float) -> bool:
    variance: float = covariance[0, 0] + covariance[1, 1]
    return variance < max_deviation * max_deviation


@kernel
def corrected_hypothesis(
    mean: Vec3,
    covariance: Cov3,
    percepts: FramePercepts,
    model_lines: Mat,
    model_points: Mat,
    limits: AssociationLimits,
    weights: PerceptWeights,
) -> tuple[Vec3, Cov3, float]:
    """Correct one hypothesis; also return the fraction of percepts that fit, -1 without any."""
    fitting, total = 0.0, 0.0
    for i in range(percepts.features.shape[0]):
        mean, covariance, fits = corrected_by_feature(
            mean, covariance, percepts.features[i], percepts.feature_covariances[i], limits, weights
        )
        total += weights.feature_weight
        fitting += weights.feature_weight if fits else 0.0
    for i in range(percepts.points.shape[0]):
        uncertainty = percepts.point_covariances[i]
        # The distance of a beacon is often uncertain, but its name and bearing are not.
        is_beacon = int(percepts.points[i, 0]) >= BEACON
        if is_beacon or is_certain(uncertainty, limits.max_deviation):
            mean, covariance, fits = corrected_by_point(
                mean, covariance, percepts.points[i], uncertainty, model_points, limits, weights
            )
            weight = weight_of_point(int(percepts.points[i, 0]), weights)
            total += weight
            fitting += weight if fits else 0.0
    for i in range(percepts.lines.shape[0]):
        uncertainty = percepts.line_covariances[i]
        if is_certain(uncertainty, limits.max_deviation):
            mean, covariance, fits = corrected_by_line(
                mean, covariance, percepts.lines[i], uncertainty, model_lines, limits, weights
            )
            total += weights.line_weight
            fitting += weights.line_weight if fits else 0.0
    return mean, covariance, fitting / total if total > 0.0 else -1.0


@kernel
def is_mirrored(
    mean: Vec3, percepts: FramePercepts, model_points: Mat, limits: AssociationLimits
) -> bool:
    """Return whether no beacon fits the pose, but all of them fit its mirror image."""
    mirrored = mirrored_pose(mean)
    count = 0
    for i in range(percepts.points.shape[0]):
        point, covariance = percepts.points[i], percepts.point_covariances[i]
        if int(point[0]) < BEACON:
            continue
        if associated_point(mean, point, covariance, model_points, limits) != NOTHING:
            return False
        if associated_point(mirrored, point, covariance, model_points, limits) == NOTHING:
            return False
        count += 1
    return count > 0


@kernel
def correct_hypotheses(
    means: Mat,
    covariances: FloatArray,
    percepts: FramePercepts,
    model_lines: Mat,
    model_points: Mat,
    limits: AssociationLimits,
    weights: PerceptWeights,
) -> Vec:
    """Correct all hypotheses in place; return the fraction of percepts that fits each.

    Only beacons distinguish a pose from its mirror image, so those that they show to be mirrored
    are turned first.
    """
    fractions = np.empty(means.shape[0])
    for i in range(means.shape[0]):
        if is_mirrored(means[i], percepts, model_points, limits):
            means[i] = mirrored_pose(means[i])
            covariances[i] = mirrored_covariance(covariances[i])
        means[i], covariances[i], fractions[i] = corrected_hypothesis(
            means[i], covariances[i], percepts, model_lines, model_points, limits, weights
        )
    return fractions


class PerceptRules(NamedTuple):
    """Limits of association and weights of percepts."""

    limits: AssociationLimits
    weights: PerceptWeights


def corrected_by(
    means: Mat,
    covariances: FloatArray,
    *,
    percepts: FramePercepts,
    model: FieldModel,
    rules: PerceptRules,
) -> Vec | None:
    """Correct all hypotheses in place; return the fraction of percepts that fits each.

    Return None if there was no usable percept.
    """
    if percepts.is_empty:
        return None
    fractions = correct_hypotheses(
        means, covariances, percepts, model.lines, model.points, rules.limits, rules.weights
    )
    return fractions if fractions[0] >= 0.0 else None
