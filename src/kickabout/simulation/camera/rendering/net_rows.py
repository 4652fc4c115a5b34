"""One pixel row of the goal nets: a mesh of thin cords in front of the rendered scene."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import HALF, LANES, ONE, ROW_KERNEL, ZERO

_MESH = 0.05  # m, between cords
_CORD = 0.0028  # m, thickness
_TINY = 1.0e-9
_PIXELS_OF_EDGE = 1.3
_OFFSET = np.float32(4096.0)  # keeps mesh coordinates positive


class Nets(NamedTuple):
    """Visible panels; x and y run from -1 to 1 over a panel, z is the distance in front of it."""

    frame: Float64Array  # n×3×3, field to panel
    center: Float64Array  # n×3
    half_size: Float64Array  # n×2, m
    bounds: Int32Array  # n×4: rows and columns
    colors: Float32Array  # n×3
    rays: Float32Array  # n×3×3, of the current row: origin, direction, its change per column


@kernel_with(**ROW_KERNEL)
def _cord(position: np.float32, thickness: np.float32, blur: np.float32) -> np.float32:
    """Return the fraction of a footprint of size `blur` covered by cords at whole numbers."""
    shifted = position + _OFFSET
    from_cord = HALF - abs(shifted - np.float32(np.int32(shifted)) - HALF)
    inside = (HALF * (thickness + blur) - from_cord) / blur
    return min(max(inside, ZERO), min(thickness / blur, ONE))


@kernel_with(**ROW_KERNEL)
def _cover(
    rays: Float32Array,
    half_size: Float64Array,
    blur_scale: float,
    nearest: Float32Array,
    coverage: Float32Array,
) -> None:
    ox, oy, oz = rays[0, 0], rays[0, 1], rays[0, 2]
    cx, cy, cz = rays[1, 0], rays[1, 1], rays[1, 2]
    dx, dy, dz = rays[2, 0], rays[2, 1], rays[2, 2]
    mesh_x, mesh_y = np.float32(half_size[0] / _MESH), np.float32(half_size[1] / _MESH)
    thickness, blur_per_depth = np.float32(_CORD / _MESH), np.float32(blur_scale / _MESH)
    tiny = np.float32(_TINY)
    for i in range(coverage.size):
        u = np.float32(np.int32(i))
        fall = cz + dz * u
        t = -oz / (fall if abs(fall) > tiny else tiny)
        x, y = ox + t * (cx + dx * u), oy + t * (cy + dy * u)
        a, b = x * mesh_x, y * mesh_y
        blur = blur_per_depth * t
        cords_a = _cord(a + b, thickness, blur)
        cords_b = _cord(a - b, thickness, blur)
        inside = (abs(x) < ONE) & (abs(y) < ONE) & (t > ZERO) & (t < nearest[i])
        coverage[i] = ONE - (ONE - cords_a) * (ONE - cords_b) if inside else ZERO


@kernel_with(**ROW_KERNEL)
def _blend(color: np.float32, coverage: Float32Array, out: Float32Array) -> None:
    for i in range(coverage.size):
        out[i] += coverage[i] * (color - out[i])


@kernel_with(**ROW_KERNEL)
def _mark(k: int, coverage: Float32Array, owner: Int32Array) -> None:
    own = np.int32(k)
    for i in range(coverage.size):
        owner[i] = own if coverage[i] > HALF else owner[i]


@kernel_with(**ROW_KERNEL)
def shade_net(
    nets: Nets,
    k: int,
    rays: Float64Array,
    nearest: Float32Array,
    work: Float32Array,
    owner: Int32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Blend panel k over the row where nothing is nearer to the camera."""
    first, last = nets.bounds[k, 2], nets.bounds[k, 3]
    count = (last - first + LANES) // LANES * LANES
    frame, center, matrix = nets.frame[k], nets.center[k], nets.rays[k]
    for i in range(3):
        origin = start = slope = 0.0
        for j in range(3):
            origin += frame[i, j] * (rays[9 + j] - center[j])
            start += frame[i, j] * (rays[j] + rays[3 + j] * first)
            slope += frame[i, j] * rays[3 + j]
        matrix[0, i], matrix[1, i], matrix[2, i] = origin, start, slope
    pixel = math.sqrt(rays[3] ** 2 + rays[4] ** 2 + rays[5] ** 2) * _PIXELS_OF_EDGE
    coverage = work[:count]
    _cover(matrix, nets.half_size[k], pixel, nearest[first : first + count], coverage)
    _mark(k, coverage, owner[first : first + count])
    for channel in range(3):
        out = (red, green, blue)[channel]
        _blend(nets.colors[k, channel], coverage, out[first : first + count])
