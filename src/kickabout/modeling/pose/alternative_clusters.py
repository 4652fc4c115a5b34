"""Clustering of poses from field features: from single observations to the largest cluster."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Field, Mat, Pose2, Robot, Vec, Vec3, normalized_angle
from kickabout.modeling.pose.pose_symmetry import is_near, is_small, mirrored_pose

TIME, X, Y, THETA = range(4)  # columns of observations


@kernel
def poses_now(observations: Mat, robot_to_start: Vec3) -> Mat:
    """Return the robot's current pose according to each observation."""
    poses = np.empty((observations.shape[0], 3))
    for i in range(observations.shape[0]):
        c, s = math.cos(observations[i, THETA]), math.sin(observations[i, THETA])
        poses[i, 0] = observations[i, X] + c * robot_to_start[0] - s * robot_to_start[1]
        poses[i, 1] = observations[i, Y] + s * robot_to_start[0] + c * robot_to_start[1]
        poses[i, 2] = normalized_angle(observations[i, THETA] + robot_to_start[2])
    return poses


@kernel
def weight_around(poses: Mat, weights: Vec, center: int, distance: float, angle: float) -> float:
    """Return the weight of all poses near one of them, directly or after mirroring."""
    x, y, theta = poses[center, 0], poses[center, 1], poses[center, 2]
    total = 0.0
    for j in range(poses.shape[0]):
        turn = poses[j, 2] - theta
        if is_small(poses[j, 0] - x, poses[j, 1] - y, turn, distance, angle) or is_small(
            poses[j, 0] + x, poses[j, 1] + y, turn + math.pi, distance, angle
        ):
            total += weights[j]
    return total


@kernel
def largest_cluster(
    observations: Mat,
    robot_to_start: Vec3,
    now: float,
    fading: float,
    distance: float,
    angle: float,
) -> tuple[Vec3, int, float, float]:
    """Return mean, size and weight of the heaviest cluster, and the weight of all poses.

    Weights fade with age, because odometry drifts and robots get pushed. A pose also belongs to
    a cluster if its mirror image does; the mean lies on the side of the cluster's center.
    """
    poses = poses_now(observations, robot_to_start)
    weights = np.exp((observations[:, TIME] - now) / fading)
    best, best_weight = 0, -1.0
    for i in range(poses.shape[0]):
        weight = weight_around(poses, weights, i, distance, angle)
        if weight > best_weight:
            best, best_weight = i, weight
    mean, direction = np.zeros(3), np.zeros(2)
    count = 0
    for j in range(poses.shape[0]):
        pose = poses[j]
        if not is_near(poses[best], pose, distance, angle):
            pose = mirrored_pose(pose)
        if is_near(poses[best], pose, distance, angle):
            count += 1
            mean[:2] += weights[j] / best_weight * pose[:2]
            direction[0] += weights[j] * math.cos(pose[2])
            direction[1] += weights[j] * math.sin(pose[2])
    mean[2] = math.atan2(direction[1], direction[0])
    return mean, count, best_weight, weights.sum()


class ObservedPoses:
    """Recently observed poses, stored as poses of the odometry's origin, which does not move."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.observations: Mat = np.empty((0, 4))

    def __len__(self) -> int:
        return len(self.observations)

    def clear(self) -> None:
        self.observations = np.empty((0, 4))

    def forget(self, before: float) -> None:
        if len(self.observations) and self.observations[0, TIME] < before:
            self.observations = self.observations[self.observations[:, TIME] >= before]

    def add(
        self,
        robot_to_field: Pose2[Robot, Field],
        *,
        at: float,
        robot_to_start: Pose2[Robot, Robot],
    ) -> None:
        start = robot_to_field @ robot_to_start.inverse()
        row = ((at, start.x, start.y, start.theta),)
        self.observations = np.concatenate((self.observations[-self.size + 1 :], row))
