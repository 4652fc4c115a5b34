"""Projection of single points: from a pixel to the ground and back without any arrays.

Projections have no distortion, and the rolling shutter is undone linearly. So both directions are
homographies: the matrix is computed once, and each point then costs one division.
"""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3
from kickabout.perception.camera.camera_projection import CameraProjection

MIN_DEPTH = 1e-6  # m, points closer to the camera's plane have no image
MIN_NEARNESS = 1e-6  # 1/m, inverse of a distance beyond any field


class Homography(NamedTuple):
    """A 3 × 3 matrix, row by row; numbers, because passing arrays costs time."""

    xx: float
    xy: float
    x: float
    yx: float
    yy: float
    y: float
    wx: float
    wy: float
    w: float


class Shutter(NamedTuple):
    """Linear map of the rolling shutter.

    The straightened pixel (u, v) was exposed at (u + lean * v + x, stretch * v + y).
    """

    lean: float
    x: float
    stretch: float
    y: float


@kernel
def still(projection: CameraProjection) -> CameraProjection:
    """Return the projection for straightened pixels."""
    return CameraProjection(
        projection.intrinsics, projection.rotation, projection.position_in_robot, np.zeros(3)
    )


@kernel
def ground_homography(projection: CameraProjection) -> Homography:
    """Return the homography from pixels to the ground in the robot's frame.

    The third coordinate is one over the depth; it is not positive at and above the horizon.
    """
    focal_x, focal_y = projection.intrinsics[0], projection.intrinsics[1]
    pan, tilt, middle = (
        focal_x * projection.shutter[0],
        focal_y * projection.shutter[1],
        projection.shutter[2],
    )
    matrix = np.zeros((3, 3))
    drop = -projection.position_in_robot[2]
    if drop == 0.0:
        return homography(matrix)
    right = (1.0 / focal_x, -pan / focal_x, (pan * middle - projection.intrinsics[2]) / focal_x)
    down = (0.0, (1.0 + tilt) / focal_y, (-tilt * middle - projection.intrinsics[3]) / focal_y)
    for k in range(3):
        ahead = 1.0 if k == 2 else 0.0
        for row in range(3):
            of_ray = projection.rotation[row, 0] * ahead - projection.rotation[row, 1] * right[k]
            matrix[row, k] = of_ray - projection.rotation[row, 2] * down[k]
        matrix[2, k] /= drop
        matrix[0, k] += projection.position_in_robot[0] * matrix[2, k]
        matrix[1, k] += projection.position_in_robot[1] * matrix[2, k]
    return homography(matrix)


@kernel
def image_homography(projection: CameraProjection) -> Homography:
    """Return the homography from the ground to pixels; the third coordinate is the depth."""
    focal_x, focal_y = projection.intrinsics[0], projection.intrinsics[1]
    shutter = shutter_of(projection)
    matrix = np.empty((3, 3))
    in_camera = np.empty(3)
    for k in range(3):
        for row in range(3):
            if k < 2:
                in_camera[row] = projection.rotation[k, row]
            else:
                in_camera[row] = -(
                    projection.rotation[0, row] * projection.position_in_robot[0]
                    + projection.rotation[1, row] * projection.position_in_robot[1]
                    + projection.rotation[2, row] * projection.position_in_robot[2]
                )
        depth = in_camera[0]
        x = projection.intrinsics[2] * depth - focal_x * in_camera[1]
        y = projection.intrinsics[3] * depth - focal_y * in_camera[2]
        matrix[0, k] = x + shutter.lean * y + shutter.x * depth
        matrix[1, k] = shutter.stretch * y + shutter.y * depth
        matrix[2, k] = depth
    return homography(matrix)


@kernel
def homography(matrix: Mat3) -> Homography:
    return Homography(
        matrix[0, 0],
        matrix[0, 1],
        matrix[0, 2],
        matrix[1, 0],
        matrix[1, 1],
        matrix[1, 2],
        matrix[2, 0],
        matrix[2, 1],
        matrix[2, 2],
    )


@kernel
def shutter_of(projection: CameraProjection) -> Shutter:
    pan, tilt = (
        projection.intrinsics[0] * projection.shutter[0],
        projection.intrinsics[1] * projection.shutter[1],
    )
    stretch = 1.0 / (1.0 + tilt)
    y = tilt * projection.shutter[2] * stretch
    return Shutter(pan * stretch, pan * (y - projection.shutter[2]), stretch, y)


@kernel
def exposed_at(shutter: Shutter, x: float, y: float) -> tuple[float, float]:
    """Return the position of a straightened pixel in the image."""
    return x + shutter.lean * y + shutter.x, shutter.stretch * y + shutter.y


@kernel
def on_ground(to_ground: Homography, x: float, y: float) -> tuple[float, float]:
    """Return where a pixel's ray meets the ground; NaN above the horizon."""
    return mapped(to_ground, x, y, MIN_NEARNESS)


@kernel
def in_image(to_image: Homography, x: float, y: float) -> tuple[float, float]:
    """Return the pixel of a point on the ground; NaN behind the camera."""
    return mapped(to_image, x, y, MIN_DEPTH)


@kernel
def mapped(by: Homography, x: float, y: float, min_w: float) -> tuple[float, float]:
    """Return a mapped point; NaN unless the third coordinate exceeds `min_w`."""
    w = by.wx * x + by.wy * y + by.w
    if not w > min_w:
        return math.nan, math.nan
    scale = 1.0 / w
    return scale * (by.xx * x + by.xy * y + by.x), scale * (by.yx * x + by.yy * y + by.y)
