"""Single points through an eye: from a pixel to the ground and back without any arrays.

Eyes have no distortion, and the rolling shutter is undone linearly. So both ways are homographies:
a matrix that is made once, and then one division for each point.
"""

import math

import numpy as np

from kickabout.geometry import FloatArray, Mat3, kernel
from kickabout.perception.eye import Eye

NEAREST_DEPTH = 1e-6  # m, closer to the camera's plane a point has no image
LEAST_NEARNESS = 1e-6  # 1/m, beyond any field


@kernel
def still(eye: Eye) -> Eye:
    """The eye that sees straightened pixels."""
    return Eye(eye.intrinsics, eye.rotation, eye.position_in_robot, np.zeros(3))


@kernel
def ground_homography(eye: Eye) -> Mat3:
    """From pixels to the ground in the robot's frame; the third coordinate is one over the depth.

    It is not positive at and above the horizon.
    """
    focal_x, focal_y = eye.intrinsics[0], eye.intrinsics[1]
    pan, tilt, middle = focal_x * eye.shutter[0], focal_y * eye.shutter[1], eye.shutter[2]
    matrix = np.zeros((3, 3))
    drop = -eye.position_in_robot[2]
    if drop == 0.0:
        return matrix
    right = (1.0 / focal_x, -pan / focal_x, (pan * middle - eye.intrinsics[2]) / focal_x)
    down = (0.0, (1.0 + tilt) / focal_y, (-tilt * middle - eye.intrinsics[3]) / focal_y)
    for k in range(3):
        ahead = 1.0 if k == 2 else 0.0
        for row in range(3):
            of_ray = eye.rotation[row, 0] * ahead - eye.rotation[row, 1] * right[k]
            matrix[row, k] = of_ray - eye.rotation[row, 2] * down[k]
        matrix[2, k] /= drop
        matrix[0, k] += eye.position_in_robot[0] * matrix[2, k]
        matrix[1, k] += eye.position_in_robot[1] * matrix[2, k]
    return matrix


@kernel
def image_homography(eye: Eye) -> Mat3:
    """From the ground in the robot's frame to pixels; the third coordinate is the depth."""
    focal_x, focal_y = eye.intrinsics[0], eye.intrinsics[1]
    shutter = shutter_of(eye)
    matrix = np.empty((3, 3))
    in_camera = np.empty(3)
    for k in range(3):
        for row in range(3):
            if k < 2:
                in_camera[row] = eye.rotation[k, row]
            else:
                in_camera[row] = -(
                    eye.rotation[0, row] * eye.position_in_robot[0]
                    + eye.rotation[1, row] * eye.position_in_robot[1]
                    + eye.rotation[2, row] * eye.position_in_robot[2]
                )
        depth = in_camera[0]
        x = eye.intrinsics[2] * depth - focal_x * in_camera[1]
        y = eye.intrinsics[3] * depth - focal_y * in_camera[2]
        matrix[0, k] = x + shutter[0, 0] * y + shutter[0, 1] * depth
        matrix[1, k] = shutter[1, 0] * y + shutter[1, 1] * depth
        matrix[2, k] = depth
    return matrix


@kernel
def shutter_of(eye: Eye) -> FloatArray:
    """((a, b), (c, d)): straightened (x, y) was exposed at (x + a y + b, c y + d)."""
    pan, tilt = eye.intrinsics[0] * eye.shutter[0], eye.intrinsics[1] * eye.shutter[1]
    shutter = np.empty((2, 2))
    shutter[1, 0] = 1.0 / (1.0 + tilt)
    shutter[1, 1] = tilt * eye.shutter[2] * shutter[1, 0]
    shutter[0, 0] = pan * shutter[1, 0]
    shutter[0, 1] = pan * (shutter[1, 1] - eye.shutter[2])
    return shutter


@kernel
def on_ground(to_ground: Mat3, x: float, y: float) -> tuple[float, float]:
    """Where a pixel's ray meets the ground; NaN above the horizon."""
    nearness = to_ground[2, 0] * x + to_ground[2, 1] * y + to_ground[2, 2]
    if not nearness > LEAST_NEARNESS:
        return math.nan, math.nan
    depth = 1.0 / nearness
    return (
        depth * (to_ground[0, 0] * x + to_ground[0, 1] * y + to_ground[0, 2]),
        depth * (to_ground[1, 0] * x + to_ground[1, 1] * y + to_ground[1, 2]),
    )


@kernel
def in_image(to_image: Mat3, x: float, y: float) -> tuple[float, float]:
    """Pixel of a point on the ground; NaN behind the camera."""
    depth = to_image[2, 0] * x + to_image[2, 1] * y + to_image[2, 2]
    if not depth > NEAREST_DEPTH:
        return math.nan, math.nan
    nearness = 1.0 / depth
    return (
        nearness * (to_image[0, 0] * x + to_image[0, 1] * y + to_image[0, 2]),
        nearness * (to_image[1, 0] * x + to_image[1, 1] * y + to_image[1, 2]),
    )
