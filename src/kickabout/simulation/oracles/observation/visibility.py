"""Lines of sight: from points in the field to pixels, unless an occluder is in between.

`rotation` and `camera` are rotation and translation of camera_to_field. An occluder is a row
(x, y, radius, height, owner): an upright cylinder on the ground that is part of robot `owner`.
The lens is assumed to be ideal, because CameraInfo has no distortion.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Mat3, Points2, Points3, Vec, Vec2, Vec3

NO_OWNER = -2  # owner that no occluder has
OWN_FEET = -1  # owner of the occluder that stands for the robot itself

NEAREST_DEPTH = 0.03  # m, minimum depth of visible points


@kernel
def pixel_of(
    x: float, y: float, z: float, rotation: Mat3, camera: Vec3, intrinsics: Vec
) -> tuple[float, float]:
    """Return the pixel of a point; NaN behind the camera."""
    dx, dy, dz = x - camera[0], y - camera[1], z - camera[2]
    depth = rotation[0, 0] * dx + rotation[1, 0] * dy + rotation[2, 0] * dz
    if not depth > NEAREST_DEPTH:
        return math.nan, math.nan
    left = rotation[0, 1] * dx + rotation[1, 1] * dy + rotation[2, 1] * dz
    up = rotation[0, 2] * dx + rotation[1, 2] * dy + rotation[2, 2] * dz
    return (
        intrinsics[2] - intrinsics[0] * left / depth,
        intrinsics[3] - intrinsics[1] * up / depth,
    )


@kernel
def is_in_image(u: float, v: float, image_size: Vec2, margin: float) -> bool:
    """Return whether a pixel is in the image; False for NaN."""
    inside: bool = margin <= u <= image_size[0] - margin and margin <= v <= image_size[1] - margin
    return inside


@kernel
def is_hidden(
    x: float, y: float, z: float, camera: Vec3, occluders: FloatArray, own_owner: int
) -> bool:
    """Return whether a cylinder that is not part of the point's owner hides the point."""
    dx, dy = x - camera[0], y - camera[1]
    squared_length = max(dx * dx + dy * dy, 1e-12)
    for k in range(occluders.shape[0]):
        if occluders[k, 4] == own_owner:
            continue
        fx, fy = camera[0] - occluders[k, 0], camera[1] - occluders[k, 1]
        along = fx * dx + fy * dy
        outside = fx * fx + fy * fy - occluders[k, 2] * occluders[k, 2]
        root = along * along - squared_length * outside
        if root <= 0.0:
            continue
        root = math.sqrt(root)
        first = max((-along - root) / squared_length, 0.0)
        last = min((-along + root) / squared_length, 1.0)
        lowest = camera[2] + (z - camera[2]) * (last if z < camera[2] else first)
        if first < last and lowest < occluders[k, 3]:
            return True
    return False


@kernel
def seen_pixels(
    points: Points3,
    rotation: Mat3,
    camera: Vec3,
    intrinsics: Vec,
    image_size: Vec2,
    occluders: FloatArray,
    margin: float,
) -> Points2:
    """Return the pixels of points; NaN for those outside of the image or hidden."""
    pixels = np.full((points.shape[0], 2), np.nan)
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        u, v = pixel_of(x, y, z, rotation, camera, intrinsics)
        if is_in_image(u, v, image_size, margin) and not is_hidden(
            x, y, z, camera, occluders, NO_OWNER
        ):
            pixels[i, 0] = u
            pixels[i, 1] = v
    return pixels


@kernel
def projected_pixels(points: Points3, rotation: Mat3, camera: Vec3, intrinsics: Vec) -> Points2:
    """Return the pixels of points, in the image or not; NaN behind the camera."""
    pixels = np.empty((points.shape[0], 2))
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        pixels[i, 0], pixels[i, 1] = pixel_of(x, y, z, rotation, camera, intrinsics)
    return pixels


@kernel
def visible_fraction_of_ball(
    center: Vec3, radius: float, camera: Vec3, occluders: FloatArray
) -> float:
    """Return the visible fraction of the ball's disk, from five points of it."""
    dx, dy = center[0] - camera[0], center[1] - camera[1]
    distance = max(math.hypot(dx, dy), 1e-9)
    spread = 0.7 * radius
    side_x, side_y = -spread * dy / distance, spread * dx / distance
    free = 0
    for side, up in ((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        x, y = center[0] + side * side_x, center[1] + side * side_y
        free += not is_hidden(x, y, center[2] + up * spread, camera, occluders, NO_OWNER)
    return free / 5.0


@kernel
def visible_ball(
    center: Vec3,
    radius: float,
    rotation: Mat3,
    camera: Vec3,
    intrinsics: Vec,
    image_size: Vec2,
    occluders: FloatArray,
) -> tuple[float, float, float]:
    """Return the pixel of the ball's center and its visible fraction, −1 outside of the image."""
    u, v = pixel_of(center[0], center[1], center[2], rotation, camera, intrinsics)
    if not is_in_image(u, v, image_size, 0.0):
        return u, v, -1.0
    return u, v, visible_fraction_of_ball(center, radius, camera, occluders)
