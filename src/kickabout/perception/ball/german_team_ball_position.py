"""Position of a ball: from its circle in the image by its size and by the ground below it."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov2, Vec, Vec2
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    spreads_on_ground,
    straightened,
)


class BallSpreads(NamedTuple):
    """Standard deviations of what a ball's position is computed from."""

    tilt: float  # rad, of the camera
    pan: float  # rad
    center: float  # px
    radius: float  # px


class Placed(NamedTuple):
    """A position on the ground in the robot's frame; NaN if it is unknown."""

    position: Vec2  # m
    covariance: Cov2  # m²


@kernel
def direction_of(x: float, y: float, projection: CameraProjection) -> Vec:
    """Return the direction of a pixel in the robot's frame, of length one."""
    pixel = straightened(np.array(((x, y),)), projection)[0]
    focal_x, focal_y = projection.intrinsics[0], projection.intrinsics[1]
    left = (projection.intrinsics[2] - pixel[0]) / focal_x
    up = (projection.intrinsics[3] - pixel[1]) / focal_y
    scale = 1.0 / math.sqrt(1.0 + left * left + up * up)
    ray = np.empty(3)
    for k in range(3):
        turned = projection.rotation[k, 0] + projection.rotation[k, 1] * left
        ray[k] = scale * (turned + projection.rotation[k, 2] * up)
    return ray


@kernel
def range_by_size(circle: Vec, projection: CameraProjection, ball_radius: float) -> float:
    """Return the distance in m from the camera to the center of a ball that looks so large."""
    focal = 0.5 * (projection.intrinsics[0] + projection.intrinsics[1])
    x = circle[0] - projection.intrinsics[2]
    y = circle[1] - projection.intrinsics[3]
    # The pixel at this distance from the center of the image is seen at this angle, so that a
    # pixel there covers less of it.
    across = math.hypot(focal, math.hypot(x, y))
    radius = circle[2] * math.sqrt(focal / across)
    return ball_radius / math.sin(math.atan(radius / across))


@kernel
def by_size(
    circle: Vec, projection: CameraProjection, ball_radius: float, spreads: BallSpreads
) -> Placed:
    """Return the position by direction and size."""
    ray = direction_of(circle[0], circle[1], projection)
    far = range_by_size(circle, projection, ball_radius)
    position = projection.position_in_robot[:2] + far * ray[:2]
    ahead = far * math.hypot(ray[0], ray[1])
    level = math.atan2(ray[1], ray[0])
    along = (ahead * spreads.radius / max(circle[2], 0.1)) ** 2 + 1e-6
    pixel = spreads.center / projection.intrinsics[0]
    across = ahead * ahead * (spreads.pan**2 + pixel * pixel) + 1e-6
    c, s = math.cos(level), math.sin(level)
    covariance = np.empty((2, 2))
    covariance[0, 0] = c * c * along + s * s * across
    covariance[1, 1] = s * s * along + c * c * across
    covariance[0, 1] = covariance[1, 0] = c * s * (along - across)
    return Placed(position, covariance)


@kernel
def by_ground(
    circle: Vec, projection: CameraProjection, ball_radius: float, spreads: BallSpreads
) -> Placed:
    """Return where the ray of the center is at the height of a ball's center; NaN: nowhere."""
    pixel = np.array(((circle[0], circle[1]),))
    positions = image_to_robot(pixel, projection, ball_radius)
    spread = spreads_on_ground(positions, projection, spreads.tilt, spreads.pan, spreads.center)
    return Placed(positions[0].copy(), spread[0].copy())


@kernel
def combined(first: Placed, second: Placed) -> Placed:
    """Return the mean of two positions, each weighted by the inverse of its covariance."""
    gain = first.covariance @ np.linalg.inv(first.covariance + second.covariance)
    position = first.position + gain @ (second.position - first.position)
    covariance = first.covariance - gain @ first.covariance
    return Placed(position, 0.5 * (covariance + covariance.T))
