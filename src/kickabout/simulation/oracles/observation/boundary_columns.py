"""The end of the carpet in an image: from the carpet's size to one row for each column."""

import math

import numpy as np

from kickabout.geometry import Mat3, Points2, Vec, Vec2, Vec3, kernel


@kernel
def boundary_pixels(
    count: int, half_size: Vec2, rotation: Mat3, eye: Vec3, intrinsics: Vec, image_size: Vec2
) -> Points2:
    """Where the carpet ends in evenly spread image columns, left to right, if in the image.

    With one coordinate of the ray through (u, v) being a + b v, meeting the border x = X on the
    ground means (a_x + b_x v) (0 - eye_z) = (a_z + b_z v) (X - eye_x). If a column crosses
    several borders, the uppermost one counts.
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
            gap = sign * half_size[axis] - eye[axis]
            divisor = slope[axis] * eye[2] + slope[2] * gap
            if abs(divisor) < 1e-12:
                continue
            v = -(start[axis] * eye[2] + start[2] * gap) / divisor
            fall = start[2] + slope[2] * v
            if fall >= -1e-9:
                continue
            place = eye[other] - eye[2] / fall * (start[other] + slope[other] * v)
            if abs(place) <= half_size[other]:
                highest = min(highest, v)
        if 0.0 <= highest <= image_size[1]:
            pixels[size, 0] = u
            pixels[size, 1] = highest
            size += 1
    return pixels[:size].copy()
