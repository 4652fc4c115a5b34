"""From net panels to records of those that can be seen."""

import math

import numpy as np
from numba import njit

from kickabout.simulation.camera.rendering.arrays import Float64Array, Int32Array, UInt8Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, ROW_KERNEL
from kickabout.simulation.camera.rendering.net_rows import Nets
from kickabout.simulation.camera.scene.solids import (
    BOX,
    NEAR,
    ProjectionScratch,
    Stand,
    bound_picture,
    bound_slopes,
    is_beside,
    see,
    swing,
)


@njit(**ROW_KERNEL)
def _fill_frame(half_axes: Float64Array, frame: Float64Array, half_size: Float64Array) -> None:
    u, v = half_axes[0], half_axes[1]
    for axis in range(2):
        a = half_axes[axis]
        square = a[0] ** 2 + a[1] ** 2 + a[2] ** 2
        half_size[axis] = math.sqrt(square)
        for k in range(3):
            frame[axis, k] = a[k] / square
    area = half_size[0] * half_size[1]
    frame[2, 0] = (u[1] * v[2] - u[2] * v[1]) / area
    frame[2, 1] = (u[2] * v[0] - u[0] * v[2]) / area
    frame[2, 2] = (u[0] * v[1] - u[1] * v[0]) / area


@njit(**ROW_KERNEL)
def _bound(
    half_axes: Float64Array, stand: Stand, sight: ProjectionScratch, bounds: Int32Array
) -> bool:
    """Rows and columns of a panel whose center is seen; returns whether any are in the picture."""
    square = 0.0
    for k in range(3):
        for axis in range(2):
            square += half_axes[axis, k] ** 2
            sight.axes[k, axis] = 0.0
            for i in range(3):
                sight.axes[k, axis] += stand.rotation[i, k] * half_axes[axis, i]
        sight.axes[k, 2] = 0.0
    radius = math.sqrt(square)
    bounds[0], bounds[1], bounds[2], bounds[3] = 0, stand.height - 1, 0, stand.width - 1
    velocity = stand.motion[1]
    speed = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
    if sight.seen[0] - radius < NEAR:
        ahead = sight.seen[0] + radius > NEAR
        return ahead and not is_beside(stand, np.int32(BOX), 0.0, swing(stand, speed, 1.0), sight)
    bound_slopes(np.int32(BOX), 0.0, sight)
    margin = swing(stand, speed, sight.seen[0] - radius)
    return bool(bound_picture(stand, sight.slopes, margin, bounds))


@njit(**FRAME_KERNEL)
def select_nets(
    center: Float64Array,
    half_axes: Float64Array,
    instance: Int32Array,
    color: Float64Array,
    stand: Stand,
    sight: ProjectionScratch,
    nets: Nets,
    instances: UInt8Array,
) -> int:
    """Fill the records of all panels that may show; returns their number."""
    count = 0
    for n in range(center.shape[0]):
        see(stand, center[n], sight)
        if count >= instances.size or not _bound(half_axes[n], stand, sight, nets.bounds[count]):
            continue
        _fill_frame(half_axes[n], nets.frame[count], nets.half_size[count])
        for k in range(3):
            nets.center[count, k], nets.colors[count, k] = center[n, k], color[k]
        instances[count] = instance[n]
        count += 1
    return count
