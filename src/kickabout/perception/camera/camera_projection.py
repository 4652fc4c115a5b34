"""Camera model of one image: from pixels to the ground and back, with the rolling shutter undone.

In perception, the first pixel reaches from 0 to 1, so its middle is at 0.5. `CameraInfo` counts
from the middle of the first pixel, so optical centers are half a pixel larger here.
"""

import functools
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import (
    FloatArray,
    Mat3,
    Points2,
    Vec,
    Vec3,
    ground_covariances,
    pixels_to_ground,
    points_to_pixels,
    readonly,
    vector_from_rotation,
)
from kickabout.representations import CameraInfo, CameraMatrix, ImageCoordinateSystem


class CameraProjection(NamedTuple):
    """A camera's intrinsics, pose and rolling shutter, in the form that kernels take."""

    intrinsics: Vec  # focal lengths and center in px, then three zeros for no distortion
    rotation: Mat3  # camera_to_robot
    position_in_robot: Vec3  # m
    shutter: Vec3  # rad of pan and of tilt per row, and the row that needs no correction


@functools.lru_cache(maxsize=4)
def projection_of(
    matrix: CameraMatrix, info: CameraInfo, system: ImageCoordinateSystem
) -> CameraProjection:
    """Return the camera model of an image; cached, as a dozen detectors pass the same objects."""
    pan, tilt = float(system.row_rotation[0]), float(system.row_rotation[1])
    return CameraProjection(
        intrinsics=intrinsics_of(info.focal_length, info.center),
        rotation=matrix.camera_to_robot.rotation,
        position_in_robot=matrix.camera_to_robot.translation,
        shutter=readonly((pan, tilt, system.row_of_matrix)),
    )


@functools.lru_cache(maxsize=16)
def intrinsics_of(focal_length: tuple[float, float], center: tuple[float, float]) -> Vec:
    """Return the intrinsics of a `CameraProjection`."""
    x, y = center
    return readonly((*focal_length, x + 0.5, y + 0.5, 0.0, 0.0, 0.0))


@kernel
def straightened(pixels: Points2, projection: CameraProjection) -> Points2:
    """Return the pixels as if all rows had been exposed at the same time."""
    pan = projection.intrinsics[0] * projection.shutter[0]
    tilt = projection.intrinsics[1] * projection.shutter[1]
    moved = np.empty((pixels.shape[0], 2))
    for i in range(pixels.shape[0]):
        later = pixels[i, 1] - projection.shutter[2]
        moved[i, 0] = pixels[i, 0] - pan * later
        moved[i, 1] = pixels[i, 1] + tilt * later
    return moved


@kernel
def unstraightened(pixels: Points2, projection: CameraProjection) -> Points2:
    """Return the positions in the image of straightened pixels, the inverse of `straightened`."""
    pan = projection.intrinsics[0] * projection.shutter[0]
    tilt = projection.intrinsics[1] * projection.shutter[1]
    moved = np.empty((pixels.shape[0], 2))
    for i in range(pixels.shape[0]):
        row = (pixels[i, 1] + tilt * projection.shutter[2]) / (1.0 + tilt)
        moved[i, 0] = pixels[i, 0] + pan * (row - projection.shutter[2])
        moved[i, 1] = row
    return moved


@kernel
def image_to_robot(pixels: Points2, projection: CameraProjection, height: float) -> Points2:
    """Return where the pixels' rays meet the plane at this height; NaN above the horizon."""
    return pixels_to_ground(
        straightened(pixels, projection),
        projection.intrinsics,
        projection.rotation,
        projection.position_in_robot,
        height,
    )


@kernel
def robot_to_image(points: Points2, projection: CameraProjection, height: float) -> Points2:
    """Return the pixels of points at this height above the ground; NaN behind the camera."""
    in_camera = np.empty((points.shape[0], 3))
    for i in range(points.shape[0]):
        x = points[i, 0] - projection.position_in_robot[0]
        y = points[i, 1] - projection.position_in_robot[1]
        z = height - projection.position_in_robot[2]
        for k in range(3):
            in_camera[i, k] = (
                projection.rotation[0, k] * x
                + projection.rotation[1, k] * y
                + projection.rotation[2, k] * z
            )
    return unstraightened(points_to_pixels(in_camera, projection.intrinsics), projection)


@kernel
def horizon_rows(columns: Vec, projection: CameraProjection) -> Vec:
    """Return the horizon's row in each column, maybe outside of the image; at least -1e6."""
    rows = np.empty(columns.shape[0])
    for i in range(columns.shape[0]):
        rows[i] = horizon_row(columns[i], projection)
    return rows


@kernel
def horizon_row(column: float, projection: CameraProjection) -> float:
    """Return the horizon's row in one column, as `horizon_rows` does."""
    down = projection.rotation[2, 2] / projection.intrinsics[1]
    if down <= 1e-9:
        return -1e6
    right = (column - projection.intrinsics[2]) / projection.intrinsics[0]
    level = (projection.rotation[2, 0] - projection.rotation[2, 1] * right) / down
    return float(max(projection.intrinsics[3] + level, -1e6))


@kernel
def turn_between(before: Mat3, now: Mat3) -> tuple[float, float, float]:
    """Return the angles in rad about the camera's axes between two of its rotations."""
    turn = vector_from_rotation(before.T @ now)
    return turn[0], turn[1], turn[2]


@kernel
def spreads_on_ground(
    points: Points2, projection: CameraProjection, tilt: float, pan: float, pixel: float
) -> FloatArray:
    """Return (N, 2, 2) covariances of points on the ground.

    `tilt` and `pan` are standard deviations of the camera's direction in rad, `pixel` is the
    deviation of a point in the image in px.
    """
    ray = (pixel / projection.intrinsics[0]) ** 2
    angles = np.zeros((3, 3))
    angles[0, 0] = angles[1, 1] = tilt * tilt + ray
    angles[2, 2] = pan * pan + ray
    covariances = ground_covariances(points, projection.position_in_robot, angles, 0.0)
    for i in range(points.shape[0]):
        covariances[i, 0, 0] += 1e-6
        covariances[i, 1, 1] += 1e-6
    return covariances
