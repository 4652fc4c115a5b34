"""Kernels of the pinhole camera, each on a batch of points.

`intrinsics` is the array (focal_x, focal_y, center_x, center_y, k1, k2, k3), in px except for the
radial distortion 1 + k1 r² + k2 r⁴ + k3 r⁶ at r focal lengths from the center. `rotation` and
`translation` are those of camera_to_ground. Points that cannot be projected become NaN.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import Cov3, FloatArray, Mat3, Points2, Points3, Vec, Vec3
from kickabout.geometry.matrices import sandwich

MIN_DEPTH = 1e-6  # m, points closer to the camera's plane have no image
MIN_SLOPE = 1e-6  # flatter rays meet the ground beyond any field


@kernel
def undistorted_radius(distorted: float, k1: float, k2: float, k3: float) -> float:
    """Return the radius whose distorted image has the given radius, by Newton's method."""
    radius = distorted
    for _ in range(20):
        squared = radius * radius
        value = radius * (1.0 + squared * (k1 + squared * (k2 + squared * k3)))
        slope = 1.0 + squared * (3.0 * k1 + squared * (5.0 * k2 + squared * 7.0 * k3))
        step = (value - distorted) / max(slope, 0.1)
        radius -= step
        if abs(step) < 1e-14:
            break
    return radius


@kernel
def points_to_pixels(points_in_camera: Points3, intrinsics: Vec) -> Points2:
    """Project points; NaN behind the camera and where the distortion would fold the image back."""
    focal_x, focal_y, center_x, center_y, k1, k2, k3 = intrinsics
    pixels = np.full((points_in_camera.shape[0], 2), np.nan)
    for i in range(points_in_camera.shape[0]):
        depth = points_in_camera[i, 0]
        if not depth > MIN_DEPTH:
            continue
        right = -points_in_camera[i, 1] / depth
        down = -points_in_camera[i, 2] / depth
        squared = right * right + down * down
        if 1.0 + squared * (3.0 * k1 + squared * (5.0 * k2 + squared * 7.0 * k3)) <= 0.0:
            continue
        factor = 1.0 + squared * (k1 + squared * (k2 + squared * k3))
        pixels[i, 0] = center_x + focal_x * factor * right
        pixels[i, 1] = center_y + focal_y * factor * down
    return pixels


@kernel
def pixels_to_rays(pixels: Points2, intrinsics: Vec) -> Points3:
    """Return unit vectors in the camera frame."""
    focal_x, focal_y, center_x, center_y, k1, k2, k3 = intrinsics
    distorted = k1 != 0.0 or k2 != 0.0 or k3 != 0.0
    rays = np.empty((pixels.shape[0], 3))
    for i in range(pixels.shape[0]):
        right = (pixels[i, 0] - center_x) / focal_x
        down = (pixels[i, 1] - center_y) / focal_y
        if distorted:
            radius = math.hypot(right, down)
            if radius > 0.0:
                factor = undistorted_radius(radius, k1, k2, k3) / radius
                right *= factor
                down *= factor
        norm = math.sqrt(1.0 + right * right + down * down)
        rays[i, 0] = 1.0 / norm
        rays[i, 1] = -right / norm
        rays[i, 2] = -down / norm
    return rays


@kernel
def pixels_to_ground(
    pixels: Points2, intrinsics: Vec, rotation: Mat3, translation: Vec3, height: float
) -> Points2:
    """Return where the pixels' rays meet the level plane at a height; NaN above the horizon."""
    rays = pixels_to_rays(pixels, intrinsics)
    drop = height - translation[2]
    points = np.full((pixels.shape[0], 2), np.nan)
    for i in range(pixels.shape[0]):
        x, y, z = rays[i]
        slope = rotation[2, 0] * x + rotation[2, 1] * y + rotation[2, 2] * z
        if drop * slope <= 0.0 or abs(slope) < MIN_SLOPE:
            continue
        length = drop / slope
        for k in range(2):
            direction = rotation[k, 0] * x + rotation[k, 1] * y + rotation[k, 2] * z
            points[i, k] = translation[k] + length * direction
    return points


@kernel
def ground_covariances(
    points: Points2, translation: Vec3, angle_covariance: Cov3, height: float
) -> FloatArray:
    """Return (N, 2, 2): first-order covariances of points projected to the ground.

    `angle_covariance` (rad²) is that of small turns of the camera about the axes of the ground
    frame. A turn by e moves the ray d by e × d, and with it its intersection with the plane.
    """
    covariances = np.empty((points.shape[0], 2, 2))
    jacobian = np.empty((2, 3))
    z = height - translation[2]
    for i in range(points.shape[0]):
        x = points[i, 0] - translation[0]
        y = points[i, 1] - translation[1]
        jacobian[0, 0] = -x * y / z
        jacobian[0, 1] = z + x * x / z
        jacobian[0, 2] = -y
        jacobian[1, 0] = -z - y * y / z
        jacobian[1, 1] = x * y / z
        jacobian[1, 2] = x
        covariances[i] = sandwich(jacobian, angle_covariance)
    return covariances


@kernel
def horizon_coefficients(intrinsics: Vec, rotation: Mat3) -> Vec3:
    """Return (a, b, c) so that the pixel (x, y) lies a x + b y + c px below the horizon.

    It is exact for images without distortion. Looking straight down, c is infinite.
    """
    a = rotation[2, 1] / intrinsics[0]
    b = rotation[2, 2] / intrinsics[1]
    c = -rotation[2, 0] - a * intrinsics[2] - b * intrinsics[3]
    norm = math.hypot(a, b)
    line = np.zeros(3)
    if norm < 1e-15:
        line[2] = math.copysign(math.inf, c)
        return line
    line[0] = a / norm
    line[1] = b / norm
    line[2] = c / norm
    return line


def horizon_y(line: Vec3, x: float) -> float:
    """Return the image row of the horizon in a column, possibly outside of the image."""
    return float(-(line[0] * x + line[2]) / line[1])
