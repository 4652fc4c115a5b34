"""One pixel row of the ground: where the rays hit it, what is painted there, how it is lit.

Each step is a loop of its own over the row, so that all but the table look-ups become vector code.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    FAR,
    HALF,
    ONE,
    ROW_KERNEL,
    ZERO,
    Float32Array,
    Float64Array,
    Int8Array,
    Int32Array,
)
from kickabout.simulation.camera.ground_texture import (
    DISTANCE_UNIT,
    FAR_CELL,
    FIBER_SIZE,
    FIBER_TEXEL,
    FIBER_UNIT,
    LineTable,
)
from kickabout.simulation.camera.light_map import LIGHT_VALUES, TEXEL

_LEVEL = np.float32(-1.0e-5)  # rays that fall less do not reach the ground
_UNIT = np.float32(DISTANCE_UNIT)
_GRADIENT_UNIT = np.float32(1.0 / 127.0)
_SHARPEST = np.float32(1.0e-4)  # m, keeps the footprint positive
_FIBERS_PER_METER = np.float32(1.0 / FIBER_TEXEL)
_FIBER_OFFSET = np.float32(1 << 20)  # a multiple of the tile, makes coordinates positive
_FIBER_AREA = np.float32(FIBER_TEXEL * FIBER_TEXEL)
_FIBER_UNIT = np.float32(FIBER_UNIT)
_FIBER_MASK = FIBER_SIZE - 1
_FIBER_SHIFT = int(math.log2(FIBER_SIZE))
_LINE_FIBER = np.float32(0.35)  # painted fibers differ less
_FLOOR_FIBER = np.float32(0.25)
_CARPET_MARGIN = 0.3  # m
STEP = 16  # px between look-ups of light
_PER_STEP = np.float32(1.0 / STEP)
_TEXELS_PER_METER = np.float32(1.0 / TEXEL)


class Ground(NamedTuple):
    """Tables and numbers of one venue."""

    near_lines: LineTable
    far_lines: LineTable
    fibers: Int8Array
    light: Float32Array  # GroundMap.texels with shadows, flat
    light_columns: int
    light_x: float
    light_y: float
    colors: Float32Array  # 3×3: carpet, line, floor, in light of intensity 1
    numbers: Float32Array  # border x and y, half line width, fiber contrast, line wear, footprint²


class GroundRow(NamedTuple):
    """Scratch for one row."""

    x: Float32Array  # m
    y: Float32Array
    cell: Int32Array
    fiber: Int32Array
    paint: Float32Array  # share of the pixel that is line
    outside: Float32Array  # share of the pixel that is no carpet
    nodes: Float32Array  # n×4, light at every STEP


def make_ground_row(padded: int) -> GroundRow:
    return GroundRow(
        x=np.zeros(padded, np.float32),
        y=np.zeros(padded, np.float32),
        cell=np.zeros(padded, np.int32),
        fiber=np.zeros(padded, np.int32),
        paint=np.zeros(padded, np.float32),
        outside=np.zeros(padded, np.float32),
        nodes=np.zeros((padded // STEP + 1, LIGHT_VALUES + 1), np.float32),
    )


@njit(**ROW_KERNEL)
def _hit(
    lines: LineTable,
    rays: Float64Array,
    depth: Float32Array,
    x: Float32Array,
    y: Float32Array,
    cell: Int32Array,
    fiber: Int32Array,
) -> None:
    """Where the rays meet the ground, and the indices of these points in both tables."""
    ax, ay, az = np.float32(rays[0]), np.float32(rays[1]), np.float32(rays[2])
    bx, by, bz = np.float32(rays[3]), np.float32(rays[4]), np.float32(rays[5])
    cx, cy = np.float32(rays[9]), np.float32(rays[10])
    height = np.float32(max(rays[11], 0.005))
    left, top = np.float32(-lines.origin_x / lines.cell), np.float32(-lines.origin_y / lines.cell)
    last_x, last_y = np.float32(lines.columns - 0.5), np.float32(lines.rows - 0.5)
    tiles, per_meter = np.int32(lines.columns >> 2), np.float32(1.0 / lines.cell)
    for i in range(depth.size):
        u = np.float32(np.int32(i))
        t = min(-height / min(az + bz * u, _LEVEL), FAR)
        px, py = cx + t * (ax + bx * u), cy + t * (ay + by * u)
        depth[i], x[i], y[i] = t, px, py
        column = np.int32(min(max(px * per_meter + left, ZERO), last_x))
        row = np.int32(min(max(py * per_meter + top, ZERO), last_y))
        tile = np.int32(np.int32(row >> 2) * tiles + np.int32(column >> 2))
        cell[i] = np.int32((tile << 4) | ((row & 3) << 2) | (column & 3))
        fx = np.int32(px * _FIBERS_PER_METER + _FIBER_OFFSET)
        fy = np.int32(py * _FIBERS_PER_METER + _FIBER_OFFSET)
        # each tile is shifted against its neighbors, or the repetition would show
        across = np.int32(fx + 37 * np.int32(fy >> _FIBER_SHIFT)) & _FIBER_MASK
        along = np.int32(fy + 53 * np.int32(fx >> _FIBER_SHIFT)) & _FIBER_MASK
        fiber[i] = np.int32((along << _FIBER_SHIFT) | across)


@njit(**ROW_KERNEL)
def _fetch_cells(table: Int32Array, row: Int32Array) -> None:
    """Replace indices by what they point at."""
    for i in range(row.size):
        row[i] = table[np.uint32(row[i])]


@njit(**ROW_KERNEL)
def _fetch_fibers(table: Int8Array, row: Int32Array) -> None:
    for i in range(row.size):
        row[i] = table[np.uint32(row[i])]


@njit(**ROW_KERNEL)
def _shows_line(ground: Ground, rays: Float64Array, cell: Int32Array) -> bool:
    """Whether a row of carpet comes close to a line; every eighth pixel tells enough."""
    least_fall = max(min(-rays[2], -rays[2] - rays[5] * (cell.size - 1)), 1e-3)
    depth = rays[11] / least_fall
    lengthwise = abs(rays[8]) * depth / least_fall
    reach = 1.5 * ground.numbers[2] + 2.0 * lengthwise + 8.0 * depth * math.sqrt(ground.numbers[5])
    near = int(reach / DISTANCE_UNIT)
    nearest = near
    for i in range(0, cell.size, 8):
        nearest = min(nearest, abs(cell[i] >> 16))
    return nearest < near


@njit(**ROW_KERNEL)
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
    """Share of each pixel's footprint that lies on a line."""
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


