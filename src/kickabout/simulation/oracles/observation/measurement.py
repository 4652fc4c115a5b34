"""Measuring with errors: from pixels to points on the ground and their covariances.

The estimated rotation of the camera differs from the true one. Pixel noise is treated as an
additional small rotation of the ray, so that one covariance of angles covers both.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import (
    Cov3,
    FloatArray,
    Mat3,
    Points2,
    Vec,
    Vec2,
    Vec3,
    ground_covariances,
    pixels_to_ground,
)
from kickabout.geometry.matrices import sandwich

MIN_HEIGHT = 1e-6  # m; a lower camera sees the ground only as a line
MIN_VARIANCE = 1e-8  # m² or rad², so that covariances without errors are invertible


@kernel
def turned_back(points_in_field: Points2, robot_in_field: Vec3) -> Points2:
    """Return the same points in the frame of a robot with this pose."""
    c, s = math.cos(robot_in_field[2]), math.sin(robot_in_field[2])
    points = np.empty((points_in_field.shape[0], 2))
    for i in range(points.shape[0]):
        x = points_in_field[i, 0] - robot_in_field[0]
        y = points_in_field[i, 1] - robot_in_field[1]
        points[i, 0] = c * x + s * y
        points[i, 1] = c * y - s * x
    return points


@kernel
def measured_points(
    pixels: Points2,
    height: float,
    intrinsics: Vec,
    estimated_rotation: Mat3,
    camera: Vec3,
    robot_in_field: Vec3,
) -> Points2:
    """Return the estimated ground points of pixels in the robot's frame; NaN above the horizon."""
    points = pixels_to_ground(pixels, intrinsics, estimated_rotation, camera, height)
    return turned_back(points, robot_in_field)


@kernel
def angle_covariance(angle_variances: Vec3, ray_variance: float) -> Cov3:
    """Return the covariance of the camera's roll, pitch and yaw plus that of the ray."""
    covariance = np.zeros((3, 3))
    for k in range(3):
        covariance[k, k] = angle_variances[k] + ray_variance
    return covariance


@kernel
def measured_covariances(
    points_in_robot: Points2,
    height: float,
    camera_in_robot: Vec3,
    angle_variances: Vec3,
    ray_variance: float,
) -> FloatArray:
    """Return (N, 2, 2), to first order; NaN for a camera in the plane of the points."""
    if abs(height - camera_in_robot[2]) < MIN_HEIGHT:
        return np.full((points_in_robot.shape[0], 2, 2), np.nan)
    angles = angle_covariance(angle_variances, ray_variance)
    covariances = ground_covariances(points_in_robot, camera_in_robot, angles, height)
    for k in range(2):
        covariances[:, k, k] += MIN_VARIANCE
    return covariances


@kernel
def turn_jacobian(point: Vec2, camera_in_robot: Vec3) -> FloatArray:
    """Return (2, 3): derivative of a ground point by the camera's rotation about x, y and z."""
    x, y = point[0] - camera_in_robot[0], point[1] - camera_in_robot[1]
    z = -camera_in_robot[2]
    jacobian = np.empty((2, 3))
    jacobian[0, 0] = -x * y / z
    jacobian[0, 1] = z + x * x / z
    jacobian[0, 2] = -y
    jacobian[1, 0] = -z - y * y / z
    jacobian[1, 1] = x * y / z
    jacobian[1, 2] = x
    return jacobian


@kernel
def pose_of_pair(first: Vec2, second: Vec2, pair_in_field: Vec3) -> Vec3:
    """Return robot_to_field, with the pair's middle and direction in the field (x, y, theta)."""
    turn = pair_in_field[2] - math.atan2(second[1] - first[1], second[0] - first[0])
    c, s = math.cos(turn), math.sin(turn)
    x, y = 0.5 * (first[0] + second[0]), 0.5 * (first[1] + second[1])
    pose = np.empty(3)
    pose[0] = pair_in_field[0] - c * x + s * y
    pose[1] = pair_in_field[1] - s * x - c * y
    pose[2] = math.atan2(s, c)
    return pose


@kernel
def pair_jacobian(first: Vec2, second: Vec2, theta: float) -> FloatArray:
    """Return (3, 4): derivative of the pose by x, y of the first and second point."""
    dx, dy = second[0] - first[0], second[1] - first[1]
    x, y = 0.5 * (first[0] + second[0]), 0.5 * (first[1] + second[1])
    c, s = math.cos(theta), math.sin(theta)
    squared_length = dx * dx + dy * dy
    lever_x, lever_y = s * x + c * y, s * y - c * x
    jacobian = np.empty((3, 4))
    for k in range(2):
        sign = 2.0 * k - 1.0
        turn_x, turn_y = sign * dy / squared_length, -sign * dx / squared_length
        jacobian[0, 2 * k] = lever_x * turn_x - 0.5 * c
        jacobian[0, 2 * k + 1] = lever_x * turn_y + 0.5 * s
        jacobian[1, 2 * k] = lever_y * turn_x - 0.5 * s
        jacobian[1, 2 * k + 1] = lever_y * turn_y - 0.5 * c
        jacobian[2, 2 * k] = turn_x
        jacobian[2, 2 * k + 1] = turn_y
    return jacobian


@kernel
def pose_from_pair(
    pair_in_robot: Points2,
    pair_in_field: Vec3,
    camera_in_robot: Vec3,
    angle_variances: Vec3,
    ray_variance: float,
) -> tuple[Vec3, Cov3]:
    """Return robot_to_field from two points whose middle and direction in the field are known.

    The camera's error moves both points together, pixel noise moves each on its own.
    """
    first, second = pair_in_robot[0], pair_in_robot[1]
    pose = pose_of_pair(first, second, pair_in_field)
    turns = np.empty((4, 3))
    turns[:2] = turn_jacobian(first, camera_in_robot)
    turns[2:] = turn_jacobian(second, camera_in_robot)
    points = sandwich(turns, angle_covariance(angle_variances, 0.0))
    ray = angle_covariance(np.zeros(3), ray_variance)
    points[:2, :2] += sandwich(turns[:2], ray)
    points[2:, 2:] += sandwich(turns[2:], ray)
    covariance = sandwich(pair_jacobian(first, second, pose[2]), points)
    for k in range(3):
        covariance[k, k] += MIN_VARIANCE
    return pose, covariance
