"""Radial lens distortion: a wider undistorted picture is rendered, then distorted."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.optics.motion_blur import MARGIN
from kickabout.simulation.camera.optics.optics import CameraOptics
from kickabout.simulation.camera.optics.sensor import SensorRows, SensorTable, develop_row, read_row
from kickabout.simulation.camera.rendering.arrays import Float32Array, Int32Array, UInt32Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, ONE, ROW_KERNEL

_ITERATIONS = 12


class LensMap(NamedTuple):
    """For each pixel the position in the wide picture from which its light comes."""

    columns: Float32Array  # height×width
    rows: Float32Array


def lens_map(optics: CameraOptics) -> tuple[CameraOptics, LensMap]:
    """Return the optics of the wide picture without distortion, and the map into it."""
    u, v = np.meshgrid(np.arange(optics.width), np.arange(optics.height))
    bent_x, bent_y = (u - optics.center_x) / optics.focal_x, (v - optics.center_y) / optics.focal_y
    x, y = bent_x.copy(), bent_y.copy()
    for _ in range(_ITERATIONS):
        square = x * x + y * y
        factor = 1.0 + square * (optics.distortion[0] + square * optics.distortion[1])
        if np.any(factor <= 0.2):
            raise ValueError(f"distortion {optics.distortion} is too strong to be inverted")
        x, y = bent_x / factor, bent_y / factor
    columns = x * optics.focal_x + optics.center_x
    rows = y * optics.focal_y + optics.center_y
    # even, so that the room is looked up in the same rows and columns as without a lens
    left, top = (2 * int((np.floor(places.min()) - 1.0) // 2.0) for places in (columns, rows))
    width, height = int(np.ceil(columns.max())) - left + 3, int(np.ceil(rows.max())) - top + 3
    wide = replace(
        optics,
        width=width + width % 2,
        height=height,
        center_x=optics.center_x - left,
        center_y=optics.center_y - top,
        distortion=(0.0, 0.0),
        readout_time=optics.readout_time * height / optics.height,
    )
    return wide, LensMap((columns - left).astype(np.float32), (rows - top).astype(np.float32))


def nearest_pixels(lens: LensMap) -> tuple[Int32Array, Int32Array]:
    """Return the rows and columns from which labels are taken."""
    return np.rint(lens.rows).astype(np.int32), np.rint(lens.columns).astype(np.int32)


@kernel_with(**ROW_KERNEL)
def _bend_row(
    light: Float32Array, columns: Float32Array, rows: Float32Array, out: Float32Array
) -> None:
    for u in range(columns.size):
        column, row = int(columns[u]), int(rows[u])
        wx, wy = columns[u] - np.float32(column), rows[u] - np.float32(row)
        column += MARGIN
        for channel in range(3):
            above = (ONE - wx) * light[row, channel, column] + wx * light[row, channel, column + 1]
            below = (ONE - wx) * light[row + 1, channel, column] + wx * light[
                row + 1, channel, column + 1
            ]
            out[channel, MARGIN + u] = (ONE - wy) * above + wy * below


@kernel_with(**FRAME_KERNEL)
def read_bent(
    light: Float32Array,
    lens: LensMap,
    bent: Float32Array,
    sensor: SensorTable,
    rows: SensorRows,
    out: UInt32Array,
) -> None:
    """Read a picture from the stored rows of the wide one; `bent` is scratch for one row."""
    height = out.shape[0]
    for v in range(height):
        _bend_row(light, lens.columns[v], lens.rows[v], bent)
        develop_row(sensor, v, bent, rows)
        if v > 0:
            read_row(sensor, v - 1, height, rows, out[v - 1])
    read_row(sensor, height - 1, height, rows, out[height - 1])
