"""One pixel row of the ground: where the rays hit it, what is painted there, how it is lit.

Each step is a separate loop over the row, so that all but the table look-ups become vector code.
"""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import (
    Float32Array,
    Float64Array,
    Int8Array,
    Int32Array,
)
from kickabout.simulation.camera.rendering.ground_paint import STEP, mix_paint, paint_plain
from kickabout.simulation.camera.rendering.ground_texture import (
    DISTANCE_UNIT,
    FAR_CELL,
    FIBER_SIZE,
    FIBER_TEXEL,
    FIBER_UNIT,
    LineTable,
)
from kickabout.simulation.camera.rendering.kernels import FAR, HALF, ONE, ROW_KERNEL, ZERO
from kickabout.simulation.camera.scene.light_map import LIGHT_VALUES, TEXEL

_LEVEL = np.float32(-1.0e-5)  # rays with a smaller slope do not reach the ground
_UNIT = np.float32(DISTANCE_UNIT)
_GRADIENT_UNIT = np.float32(1.0 / 127.0)
_SHARPEST = np.float32(1.0e-4)  # m, keeps the footprint positive
_FIBERS_PER_METER = np.float32(1.0 / FIBER_TEXEL)
_FIBER_OFFSET = np.float32(1 << 20)  # a multiple of the tile, makes coordinates positive
_FIBER_AREA = np.float32(FIBER_TEXEL * FIBER_TEXEL)
_FIBER_UNIT = np.float32(FIBER_UNIT)
_FIBER_MASK = FIBER_SIZE - 1
_FIBER_SHIFT = int(math.log2(FIBER_SIZE))
_CARPET_MARGIN = np.float32(0.3)  # m
BLOCK = 64  # px, size of the parts of a row that either show lines or do not
PROBE = 8  # px between the points at which lines are searched
_CARPET, _FLOOR, _MIXED = 0, 1, 2  # kinds of blocks
_TEXELS_PER_METER = np.float32(1.0 / TEXEL)


class Ground(NamedTuple):
    """Tables and parameters of one venue."""

    near_lines: LineTable
    far_lines: LineTable
    fibers: Int8Array
    light: Float32Array  # GroundMap.texels with shadows, flat
    light_columns: int
    light_x: float
    light_y: float
    colors: Float32Array  # 3×3: carpet, line, floor, in light of intensity 1
    numbers: Float32Array  # boundary x, y, half line width, fiber contrast, line wear, footprint²


class GroundRow(NamedTuple):
    """Scratch for one row."""

    x: Float32Array  # m
    y: Float32Array
    cell: Int32Array
    probed: Int32Array  # every PROBE
    fiber: Int32Array
    paint: Float32Array  # fraction of the pixel that is line
    outside: Float32Array  # fraction of the pixel that is not carpet
    nodes: Float32Array  # n×4, light at every STEP