@njit(**ROW_KERNEL)
def _measure_outside(
    rays: Float64Array,
    border_x: np.float32,
    border_y: np.float32,
    depth: Float32Array,
    x: Float32Array,
    y: Float32Array,
    outside: Float32Array,
) -> None:
    """Share of each pixel's footprint that lies beside the carpet."""
    across = np.float32(abs(rays[3]) + abs(rays[4]))
    along = np.float32(abs(rays[8]) / max(rays[11], 0.05))
    for i in range(outside.size):
        beyond = max(abs(x[i]) - border_x, abs(y[i]) - border_y)
        footprint = (across + along * depth[i]) * depth[i]
        outside[i] = min(max(beyond / footprint + HALF, ZERO), ONE)


@njit(**ROW_KERNEL)
def _contrast(ground: Ground, rays: Float64Array, column: float) -> float:
    """Of the fibers, per unit of the table: a pixel that covers many of them shows their mean."""
    height = max(rays[11], 0.05)
    t = min(height / max(-rays[2] - rays[5] * column, 1e-5), 1e3)
    fibers = ground.numbers[5] * t**3 / (height * _FIBER_AREA)
    return float(ground.numbers[3] * _FIBER_UNIT / math.sqrt(1.0 + fibers))


@njit(**ROW_KERNEL)
def _look_up_light(
    ground: Ground, rays: Float64Array, x: Float32Array, y: Float32Array, nodes: Float32Array
) -> None:
    """Intensity, warmth, brightness and contrast at every STEP; between them all goes linearly."""
    light, stride = ground.light, LIGHT_VALUES * ground.light_columns
    left, top = np.float32(ground.light_x), np.float32(ground.light_y)
    last_column = np.float32(ground.light_columns - 1.01)
    last_row = np.float32(light.size // stride - 1.01)
    contrast = np.float32(_contrast(ground, rays, 0.0))
    change = np.float32((_contrast(ground, rays, x.size) - contrast) / x.size)
    for node in range(x.size // STEP + 1):
        at = min(node * STEP, x.size - 1)
        fx = min(max((x[at] - left) * _TEXELS_PER_METER, ZERO), last_column)
        fy = min(max((y[at] - top) * _TEXELS_PER_METER, ZERO), last_row)
        ix, iy = np.int32(fx), np.int32(fy)
        wx, wy = fx - np.float32(ix), fy - np.float32(iy)
        upper = np.uint32(iy * stride + LIGHT_VALUES * ix)
        lower = upper + np.uint32(stride)
        for k in range(LIGHT_VALUES):
            a, b = light[upper + np.uint32(k)], light[upper + np.uint32(k + LIGHT_VALUES)]
            c, d = light[lower + np.uint32(k)], light[lower + np.uint32(k + LIGHT_VALUES)]
            above, below = a + wx * (b - a), c + wx * (d - c)
            nodes[node, k] = above + wy * (below - above)
        nodes[node, LIGHT_VALUES] = contrast + change * np.float32(at)


@njit(**ROW_KERNEL)
def _paint_carpet(
    colors: Float32Array,
    nodes: Float32Array,
    fiber: Int32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Rows that show nothing else."""
    r0, g0, b0 = colors[0, 0], colors[0, 1], colors[0, 2]
    for node in range(red.size // STEP):
        light_0, light_1 = nodes[node, 0], (nodes[node + 1, 0] - nodes[node, 0]) * _PER_STEP
        warmth_0, warmth_1 = nodes[node, 1], (nodes[node + 1, 1] - nodes[node, 1]) * _PER_STEP
        bright_0, bright_1 = nodes[node, 2], (nodes[node + 1, 2] - nodes[node, 2]) * _PER_STEP
        texture_0, texture_1 = nodes[node, 3], (nodes[node + 1, 3] - nodes[node, 3]) * _PER_STEP
        start, end = node * STEP, node * STEP + STEP
        fiber_part, red_part = fiber[start:end], red[start:end]
        green_part, blue_part = green[start:end], blue[start:end]
        for i in range(STEP):
            u = np.float32(np.int32(i))
            texture = ONE + np.float32(fiber_part[i]) * (texture_0 + texture_1 * u)
            carpet = (light_0 + light_1 * u) * (bright_0 + bright_1 * u) * texture
            warmth = warmth_0 + warmth_1 * u
            red_part[i] = (ONE + warmth) * carpet * r0
            green_part[i] = carpet * g0
            blue_part[i] = (ONE - warmth) * carpet * b0


@njit(**ROW_KERNEL)
def _mix(
    colors: Float32Array,
    nodes: Float32Array,
    paint: Float32Array,
    outside: Float32Array,
    fiber: Int32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    r0, g0, b0 = colors[0, 0], colors[0, 1], colors[0, 2]
    r1, g1, b1 = colors[1, 0], colors[1, 1], colors[1, 2]
    r2, g2, b2 = colors[2, 0], colors[2, 1], colors[2, 2]
    for node in range(red.size // STEP):
        light_0, light_1 = nodes[node, 0], (nodes[node + 1, 0] - nodes[node, 0]) * _PER_STEP
        warmth_0, warmth_1 = nodes[node, 1], (nodes[node + 1, 1] - nodes[node, 1]) * _PER_STEP
        bright_0, bright_1 = nodes[node, 2], (nodes[node + 1, 2] - nodes[node, 2]) * _PER_STEP
        texture_0, texture_1 = nodes[node, 3], (nodes[node + 1, 3] - nodes[node, 3]) * _PER_STEP
        start, end = node * STEP, node * STEP + STEP
        paint_part, outside_part, fiber_part = (
            paint[start:end],
            outside[start:end],
            fiber[start:end],
        )
        red_part, green_part, blue_part = red[start:end], green[start:end], blue[start:end]
        for i in range(STEP):
            u = np.float32(np.int32(i))
            texture = np.float32(fiber_part[i]) * (texture_0 + texture_1 * u)
            light, warmth = light_0 + light_1 * u, warmth_0 + warmth_1 * u
            floor = outside_part[i]
            line = paint_part[i] * (ONE - floor)
            carpet = (ONE - floor - line) * (bright_0 + bright_1 * u) * (ONE + texture)
            line *= ONE + _LINE_FIBER * texture
            floor *= ONE + _FLOOR_FIBER * texture
            red_part[i] = light * (ONE + warmth) * (carpet * r0 + line * r1 + floor * r2)
            green_part[i] = light * (carpet * g0 + line * g1 + floor * g2)
            blue_part[i] = light * (ONE - warmth) * (carpet * b0 + line * b1 + floor * b2)


@njit(**ROW_KERNEL)
def _is_far(rays: Float64Array, column: float, size: float) -> bool:
    """Whether a pixel covers more than the given size, seen lengthwise."""
    fall = rays[2] + rays[5] * column
    return bool(fall > -1e-4 or abs(rays[8]) * rays[11] / fall**2 > size)


@njit(**ROW_KERNEL)
def _is_on_carpet(
    rays: Float64Array, border_x: np.float32, border_y: np.float32, column: float
) -> bool:
    """Whether a pixel shows nothing but carpet, with a wide margin for its footprint."""
    fall = rays[2] + rays[5] * column
    if fall > -1e-3:
        return False
    t = -rays[11] / fall
    x, y = rays[9] + t * (rays[0] + rays[3] * column), rays[10] + t * (rays[1] + rays[4] * column)
    return bool(abs(x) < border_x - _CARPET_MARGIN and abs(y) < border_y - _CARPET_MARGIN)


@njit(**ROW_KERNEL)
def shade_ground(
    ground: Ground,
    rays: Float64Array,
    row: GroundRow,
    depth: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    fresh: bool,
    labels_wanted: bool,
) -> None:
    """Depth and color of the ground in a row, whose length is a multiple of STEP.

    Where a row is finer than the map of light, the light of the row before will do if not fresh.
    """
    border_x, border_y, last = ground.numbers[0], ground.numbers[1], depth.size - 1.0
    far = _is_far(rays, 0.0, FAR_CELL) and _is_far(rays, last, FAR_CELL)
    lines = ground.far_lines if far else ground.near_lines
    _hit(lines, rays, depth, row.x, row.y, row.cell, row.fiber)
    if fresh or _is_far(rays, 0.0, TEXEL) or _is_far(rays, last, TEXEL):
        _look_up_light(ground, rays, row.x, row.y, row.nodes)
    _fetch_cells(lines.cells, row.cell)
    _fetch_fibers(ground.fibers, row.fiber)
    on_carpet = _is_on_carpet(rays, border_x, border_y, 0.0) and _is_on_carpet(
        rays, border_x, border_y, last
    )
    if on_carpet and not _shows_line(ground, rays, row.cell):
        if labels_wanted:
            row.paint[:] = ZERO
            row.outside[:] = ZERO
        _paint_carpet(ground.colors, row.nodes, row.fiber, red, green, blue)
        return
    _measure_paint(ground, lines, rays, depth, row.x, row.y, row.cell, row.fiber, row.paint)
    if on_carpet:
        row.outside[:] = ZERO
    else:
        _measure_outside(rays, border_x, border_y, depth, row.x, row.y, row.outside)
    _mix(ground.colors, row.nodes, row.paint, row.outside, row.fiber, red, green, blue)
