"""Field of view: from points on the ground to whether they are in the camera's image."""

from functools import lru_cache

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, Mat3, Points2, Vec, Vec2, Vec3, Vector2
from kickabout.geometry.frames import Robot
from kickabout.representations import CameraInfo, CameraMatrix


@kernel
def ground_in_view(
    points: Points2, height: float, rotation: Mat3, camera: Vec3, optics: Vec, margin: Vec2
) -> BoolArray:
    """Return whether points at this height above the ground are in the image.

    `optics` are focal lengths, center, width and height in px; points must be away from the
    image's edges by the margin in px.
    """
    visible = np.zeros(points.shape[0], np.bool_)
    for i in range(points.shape[0]):
        dx, dy, dz = points[i, 0] - camera[0], points[i, 1] - camera[1], height - camera[2]
        depth = rotation[0, 0] * dx + rotation[1, 0] * dy + rotation[2, 0] * dz
        if depth <= 0.01:
            continue
        left = rotation[0, 1] * dx + rotation[1, 1] * dy + rotation[2, 1] * dz
        up = rotation[0, 2] * dx + rotation[1, 2] * dy + rotation[2, 2] * dz
        u = optics[2] - optics[0] * left / depth
        v = optics[3] - optics[1] * up / depth
        visible[i] = (
            margin[0] <= u <= optics[4] - margin[0] and margin[1] <= v <= optics[5] - margin[1]
        )
    return visible


@lru_cache(maxsize=64)  # of both cameras of each robot in a process
def optics_of(info: CameraInfo) -> Vec:
    """Return focal lengths, center, width and height in px, for kernels."""
    return np.array((*info.focal_length, *info.center, info.width, info.height), np.float64)


def points_in_view(
    points: Points2,
    matrix: CameraMatrix,
    info: CameraInfo,
    *,
    height: float = 0.0,
    margin_px: float = 0.0,
) -> BoolArray:
    """Return which points in robot coordinates are in this cycle's image."""
    if not matrix.valid:
        return np.zeros(len(points), np.bool_)
    pose, margin = matrix.camera_to_robot, np.array((margin_px, margin_px))
    return ground_in_view(points, height, pose.rotation, pose.translation, optics_of(info), margin)


def is_in_view(
    point: Vector2[Robot],
    matrix: CameraMatrix,
    info: CameraInfo,
    *,
    height: float = 0.0,
    margin_px: float = 0.0,
) -> bool:
    points = np.array(((point.x, point.y),))
    return bool(points_in_view(points, matrix, info, height=height, margin_px=margin_px)[0])
