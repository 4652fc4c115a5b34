"""Data association: from percepts and a pose to the matching elements of the field model."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.filters import line_form
from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov2, Mat, Vec, Vec2, Vec3, normalized_angle
from kickabout.modeling.pose.field_model import BEACON, PENALTY_MARK, X_INTERSECTION

NOTHING = -1


class AssociationLimits(NamedTuple):
    """Maximum differences between percepts and field elements, for the kernels."""

    line_distance: float  # m, mean of both ends
    line_angle: float  # rad
    line_overshoot: float  # m, by which a percept may be longer than the line or stick out of it
    circle_distance: float  # m
    mark_distance: float  # m
    intersection_distance: float  # m
    intersection_angle: float  # rad
    feature_distance: float  # m
    feature_angle: float  # rad
    deviations: float  # standard deviations of the percept that widen each distance
    max_deviation: float  # m, less certain percepts are not used
    margin: float  # m, minimum difference between the best and the second-best line
    beacon_distance: float  # m, of beacons and colored goals


@kernel
def in_field(pose: Vec3, x: float, y: float) -> tuple[float, float]:
    """Transform a point from robot to field coordinates."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    return pose[0] + c * x - s * y, pose[1] + s * x + c * y


@kernel
def deviation_along(covariance: Cov2, x: float, y: float) -> float:
    """Return the standard deviation in a direction of any length; 0 for the zero vector."""
    squared = x * x + y * y
    if squared < 1e-18:
        return 0.0
    variance = x * x * covariance[0, 0] + 2.0 * x * y * covariance[0, 1] + y * y * covariance[1, 1]
    return math.sqrt(max(variance, 0.0) / squared)


@kernel
def line_mismatch(segment: Vec, model: Vec, limits: AssociationLimits) -> tuple[float, float]:
    """Return the mean distance of both ends from a model line and how far they stick out of it.

    The segment is in field coordinates. If angle or length do not fit, both are infinite.
    """
    dx, dy = segment[2] - segment[0], segment[3] - segment[1]
    ux, uy = (model[2] - model[0]) / model[6], (model[3] - model[1]) / model[6]
    along, across = ux * dx + uy * dy, ux * dy - uy * dx
    if math.atan2(abs(across), abs(along)) > limits.line_angle:
        return math.inf, math.inf
    if abs(along) > model[6] + limits.line_overshoot:
        return math.inf, math.inf
    start = ux * (segment[0] - model[0]) + uy * (segment[1] - model[1])
    first = ux * (segment[1] - model[1]) - uy * (segment[0] - model[0])
    low, high = min(start, start + along), max(start, start + along)
    overshoot = max(0.0, -low, high - model[6])
    return 0.5 * (abs(first) + abs(first + across)), overshoot


@kernel
def associated_line(
    pose: Vec3, line: Vec, covariance: Cov2, model_lines: Mat, limits: AssociationLimits
) -> tuple[int, bool]:
    """Return the index of the best model line and whether no other one fits nearly as well."""
    segment = np.empty(4)
    segment[0], segment[1] = in_field(pose, line[0], line[1])
    segment[2], segment[3] = in_field(pose, line[2], line[3])
    deviation = deviation_along(covariance, line[1] - line[3], line[2] - line[0])
    best, best_mismatch, next_mismatch = NOTHING, math.inf, math.inf
    for k in range(model_lines.shape[0]):
        distance, overshoot = line_mismatch(segment, model_lines[k], limits)
        if distance > limits.line_distance + limits.deviations * deviation:
            continue
        if overshoot > limits.line_overshoot + limits.deviations * deviation:
            continue
        mismatch = distance + overshoot
        if mismatch < best_mismatch:
            best, next_mismatch, best_mismatch = k, best_mismatch, mismatch
        else:
            next_mismatch = min(next_mismatch, mismatch)
    return best, next_mismatch - best_mismatch > limits.margin


@kernel
def directions_differ(kind: int, turn: float, limit: float) -> bool:
    """Return whether a turn is too large for two intersections of a kind to be the same."""
    if kind <= PENALTY_MARK or kind >= BEACON:
        return False
    if kind == X_INTERSECTION:
        turn -= 0.5 * math.pi * round(turn / (0.5 * math.pi))
    return abs(normalized_angle(turn)) > limit


@kernel
def associated_point(
    pose: Vec3, point: Vec, covariance: Cov2, model_points: Mat, limits: AssociationLimits
) -> int:
    """Return the index of the nearest model point of the same kind, or `NOTHING`."""
    kind = int(point[0])
    reach = limits.intersection_distance
    if kind < PENALTY_MARK:
        reach = limits.circle_distance
    elif kind == PENALTY_MARK:
        reach = limits.mark_distance
    elif kind >= BEACON:
        reach = limits.beacon_distance
    c, s = math.cos(pose[2]), math.sin(pose[2])
    best, nearest = NOTHING, math.inf
    for k in range(model_points.shape[0]):
        if int(model_points[k, 0]) != kind:
            continue
        dx, dy = model_points[k, 1] - pose[0], model_points[k, 2] - pose[1]
        x, y = c * dx + s * dy - point[1], c * dy - s * dx - point[2]
        distance = math.hypot(x, y)
        turn = pose[2] + point[3] - model_points[k, 3]
        if distance >= nearest or directions_differ(kind, turn, limits.intersection_angle):
            continue
        if distance < reach + limits.deviations * deviation_along(covariance, x, y):
            best, nearest = k, distance
    return best


@kernel
def seen_line(line: Vec, theta: float, model_angle: float) -> tuple[Vec2, float, float]:
    """Return (angle, offset) of a seen line, the position of its middle along it, and its length.

    Of the two possible directions, use the one that agrees with the model line's.
    """
    form = line_form(line[:2], line[2:])
    if abs(normalized_angle(form[0] + theta - model_angle)) > 0.5 * math.pi:
        form[0] = normalized_angle(form[0] + math.pi)
        form[1] = -form[1]
    x, y = 0.5 * (line[0] + line[2]), 0.5 * (line[1] + line[3])
    lever = math.cos(form[0]) * y - math.sin(form[0]) * x
    return form, lever, math.hypot(line[2] - line[0], line[3] - line[1])


@kernel
def line_noise(
    form: Vec2, lever: float, middle_variance: float, camera_height: float, pan_ratio: float
) -> Cov2:
    """Return the covariance of (angle, offset) of a seen line.

    A camera tilted by r and p and panned by y more than estimated makes errors of angle and offset
    of y + q/h (…) and (h + q²/h) (…), where q is the offset, h the camera's height and the brackets
    are independent combinations of r and p with the same variance. That variance follows from the
    variance of the percept's middle across the line. `pan_ratio` is the ratio of the deviations of
    y and r.
    """
    tilting = form[1] / camera_height
    lifting = camera_height + form[1] * tilting
    turning = pan_ratio * pan_ratio + tilting * tilting
    tilt_variance = middle_variance / (lifting * lifting + lever * lever * turning)
    noise = np.zeros((2, 2))
    noise[0, 0] = tilt_variance * turning
    noise[1, 1] = tilt_variance * lifting * lifting
    return noise
