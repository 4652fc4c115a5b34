"""Rays of one pixel row of a moving camera.

Rays are twelve numbers: the direction at column 0, its change per column and per row, and the
camera's position. Directions have length 1 along the optical axis; a ray's parameter is the depth.
"""

import math

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float64Array
from kickabout.simulation.camera.rendering.kernels import ROW_KERNEL


@kernel_with(**ROW_KERNEL)
def _turn(matrix: Float64Array, velocity: Float64Array, time: float, out: Float64Array) -> None:
    """Compute the matrix after it has rotated for a time."""
    speed = max(math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2), 1e-12)
    x, y, z = velocity[0] / speed, velocity[1] / speed, velocity[2] / speed
    sine, versine = math.sin(speed * time), 1.0 - math.cos(speed * time)
    for k in range(3):
        a, b, c = matrix[0, k], matrix[1, k], matrix[2, k]
        px, py, pz = y * c - z * b, z * a - x * c, x * b - y * a
        out[0, k] = a + sine * px + versine * (y * pz - z * py)
        out[1, k] = b + sine * py + versine * (z * px - x * pz)
        out[2, k] = c + sine * pz + versine * (x * py - y * px)


@kernel_with(**ROW_KERNEL)
def row_rays(
    rotation: Float64Array,
    motion: Float64Array,
    intrinsics: Float64Array,
    row: int,
    time: float,
    matrix: Float64Array,
    rays: Float64Array,
) -> None:
    """Compute the rays of a row at a time relative to that of the given pose.

    `motion` is position, velocity, angular velocity; `matrix` receives the camera's rotation.
    """
    _turn(rotation, motion[2], time, matrix)
    focal_x, focal_y = intrinsics[0], intrinsics[1]
    center_x, center_y = intrinsics[2], intrinsics[3]
    up = (center_y - row) / focal_y
    for k in range(3):
        rays[k] = matrix[k, 0] + matrix[k, 1] * center_x / focal_x + matrix[k, 2] * up
        rays[3 + k] = -matrix[k, 1] / focal_x
        rays[6 + k] = -matrix[k, 2] / focal_y
        rays[9 + k] = motion[0, k] + motion[1, k] * time
