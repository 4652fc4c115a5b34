"""The field looks the same from its other end: mirrored poses, and which of two to believe."""

import math

import numpy as np

from kickabout.geometry import Cov3, Vec2, Vec3, kernel, normalized_angle


@kernel
def mirrored_pose(pose: Vec3) -> Vec3:
    """What looks the same on a field turned by half a turn."""
    mirrored = np.empty(3)
    mirrored[0] = -pose[0]
    mirrored[1] = -pose[1]
    mirrored[2] = normalized_angle(pose[2] + math.pi)
    return mirrored


@kernel
def mirrored_covariance(covariance: Cov3) -> Cov3:
    """Both axes change their sign, so only their relation to the angle does."""
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
    """Unsigned, 0 … pi."""
    return abs(normalized_angle(first[2] - second[2]))


@kernel
def is_small(x: float, y: float, theta: float, distance: float, angle: float) -> bool:
    """Whether poses that differ by this much are near each other; for inner loops.

    Numbers instead of arrays, because handing over array rows costs more than all of this.
    """
    return abs(normalized_angle(theta)) < angle and x * x + y * y < distance * distance


@kernel
def is_near(first: Vec3, second: Vec3, distance: float, angle: float) -> bool:
    x, y, theta = first[0] - second[0], first[1] - second[1], first[2] - second[2]
    return is_small(x, y, theta, distance, angle)


@kernel
def like_before(pose: Vec3, previous: Vec3, turn_per_meter: float) -> Vec3:
    """The pose or its mirror image, whichever is more likely after the previous pose.

    Robots drift or get turned a bit, but they are not carried around, so the direction counts
    more: `turn_per_meter` says how much turn (rad) weighs as much as one meter.
    """
    mirrored = mirrored_pose(pose)
    cost = turn_between(pose, previous) + turn_per_meter * pose_distance(pose, previous)
    other = turn_between(mirrored, previous) + turn_per_meter * pose_distance(mirrored, previous)
    return pose.copy() if cost <= other else mirrored


@kernel
def x_in_field(pose: Vec3, place_in_robot: Vec2) -> float:
    """How far a place near the robot is in the opponent's half."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    x: float = pose[0] + c * place_in_robot[0] - s * place_in_robot[1]
    return x


@kernel
def from_own_half(pose: Vec3, place_in_robot: Vec2) -> Vec3:
    """The pose or its mirror image, whichever has the place in the own half."""
    return pose.copy() if x_in_field(pose, place_in_robot) <= 0.0 else mirrored_pose(pose)
