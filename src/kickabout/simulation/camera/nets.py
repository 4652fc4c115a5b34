"""From net panels to records of those that can be seen."""

import math

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import KERNEL, Float64Array, UInt8Array, Int32Array
from kickabout.simulation.camera.net_rows import Nets
from kickabout.simulation.camera.solids import BOX, Stand, bound_picture, bound_slopes, swing

_NEAR = 0.03  # m


@njit(**KERNEL)
def _fill_frame(half_axes: Float64Array, frame: Float64Array, half_size: Float64Array) -> None:
    for axis in range(2):
        square = (half_axes[axis] ** 2).sum()
        half_size[axis] = math.sqrt(square)
        frame[axis] = half_axes[axis] / square
    u, v = half_axes[0], half_axes[1]
    area = half_size[0] * half_size[1]
    frame[2, 0] = (u[1] * v[2] - u[2] * v[1]) / area
    frame[2, 1] = (u[2] * v[0] - u[0] * v[2]) / area
    frame[2, 2] = (u[0] * v[1] - u[1] * v[0]) / area


@njit(**KERNEL)
def select_nets(
    center: Float64Array,
    half_axes: Float64Array,
    instance: Int32Array,
    color: Float64Array,
    stand: Stand,
    nets: Nets,
    instances: UInt8Array,
) -> int:
    """Fill the records of all panels that may show; returns their number."""
    count = 0
    seen, axes, slopes = np.empty(3), np.zeros((3, 3)), np.empty(4)
    for n in range(center.shape[0]):
        if count >= instances.size:
            break
        for k in range(3):
            seen[k] = 0.0
            axes[k] = 0.0
            for i in range(3):
                turn = stand.rotation[i, k]
                seen[k] += turn * (center[n, i] - stand.motion[0, i])
                axes[k, 0] += turn * half_axes[n, 0, i]
                axes[k, 1] += turn * half_axes[n, 1, i]
        radius = math.sqrt((half_axes[n] ** 2).sum())
        bounds = nets.bounds[count]
        bounds[0], bounds[1], bounds[2], bounds[3] = 0, stand.height - 1, 0, stand.width - 1
        if seen[0] + radius < _NEAR:
            continue
        if seen[0] - radius > _NEAR:
            bound_slopes(BOX, seen, axes, 0.0, slopes)
            speed = math.sqrt((stand.motion[1] ** 2).sum())
            if not bound_picture(stand, slopes, swing(stand, speed, seen[0] - radius), bounds):
                continue
        _fill_frame(half_axes[n], nets.frame[count], nets.half_size[count])
        nets.center[count] = center[n]
        for k in range(3):
            nets.colors[count, k] = color[k]
        instances[count] = instance[n]
        count += 1
    return count