def make_ground_row(padded: int) -> GroundRow:
    return GroundRow(
        x=np.zeros(padded, np.float32),
        y=np.zeros(padded, np.float32),
        cell=np.zeros(padded, np.int32),
        probed=np.zeros(padded // PROBE, np.int32),
        fiber=np.zeros(padded, np.int32),
        paint=np.zeros(padded, np.float32),
        outside=np.zeros(padded, np.float32),
        nodes=np.zeros((padded // STEP + 1, LIGHT_VALUES + 1), np.float32),
    )


@kernel_with(**ROW_KERNEL)
def _hit(
    rays: Float64Array,
    first: int,
    depth: Float32Array,
    x: Float32Array,
    y: Float32Array,
    fiber: Int32Array,
) -> None:
    """Intersect the rays with the ground; fill in points and indices in the tile of fibers."""
    ax, ay = np.float32(rays[0] + rays[3] * first), np.float32(rays[1] + rays[4] * first)
    az, bz = np.float32(rays[2] + rays[5] * first), np.float32(rays[5])
    bx, by = np.float32(rays[3]), np.float32(rays[4])
    cx, cy = np.float32(rays[9]), np.float32(rays[10])
    height = np.float32(max(rays[11], 0.005))
    for i in range(depth.size):
        u = np.float32(np.int32(i))
        t = min(-height / min(az + bz * u, _LEVEL), FAR)
        px, py = cx + t * (ax + bx * u), cy + t * (ay + by * u)
        depth[i], x[i], y[i] = t, px, py
        fx = np.int32(px * _FIBERS_PER_METER + _FIBER_OFFSET)
        fy = np.int32(py * _FIBERS_PER_METER + _FIBER_OFFSET)
        # each tile is shifted relative to its neighbors to hide the repetition
        across = np.int32(fx + 37 * np.int32(fy >> _FIBER_SHIFT)) & _FIBER_MASK
        along = np.int32(fy + 53 * np.int32(fx >> _FIBER_SHIFT)) & _FIBER_MASK
        fiber[i] = np.int32((along << _FIBER_SHIFT) | across)


@kernel_with(**ROW_KERNEL)
def _find_cells(
    lines: LineTable, stride: int, x: Float32Array, y: Float32Array, cell: Int32Array
) -> None:
    """Fill in the indices in a table of lines of one point in each stride."""
    left, top = np.float32(-lines.origin_x / lines.cell), np.float32(-lines.origin_y / lines.cell)
    last_x, last_y = np.float32(lines.columns - 0.5), np.float32(lines.rows - 0.5)
    tiles, per_meter = np.int32(lines.columns >> 2), np.float32(1.0 / lines.cell)
    for i in range(cell.size):
        column = np.int32(min(max(x[stride * i] * per_meter + left, ZERO), last_x))
        row = np.int32(min(max(y[stride * i] * per_meter + top, ZERO), last_y))
        tile = np.int32(np.int32(row >> 2) * tiles + np.int32(column >> 2))
        cell[i] = np.int32((tile << 4) | ((row & 3) << 2) | (column & 3))


@kernel_with(**ROW_KERNEL)
def _fetch(table: Int8Array | Int32Array, row: Int32Array) -> None:
    """Replace indices by their entries in a table."""
    for i in range(row.size):
        row[i] = table[np.uint32(row[i])]


@kernel_with(**ROW_KERNEL)
def _kind(
    ground: Ground, rays: Float64Array, row: GroundRow, depth: Float32Array, first: int, last: int
) -> int:
    """Return whether a part of a row shows only carpet or only floor, with a margin."""
    boundary_x, boundary_y = ground.numbers[0], ground.numbers[1]
    beyond = max(abs(row.x[first]) - boundary_x, abs(row.y[first]) - boundary_y)
    last_beyond = max(abs(row.x[last]) - boundary_x, abs(row.y[last]) - boundary_y)
    t = max(depth[first], depth[last])
    lengthwise = abs(rays[8]) * t * t / max(rays[11], 0.005)
    if max(beyond, last_beyond) > -_CARPET_MARGIN:
        clear = _CARPET_MARGIN + lengthwise
        # beyond the same edge; otherwise a corner of the carpet might lie between
        right = min(row.x[first], row.x[last]) - boundary_x > clear
        left = max(row.x[first], row.x[last]) + boundary_x < -clear
        top = min(row.y[first], row.y[last]) - boundary_y > clear
        bottom = max(row.y[first], row.y[last]) + boundary_y < -clear
        return _FLOOR if right or left or top or bottom else _MIXED
    reach = 1.5 * ground.numbers[2] + 2.0 * lengthwise + PROBE * t * math.sqrt(ground.numbers[5])
    near = nearest = int(reach / DISTANCE_UNIT)
    for i in range(first // PROBE, last // PROBE + 1):
        nearest = min(nearest, abs(row.probed[i] >> 16))
    return _CARPET if nearest >= near else _MIXED


@kernel_with(**ROW_KERNEL)
def _measure_paint(
    ground: Ground,
    lines: LineTable,
    rays: Float64Array,
    depth: Float32Array,
    x: Float32Array,
    y: Float32Array,
    cell: Int32Array,
    fiber: Int32Array,
    paint: Float32Array,
) -> None:
    """Fill in the fraction of each pixel's footprint that is on a line."""
    half_width, wear = ground.numbers[2], ground.numbers[4] * _FIBER_UNIT
    left, top = np.float32(-lines.origin_x / lines.cell), np.float32(-lines.origin_y / lines.cell)
    size, per_meter = np.float32(lines.cell), np.float32(1.0 / lines.cell)
    bx, by, bz = np.float32(rays[3]), np.float32(rays[4]), np.float32(rays[5])
    dx, dy, dz = np.float32(rays[6]), np.float32(rays[7]), np.float32(rays[8])
    cx, cy = np.float32(rays[9]), np.float32(rays[10])
    per_height = np.float32(1.0 / max(rays[11], 0.005))
    for i in range(paint.size):
        packed = cell[i]
        column, row = x[i] * per_meter + left, y[i] * per_meter + top
        cell_x = (column - np.float32(np.int32(column)) - HALF) * size
        cell_y = (row - np.float32(np.int32(row)) - HALF) * size
        gx = np.float32(np.int32(np.int32(packed << 16) >> 24)) * _GRADIENT_UNIT
        gy = np.float32(np.int32(np.int32(packed << 24) >> 24)) * _GRADIENT_UNIT
        distance = np.float32(np.int32(packed >> 16)) * _UNIT
        distance += gx * cell_x + gy * cell_y + wear * np.float32(fiber[i])
        t = depth[i]
        away = (gx * (x[i] - cx) + gy * (y[i] - cy)) * t * per_height
        per_column = (gx * bx + gy * by) * t + away * bz
        per_row = (gx * dx + gy * dy) * t + away * dz
        scale = ONE / (abs(per_column) + abs(per_row) + _SHARPEST)
        upper = min(max((distance + half_width) * scale + HALF, ZERO), ONE)
        lower = min(max((distance - half_width) * scale + HALF, ZERO), ONE)
        paint[i] = upper - lower


@kernel_with(**ROW_KERNEL)
def _measure_outside(
    rays: Float64Array,
    boundary_x: np.float32,
    boundary_y: np.float32,
    depth: Float32Array,
    x: Float32Array,
    y: Float32Array,
    outside: Float32Array,
) -> None:
    """Fill in the fraction of each pixel's footprint that is beside the carpet."""
    across = np.float32(abs(rays[3]) + abs(rays[4]))
    along = np.float32(abs(rays[8]) / max(rays[11], 0.05))
    for i in range(outside.size):
        beyond = max(abs(x[i]) - boundary_x, abs(y[i]) - boundary_y)
        footprint = (across + along * depth[i]) * depth[i]
        outside[i] = min(max(beyond / footprint + HALF, ZERO), ONE)


@kernel_with(**ROW_KERNEL)
def _contrast(ground: Ground, rays: Float64Array, column: float) -> float:
    """Return the contrast of the fibers per unit of the table; many in one pixel are averaged."""
    height = max(rays[11], 0.05)
    t = min(height / max(-rays[2] - rays[5] * column, 1e-5), 1e3)
    fibers = ground.numbers[5] * t**3 / (height * _FIBER_AREA)
    return float(ground.numbers[3] * _FIBER_UNIT / math.sqrt(1.0 + fibers))


@kernel_with(**ROW_KERNEL)
def _look_up_light(
    ground: Ground,
    rays: Float64Array,
    first: int,
    x: Float32Array,
    y: Float32Array,
    nodes: Float32Array,
) -> None:
    """Fill in intensity, warmth, brightness and contrast at every STEP, linear in between."""
    light, stride = ground.light, LIGHT_VALUES * ground.light_columns
    left, top = np.float32(ground.light_x), np.float32(ground.light_y)
    last_column = np.float32(ground.light_columns - 1.01)
    last_row = np.float32(light.size // stride - 1.01)
    contrast = np.float32(_contrast(ground, rays, first))
    change = np.float32((_contrast(ground, rays, first + x.size) - contrast) / x.size)
    nearest = _is_far(rays, first, TEXEL) and _is_far(rays, first + x.size - 1.0, TEXEL)
    for node in range(x.size // STEP + 1):
        at = min(node * STEP, x.size - 1)
        fx = min(max((x[at] - left) * _TEXELS_PER_METER, ZERO), last_column)
        fy = min(max((y[at] - top) * _TEXELS_PER_METER, ZERO), last_row)
        ix, iy = np.int32(fx), np.int32(fy)
        upper = np.uint32(iy * stride + LIGHT_VALUES * ix)
        nodes[node, LIGHT_VALUES] = contrast + change * np.float32(at)
        if nearest:
            for k in range(LIGHT_VALUES):
                nodes[node, k] = light[upper + np.uint32(k)]
            continue
        wx, wy = fx - np.float32(ix), fy - np.float32(iy)
        lower = upper + np.uint32(stride)
        for k in range(LIGHT_VALUES):
            a, b = light[upper + np.uint32(k)], light[upper + np.uint32(k + LIGHT_VALUES)]
            c, d = light[lower + np.uint32(k)], light[lower + np.uint32(k + LIGHT_VALUES)]
            above, below = a + wx * (b - a), c + wx * (d - c)
            nodes[node, k] = above + wy * (below - above)


@kernel_with(**ROW_KERNEL)
def _is_far(rays: Float64Array, column: float, size: float) -> bool:
    """Return whether a pixel covers more than the given size on the ground, lengthwise."""
    fall = rays[2] + rays[5] * column
    return bool(fall > -1e-4 or abs(rays[8]) * rays[11] / fall**2 > size)


@kernel_with(**ROW_KERNEL)
def _measure(
    ground: Ground,
    lines: LineTable,
    rays: Float64Array,
    row: GroundRow,
    first: int,
    end: int,
    depth: Float32Array,
) -> None:
    """Fill in the fractions of paint and floor in a part with lines or the carpet's edge."""
    x, y, cell = row.x[first:end], row.y[first:end], row.cell[first:end]
    fiber, paint, outside = row.fiber[first:end], row.paint[first:end], row.outside[first:end]
    _find_cells(lines, 1, x, y, cell)
    _fetch(lines.cells, cell)
    _measure_paint(ground, lines, rays, depth, x, y, cell, fiber, paint)
    _measure_outside(rays, ground.numbers[0], ground.numbers[1], depth, x, y, outside)


@kernel_with(**ROW_KERNEL)
def _paint(
    ground: Ground,
    lines: LineTable,
    rays: Float64Array,
    row: GroundRow,
    kind: int,
    first: int,
    end: int,
    depth: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    nodes, fiber = row.nodes[first // STEP :], row.fiber[first:end]
    r, g, b = red[first:end], green[first:end], blue[first:end]
    if kind == _MIXED:
        _measure(ground, lines, rays, row, first, end, depth[first:end])
        paint, outside = row.paint[first:end], row.outside[first:end]
        mix_paint(ground.colors, nodes, paint, outside, fiber, r, g, b)
    else:
        paint_plain(ground.colors, kind == _CARPET, nodes, fiber, r, g, b)


@kernel_with(**ROW_KERNEL)
def shade_ground(
    ground: Ground,
    rays: Float64Array,
    row: GroundRow,
    first: int,
    end: int,
    depth: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    age: int,
    labels_requested: bool,
) -> None:
    """Render depth and color of the ground in a range of columns, extended to whole blocks.

    `age` counts the rows since light was looked up; it is kept while rows are finer than its map.
    """
    start, stop = first // BLOCK * BLOCK, min(-(-end // BLOCK) * BLOCK, row.x.size)
    far = _is_far(rays, first, FAR_CELL) and _is_far(rays, end - 1.0, FAR_CELL)
    lines = ground.far_lines if far else ground.near_lines
    x, y, probed = row.x[start:stop], row.y[start:stop], row.probed[start // PROBE : stop // PROBE]
    _hit(rays, start, depth[start:stop], x, y, row.fiber[start:stop])
    coarse = TEXEL if age & 1 else 0.25 * TEXEL
    if age == 0 or _is_far(rays, first, coarse) or _is_far(rays, end - 1.0, coarse):
        _look_up_light(ground, rays, start, x, y, row.nodes[start // STEP :])
    _fetch(ground.fibers, row.fiber[start:stop])
    _find_cells(lines, PROBE, x, y, probed)
    _fetch(lines.cells, probed)
    if labels_requested:
        row.paint[:] = ZERO
        row.outside[:] = ZERO
    begin, kind = start, _kind(ground, rays, row, depth, start, min(start + BLOCK, stop) - 1)
    for at in range(start + BLOCK, stop + BLOCK, BLOCK):
        following = kind
        if at < stop:
            following = _kind(ground, rays, row, depth, at, min(at + BLOCK, stop) - 1)
            if following == kind:
                continue
        last = min(at, stop)
        _paint(ground, lines, rays, row, kind, begin, last, depth, red, green, blue)
        if labels_requested and kind == _FLOOR:
            row.outside[begin:last] = ONE
        begin, kind = at, following
