"""Conversion of YCbCr 4:2:2 pictures to RGB."""

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import UInt8Array
from kickabout.simulation.camera.rendering.kernels import KERNEL, ZERO

_RED, _BLUE = np.float32(1.402), np.float32(1.772)  # BT.601, full range
_GREEN_BLUE, _GREEN_RED = np.float32(0.344136), np.float32(0.714136)
_HALF, _LAST = np.float32(0.5), np.float32(255.49)


@kernel_with(**KERNEL)
def _convert(yuyv: UInt8Array, rgb: UInt8Array) -> None:
    for v in range(rgb.shape[0]):
        for u in range(rgb.shape[1]):
            y = np.float32(yuyv[v, u, 0]) + _HALF
            cb = np.float32(np.int32(yuyv[v, u & ~1, 1]) - 128)
            cr = np.float32(np.int32(yuyv[v, u | 1, 1]) - 128)
            rgb[v, u, 0] = np.uint8(min(max(y + _RED * cr, ZERO), _LAST))
            rgb[v, u, 1] = np.uint8(min(max(y - _GREEN_BLUE * cb - _GREEN_RED * cr, ZERO), _LAST))
            rgb[v, u, 2] = np.uint8(min(max(y + _BLUE * cb, ZERO), _LAST))


def rgb_from_yuyv(yuyv: UInt8Array) -> UInt8Array:
    """Convert height×width×2 (Y with Cb, Y with Cr in turn) to height×width×3."""
    rgb = np.empty((*yuyv.shape[:2], 3), np.uint8)
    _convert(yuyv, rgb)
    return rgb
