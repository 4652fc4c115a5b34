"""Symmetry of the field: mirrored poses and the choice between a pose and its mirror image."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov3, Vec2, Vec3, normalized_angle


@kernel
def mirrored_pose(pose: Vec3) -> Vec3:
    """Return the pose turned by half a turn about the field's center."""
    mirrored = np.empty(3)
    mirrored[0] = -pose[0]
    mirrored[1] = -pose[1]
    mirrored[2] = normalized_angle(pose[2] + math.pi)
    return mirrored


@kernel
def mirrored_covariance(covariance: Cov3) -> Cov3:
    """Return the covariance of a mirrored pose: only x-angle and y-angle entries change sign."""
    mirrored = covariance.copy()
    for i in range(2):
        mirrored[i, 2] = -covariance[i, 2]
        mirrored[2, i] = -covariance[2, i]
    return mirrored


@kernel
def pose_distance(first: Vec3, second: Vec3) -> float:
    return math.hypot(first[0] - second[0], first[1] - second[1])


@kernel
def turn_between(first: Vec3, second: Vec3) -> float:
    """Return the unsigned difference of headings, 0 … pi."""
    return abs(normalized_angle(first[2] - second[2]))


@kernel
def is_small(x: float, y: float, theta: float, distance: float, angle: float) -> bool:
    """Return whether poses that differ by this much are near each other; for inner loops.

    It takes numbers, because passing array rows costs more than the computation.
    """
    return abs(normalized_angle(theta)) < angle and x * x + y * y < distance * distance


@kernel
def is_near(first: Vec3, second: Vec3, distance: float, angle: float) -> bool:
    x, y, theta = first[0] - second[0], first[1] - second[1], first[2] - second[2]
    return is_small(x, y, theta, distance, angle)


@kernel
def like_before(pose: Vec3, previous: Vec3, turn_per_meter: float) -> Vec3:
    """Return the pose or its mirror image, whichever is more likely after the previous pose.

    Robots drift or get turned a bit but are rarely carried, so the heading counts more:
    a turn of `turn_per_meter` rad weighs as much as one meter.
    """
    mirrored = mirrored_pose(pose)
    cost = turn_between(pose, previous) + turn_per_meter * pose_distance(pose, previous)
    other = turn_between(mirrored, previous) + turn_per_meter * pose_distance(mirrored, previous)
    return pose.copy() if cost <= other else mirrored


@kernel
def x_in_field(pose: Vec3, point_in_robot: Vec2) -> float:
    """Return the x coordinate in the field of a point given in robot coordinates."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    x: float = pose[0] + c * point_in_robot[0] - s * point_in_robot[1]
    return x


@kernel
def from_own_half(pose: Vec3, point_in_robot: Vec2) -> Vec3:
    """Return the pose or its mirror image, whichever has the point in our half."""
    return pose.copy() if x_in_field(pose, point_in_robot) <= 0.0 else mirrored_pose(pose)
