"""From the field's dimensions to look-up tables of the ground: distance to lines, carpet fibers.

A cell holds the signed distance from the nearest line's middle and its gradient. Together with
the size of a pixel's footprint it gives the painted fraction of the pixel, which is sharp close to
the camera and smooth far away, without mip levels.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kickabout.representations.field import FieldDimensions, Segment
from kickabout.simulation.camera.rendering.arrays import Float64Array, Int8Array, Int32Array

NEAR_CELL = 0.01  # m
FAR_CELL = 0.04  # m, a table that fits into the cache, for pixels that cover more than a cell
DISTANCE_UNIT = 1.0e-4  # m, of the 16 bits that hold a distance
FIBER_TEXEL = 0.002  # m
FIBER_UNIT = 0.02  # of the deviation
FIBER_SIZE = 128  # texels, a power of two; small enough for the first cache
_MARGIN = 0.1  # m, around the carpet


class LineTable(NamedTuple):
    """Cells in tiles of 4×4, one cache line each, for any direction of the camera.

    A cell has the distance in the upper 16 bits, then x and y of the gradient in 8 each.
    """

    cells: Int32Array
    cell: float  # m
    columns: int  # multiples of 4
    rows: int
    origin_x: float  # m, outer corner of cell 0
    origin_y: float


def line_table(field: FieldDimensions, cell: float) -> LineTable:
    """Return the table of a field; fields with the same lines share it."""
    return _line_table(
        (field.line_segments(), field.mark_strokes()),
        field.line_width,
        field.center_circle_radius,
        (field.boundary_x + _MARGIN, field.boundary_y + _MARGIN),
        cell,
    )


@lru_cache(maxsize=8)
def _line_table(
    strokes: tuple[tuple[Segment, ...], tuple[Segment, ...]],
    width: float,
    circle_radius: float,
    half_size: tuple[float, float],
    cell: float,
) -> LineTable:
    columns, rows = (4 * round(half / cell / 2) for half in half_size)
    left, top = -columns * cell / 2, -rows * cell / 2
    x, y = np.meshgrid(
        (np.arange(columns) + 0.5) * cell + left, (np.arange(rows) + 0.5) * cell + top
    )
    best = _circle_distance(circle_radius, x, y)
    lines, marks = strokes
    for line in lines:
        best = _nearer(best, _stroke_distance(line, width, width, x, y))
    for mark in marks:
        best = _nearer(best, _stroke_distance(mark, width, 0.0, x, y))
    distance, gradient_x, gradient_y = best
    packed = (
        (np.clip(np.rint(distance / DISTANCE_UNIT), -32767, 32767).astype(np.int64) << 16)
        | ((np.rint(gradient_x * 127).astype(np.int64) & 255) << 8)
        | (np.rint(gradient_y * 127).astype(np.int64) & 255)
    )
    tiles = packed.astype(np.int32).reshape(rows // 4, 4, columns // 4, 4).swapaxes(1, 2)
    cells = tiles.ravel()
    cells.flags.writeable = False
    return LineTable(cells, cell, columns, rows, left, top)


_Distance = tuple[Float64Array, Float64Array, Float64Array]


def _circle_distance(circle_radius: float, x: Float64Array, y: Float64Array) -> _Distance:
    radius = np.maximum(np.hypot(x, y), 1e-9)
    return radius - circle_radius, x / radius, y / radius


def _stroke_distance(
    stroke: tuple[float, float, float, float],
    width: float,
    extension: float,
    x: Float64Array,
    y: Float64Array,
) -> _Distance:
    """Return the distance to a stroke with square ends, extended by half of `extension`."""
    x1, y1, x2, y2 = stroke
    length = float(np.hypot(x2 - x1, y2 - y1))
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    rx, ry = x - (x1 + x2) / 2, y - (y1 + y2) / 2
    along, across = rx * ux + ry * uy, ry * ux - rx * uy
    beyond = np.abs(along) - (length + extension - width) / 2
    at_end = beyond > np.abs(across)
    sign = np.sign(along)
    return (
        np.where(at_end, beyond, across),
        np.where(at_end, sign * ux, -uy),
        np.where(at_end, sign * uy, ux),
    )


def _nearer(a: _Distance, b: _Distance) -> _Distance:
    nearer = np.abs(b[0]) < np.abs(a[0])
    return (
        np.where(nearer, b[0], a[0]),
        np.where(nearer, b[1], a[1]),
        np.where(nearer, b[2], a[2]),
    )


@lru_cache(maxsize=8)
def fiber_tile(seed: int) -> Int8Array:
    """Return the fibers' brightness, deviation 1 / FIBER_UNIT, which repeats without a seam."""
    from scipy import ndimage  # slow to import, and only images need it

    rng = np.random.default_rng([seed, 1])
    size = (FIBER_SIZE, FIBER_SIZE)
    fine = ndimage.gaussian_filter(rng.standard_normal(size), 0.6, mode="wrap")
    tufts = ndimage.gaussian_filter(rng.standard_normal(size), 2.0, mode="wrap")
    tile = fine / fine.std() + 0.35 * tufts / tufts.std()
    fibers = np.clip(np.rint(tile / tile.std() / FIBER_UNIT), -127, 127).astype(np.int8).ravel()
    fibers.flags.writeable = False
    return np.asarray(fibers, np.int8)
