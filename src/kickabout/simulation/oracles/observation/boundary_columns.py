"""End of the carpet in an image: from the carpet's size to one row for each column."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3, Points2, Vec, Vec2, Vec3


@kernel
def boundary_pixels(
    count: int, half_size: Vec2, rotation: Mat3, camera: Vec3, intrinsics: Vec, image_size: Vec2
) -> Points2:
    """Return where the carpet ends in evenly spread image columns, left to right.

    With a + b v as a coordinate of the ray through (u, v), it hits the edge x = X on the ground if
    (a_x + b_x v) (0 - camera_z) = (a_z + b_z v) (X - camera_x). If a column intersects several
    edges, the uppermost one is used. Columns whose edge is outside of the image are left out.
    """
    pixels = np.empty((count, 2))
    size = 0
    slope, middle, start = np.empty(3), np.empty(3), np.empty(3)
    for k in range(3):
        slope[k] = -rotation[k, 2] / intrinsics[1]
        middle[k] = rotation[k, 0] - slope[k] * intrinsics[3]
    for i in range(count):
        u = (i + 0.5) * image_size[0] / count
        left = (intrinsics[2] - u) / intrinsics[0]
        for k in range(3):
            start[k] = middle[k] + left * rotation[k, 1]
        highest = math.inf
        for edge in range(4):
            axis, other, sign = edge // 2, 1 - edge // 2, 1.0 - 2.0 * (edge % 2)
            gap = sign * half_size[axis] - camera[axis]
            divisor = slope[axis] * camera[2] + slope[2] * gap
            if abs(divisor) < 1e-12:
                continue
            v = -(start[axis] * camera[2] + start[2] * gap) / divisor
            fall = start[2] + slope[2] * v
            if fall >= -1e-9:
                continue
            along = camera[other] - camera[2] / fall * (start[other] + slope[other] * v)
            if abs(along) <= half_size[other]:
                highest = min(highest, v)
        if 0.0 <= highest <= image_size[1]:
            pixels[size, 0] = u
            pixels[size, 1] = highest
            size += 1
    return pixels[:size].copy()
