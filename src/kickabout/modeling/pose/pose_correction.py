"""Correction of pose hypotheses: from all percepts of a frame to better poses and how many fit."""

from typing import NamedTuple

import numpy as np

from kickabout.filters.pose_kernels import (
    pose_corrected_by_line,
    pose_corrected_by_point,
    pose_corrected_by_pose,
)
from kickabout.geometry import Cov2, Cov3, FloatArray, Mat, Vec, Vec3, kernel
from kickabout.modeling.pose.field_model import CENTER_CIRCLE, PENALTY_MARK, FieldModel
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

EVERYTHING = np.inf  # association has already decided; the filters need no further gate


class PerceptTrust(NamedTuple):
    """How much percepts count; to be passed to the kernels."""

    line_weight: float  # of a percept in the validity
    circle_weight: float
    mark_weight: float
    crossing_weight: float
    feature_weight: float
    correlation: float  # frames that share one error; variances are that much larger
    camera_height: float  # m
    pan_share: float  # error of the camera's pan in those of its tilt
    smallest_deviation: float  # m, nothing is seen more precisely than this


class FramePercepts(NamedTuple):
    """All percepts of one frame in robot coordinates; to be passed to the kernels."""

    lines: Mat  # x, y, x, y
    line_covariances: FloatArray  # (N, 2, 2), of the middles
    points: Mat  # kind, x, y, direction
    point_covariances: FloatArray  # (N, 2, 2)
    features: Mat  # x, y, theta of the robot in the field
    feature_covariances: FloatArray  # (N, 3, 3)


@kernel
def corrected_by_line(
    mean: Vec3,
    covariance: Cov3,
    line: Vec,
    line_covariance: Cov2,
    model_lines: Mat,
    limits: AssociationLimits,
    trust: PerceptTrust,
) -> tuple[Vec3, Cov3, bool]:
    """Also whether the percept fits; one that might be either of two lines corrects nothing."""
    index, unique = associated_line(mean, line, line_covariance, model_lines, limits)
    if index == NOTHING or not unique:
        return mean, covariance, index != NOTHING
    model = model_lines[index]
    form, lever, length = seen_line(line, mean[2], model[4])
    across = deviation_along(line_covariance, line[1] - line[3], line[2] - line[0])
    noise = line_noise(form, lever, across * across, trust.camera_height, trust.pan_share)
    least = trust.smallest_deviation * trust.smallest_deviation
    turn = 12.0 * least / (length * length)
    noise[0, 0] += turn
    noise[0, 1] += lever * turn
    noise[1, 0] += lever * turn
    noise[1, 1] += least + lever * lever * turn
    noise *= trust.correlation
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
    trust: PerceptTrust,
) -> tuple[Vec3, Cov3, bool]:
    index = associated_point(mean, point, point_covariance, model_points, limits)
    if index == NOTHING:
        return mean, covariance, False
    noise = point_covariance.copy()
    for k in range(2):
        noise[k, k] += trust.smallest_deviation * trust.smallest_deviation
    noise *= trust.correlation
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
    trust: PerceptTrust,
) -> tuple[Vec3, Cov3, bool]:
    """A feature tells one of two poses; the nearer one is meant."""
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
    noise *= trust.correlation
    mean, covariance, _, _ = pose_corrected_by_pose(mean, covariance, pose, noise, EVERYTHING)
    return mean, covariance, True


@kernel
def weight_of_point(kind: int, trust: PerceptTrust) -> float:
    if kind == CENTER_CIRCLE:
        return trust.circle_weight
    return trust.mark_weight if kind == PENALTY_MARK else trust.crossing_weight


@kernel
def is_certain(covariance: Cov2, largest_deviation: float) -> bool:
    variance: float = covariance[0, 0] + covariance[1, 1]
    return variance < largest_deviation * largest_deviation


@kernel
def corrected_hypothesis(
    mean: Vec3,
    covariance: Cov3,
    percepts: FramePercepts,
    model_lines: Mat,
    model_points: Mat,
    limits: AssociationLimits,
    trust: PerceptTrust,
) -> tuple[Vec3, Cov3, float]:
    """One hypothesis after a frame, and the share of percepts that fit; negative without any."""
    fitting, total = 0.0, 0.0
    for i in range(percepts.features.shape[0]):
        mean, covariance, fits = corrected_by_feature(
            mean, covariance, percepts.features[i], percepts.feature_covariances[i], limits, trust
        )
        total += trust.feature_weight
        fitting += trust.feature_weight if fits else 0.0
    for i in range(percepts.points.shape[0]):
        uncertainty = percepts.point_covariances[i]
        if is_certain(uncertainty, limits.largest_deviation):
            mean, covariance, fits = corrected_by_point(
                mean, covariance, percepts.points[i], uncertainty, model_points, limits, trust
            )
            weight = weight_of_point(int(percepts.points[i, 0]), trust)
            total += weight
            fitting += weight if fits else 0.0
    for i in range(percepts.lines.shape[0]):
        uncertainty = percepts.line_covariances[i]
        if is_certain(uncertainty, limits.largest_deviation):
            mean, covariance, fits = corrected_by_line(
                mean, covariance, percepts.lines[i], uncertainty, model_lines, limits, trust
            )
            total += trust.line_weight
            fitting += trust.line_weight if fits else 0.0
    return mean, covariance, fitting / total if total > 0.0 else -1.0


@kernel
def correct_hypotheses(
    means: Mat,
    covariances: FloatArray,
    percepts: FramePercepts,
    model_lines: Mat,
    model_points: Mat,
    limits: AssociationLimits,
    trust: PerceptTrust,
) -> Vec:
    """`corrected_hypothesis` for all of them in place; the shares of fitting percepts."""
    shares = np.empty(means.shape[0])
    for i in range(means.shape[0]):
        means[i], covariances[i], shares[i] = corrected_hypothesis(
            means[i], covariances[i], percepts, model_lines, model_points, limits, trust
        )
    return shares


class PerceptRules(NamedTuple):
    """What percepts are taken for, and how much they count."""

    limits: AssociationLimits
    trust: PerceptTrust


def corrected_by(
    means: Mat,
    covariances: FloatArray,
    *,
    percepts: FramePercepts,
    model: FieldModel,
    rules: PerceptRules,
) -> Vec | None:
    """Correct all hypotheses in place; which share of the percepts fits each of them.

    None if there was nothing that could be judged.
    """
    shares = correct_hypotheses(
        means, covariances, percepts, model.lines, model.points, rules.limits, rules.trust
    )
    return shares if shares[0] >= 0.0 else None
