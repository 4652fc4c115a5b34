"""Goal nets: from net panels to records of those that are visible."""

import math

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float64Array, Int32Array, UInt8Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, ROW_KERNEL
from kickabout.simulation.camera.rendering.net_rows import Nets
from kickabout.simulation.camera.scene.solids import (
    BOX,
    NEAR,
    CameraState,
    ProjectionScratch,
    bound_picture,
    bound_slopes,
    is_beside,
    locate,
    max_motion,
)


@kernel_with(**ROW_KERNEL)
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


@kernel_with(**ROW_KERNEL)
def _bound(
    half_axes: Float64Array, camera: CameraState, scratch: ProjectionScratch, bounds: Int32Array
) -> bool:
    """Fill in the rows and columns of a panel; return whether any are in the picture."""
    square = 0.0
    for k in range(3):
        for axis in range(2):
            square += half_axes[axis, k] ** 2
            scratch.axes[k, axis] = 0.0
            for i in range(3):
                scratch.axes[k, axis] += camera.rotation[i, k] * half_axes[axis, i]
        scratch.axes[k, 2] = 0.0
    radius = math.sqrt(square)
    bounds[0], bounds[1], bounds[2], bounds[3] = 0, camera.height - 1, 0, camera.width - 1
    velocity = camera.motion[1]
    speed = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
    if scratch.center[0] - radius < NEAR:
        ahead = scratch.center[0] + radius > NEAR
        return ahead and not is_beside(
            camera, np.int32(BOX), 0.0, max_motion(camera, speed, 1.0), scratch
        )
    bound_slopes(np.int32(BOX), 0.0, scratch)
    margin = max_motion(camera, speed, scratch.center[0] - radius)
    return bool(bound_picture(camera, scratch.slopes, margin, bounds))


@kernel_with(**FRAME_KERNEL)
def select_nets(
    center: Float64Array,
    half_axes: Float64Array,
    instance: Int32Array,
    color: Float64Array,
    camera: CameraState,
    scratch: ProjectionScratch,
    nets: Nets,
    instances: UInt8Array,
) -> int:
    """Fill in the records of all panels that may be visible; return their number."""
    count = 0
    for n in range(center.shape[0]):
        locate(camera, center[n], scratch)
        if count >= instances.size or not _bound(half_axes[n], camera, scratch, nets.bounds[count]):
            continue
        _fill_frame(half_axes[n], nets.frame[count], nets.half_size[count])
        for k in range(3):
            nets.center[count, k], nets.colors[count, k] = center[n, k], color[k]
        instances[count] = instance[n]
        count += 1
    return count
