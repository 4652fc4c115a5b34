"""One pixel row of the room: the four walls and the ceiling around the field."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import HALF, ROW_KERNEL, ZERO

BITS = 10  # per color; a color c is held as the square root of c / BRIGHTEST
BRIGHTEST = 4.0  # lamps and windows are brighter than white paper
_MASK = (1 << BITS) - 1
_SCALE = np.float32(BRIGHTEST / _MASK**2)
_TINY = np.float32(1.0e-7)
_FLAT = 1.0e-12
_LEVEL = 1.0e-4  # rays with a smaller slope do not reach the ground


class Room(NamedTuple):
    """Pictures of +x, -x, +y, -y wall and ceiling, one after the other, all row-major.

    Wall pictures start at the floor and at the lowest x or y; the ceiling's at lowest x and y.
    """

    texels: Int32Array
    half_x: float  # m
    half_y: float
    height: float
    texel_width: float  # m, on walls
    texel_height: float
    ceiling_texel: float
    columns: Int32Array  # of the five pictures
    rows: Int32Array
    starts: Int32Array  # index of the first texel
    light: Float32Array  # 3, irradiance


class RoomRow(NamedTuple):
    """Scratch for one row, with an entry for every other column."""

    distance: Float32Array
    texel_index: Int32Array
    texel: Int32Array


def make_room_row(padded: int) -> RoomRow:
    return RoomRow(
        distance=np.ones(padded, np.float32),
        texel_index=np.zeros(padded, np.int32),
        texel=np.zeros(padded, np.int32),
    )


@kernel_with(**ROW_KERNEL)
def _clipped(first: float, last: float, value: float, slope: float) -> tuple[float, float]:
    """Return the part of a range of columns u where value + slope u is positive."""
    if slope > _FLAT:
        return max(first, -value / slope), last
    if slope < -_FLAT:
        return first, min(last, -value / slope)
    return (first, last) if value > 0.0 else (1.0, 0.0)


@kernel_with(**ROW_KERNEL)
def floor_columns(room: Room, rays: Float64Array, width: int) -> tuple[int, int]:
    """Return the columns (first, end) whose rays hit the ground before a wall; both are even.

    A ray (d, fall) from (c, height) hits it at c + d height / -fall; between the walls if
    (half ∓ c) (-fall) ∓ d height > 0, which is linear over the columns.
    """
    height = max(rays[11], 0.005)
    first, last = _clipped(0.0, width - 1.0, -rays[2] - _LEVEL, -rays[5])
    for axis in range(2):
        half = room.half_x if axis == 0 else room.half_y
        for side in (-1.0, 1.0):
            room_left = half - side * rays[9 + axis]
            first, last = _clipped(
                first,
                last,
                -room_left * rays[2] - side * height * rays[axis],
                -room_left * rays[5] - side * height * rays[3 + axis],
            )
    if first > last:
        return 0, 0
    return 2 * math.ceil(first / 2.0), 2 * int((last + 1.0) / 2.0)


@kernel_with(**ROW_KERNEL)
def _columns_of_wall(
    ahead: float,
    aside: float,
    half: float,
    forward: float,
    forward_slope: float,
    sideways: float,
    sideways_slope: float,
    start: int,
    end: int,
) -> tuple[int, int]:
    """Return columns (first, end) whose rays hit the wall `ahead` in ±half; walls overlap a bit."""
    first, last = _clipped(float(start), end - 1.0, forward, forward_slope)
    for side in (-1.0, 1.0):
        first, last = _clipped(
            first,
            last,
            (half + side * aside) * forward + side * ahead * sideways,
            (half + side * aside) * forward_slope + side * ahead * sideways_slope,
        )
    return (int(first), min(int(last) + 2, end)) if first <= last else (0, 0)


@kernel_with(**ROW_KERNEL)
def _hit_plane(
    room: Room,
    wall: int,
    ahead: float,
    aside: float,
    height: float,
    ray: tuple[float, float, float, float, float, float],
    first: int,
    distance: Float32Array,
    index: Int32Array,
) -> None:
    """Fill in texels of one wall; `ray` is forward, sideways, upwards at column 0, and slopes."""
    wide, high = room.texel_width, room.texel_height
    a, b = np.float32(ray[0] + ray[3] * first), np.float32(ray[3])
    c, d = np.float32((ray[1] + ray[4] * first) / wide), np.float32(ray[4] / wide)
    e, f = np.float32((ray[2] + ray[5] * first) / high), np.float32(ray[5] / high)
    forward, left, up = np.float32(ahead), np.float32(aside / wide), np.float32(height / high)
    last_x, last_y = np.float32(room.columns[wall] - 0.5), np.float32(room.rows[wall] - 0.5)
    columns, start = np.float32(room.columns[wall]), np.float32(room.starts[wall])
    for i in range(distance.size):
        u = np.float32(np.int32(i))
        t = forward / max(a + b * u, _TINY)
        column = np.float32(np.int32(min(max(left + t * (c + d * u), ZERO), last_x)))
        row = np.float32(np.int32(min(max(up + t * (e + f * u), ZERO), last_y)))
        distance[i] = t
        index[i] = np.int32(start + row * columns + column)


@kernel_with(**ROW_KERNEL)
def _hit_wall(
    room: Room, wall: int, rays: Float64Array, start: int, stop: int, row: RoomRow
) -> float:
    """Fill in the columns that show wall +x, -x, +y or -y; return the maximum height in view."""
    axis, side = wall >> 1, 1.0 - 2.0 * (wall & 1)
    half, half_along = (room.half_x, room.half_y) if axis == 0 else (room.half_y, room.half_x)
    position, along = rays[9 + axis], rays[10 - axis]
    ahead = max(half - side * position, 0.1)
    aside = min(max(along, 0.1 - half_along), half_along - 0.1)
    ray = (
        side * rays[axis], rays[1 - axis], rays[2],
        2.0 * side * rays[3 + axis], 2.0 * rays[4 - axis], 2.0 * rays[5],
    )  # fmt: skip
    first, end = _columns_of_wall(
        ahead, aside, half_along, ray[0], ray[3], ray[1], ray[4], start, stop
    )
    if first >= end:
        return 0.0
    _hit_plane(
        room, wall, ahead, aside + half_along, rays[11], ray, first, row.distance[first:end],
        row.texel_index[first:end],
    )  # fmt: skip
    at_first = row.distance[first] * (ray[2] + ray[5] * first)
    at_last = row.distance[end - 1] * (ray[2] + ray[5] * (end - 1))
    return float(rays[11] + max(at_first, at_last))


@kernel_with(**ROW_KERNEL)
def _hit_ceiling(room: Room, rays: Float64Array, start: int, end: int, row: RoomRow) -> None:
    """Replace what is above the walls."""
    columns, rows, size = room.columns[4], room.rows[4], room.ceiling_texel
    height = max(room.height - rays[11], 0.1)
    for i in range(start, end):
        u = 2.0 * i
        rise = rays[2] + rays[5] * u
        t = height / rise if rise > 1e-6 else 1e9
        if t < row.distance[i]:
            x = (rays[9] + room.half_x + t * (rays[0] + rays[3] * u)) / size
            y = (rays[10] + room.half_y + t * (rays[1] + rays[4] * u)) / size
            column, line = min(max(x, 0.0), columns - 0.5), min(max(y, 0.0), rows - 0.5)
            row.distance[i] = t
            row.texel_index[i] = room.starts[4] + int(line) * columns + int(column)


@kernel_with(**ROW_KERNEL)
def _fetch(texels: Int32Array, index: Int32Array, out: Int32Array) -> None:
    for i in range(out.size):
        out[i] = texels[np.uint32(index[i])]


@kernel_with(**ROW_KERNEL)
def _double(count: int, nodes: Float32Array, out: Float32Array) -> None:
    """Interpolate from every other pixel to all."""
    for i in range(count):
        out[2 * i] = nodes[i]
        out[2 * i + 1] = HALF * (nodes[i] + nodes[i + 1])


@kernel_with(**ROW_KERNEL)
def _unpack(
    light: Float32Array,
    count: int,
    texel: Int32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Unpack the colors of every other pixel and interpolate them to all."""
    red_scale, green_scale, blue_scale = light[0] * _SCALE, light[1] * _SCALE, light[2] * _SCALE
    for i in range(count):
        here, there = texel[i], texel[i + 1]
        r0, r1 = np.float32(np.int32(here & _MASK)), np.float32(np.int32(there & _MASK))
        g0 = np.float32(np.int32((here >> BITS) & _MASK))
        g1 = np.float32(np.int32((there >> BITS) & _MASK))
        b0 = np.float32(np.int32((here >> 2 * BITS) & _MASK))
        b1 = np.float32(np.int32((there >> 2 * BITS) & _MASK))
        r0, g0, b0 = r0 * r0 * red_scale, g0 * g0 * green_scale, b0 * b0 * blue_scale
        red[2 * i], green[2 * i], blue[2 * i] = r0, g0, b0
        red[2 * i + 1] = HALF * (r0 + r1 * r1 * red_scale)
        green[2 * i + 1] = HALF * (g0 + g1 * g1 * green_scale)
        blue[2 * i + 1] = HALF * (b0 + b1 * b1 * blue_scale)


@kernel_with(**ROW_KERNEL)
def shade_room(
    room: Room,
    rays: Float64Array,
    first: int,
    end: int,
    row: RoomRow,
    depth: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    is_same: bool,
) -> None:
    """Render walls and ceiling from an even column to another one.

    Only every other column is looked up; those between are the mean of both neighbors. With
    `is_same`, the texels are those of the row before, as they are about two rows high.
    """
    start, stop, highest = first // 2, end // 2 + 1, 0.0
    for wall in range(4):
        highest = max(highest, _hit_wall(room, wall, rays, start, stop, row))
    if highest > room.height:
        _hit_ceiling(room, rays, start, stop, row)
    texel, count = row.texel[start:stop], stop - start - 1
    if not is_same:
        _fetch(room.texels, row.texel_index[start:stop], texel)
    _double(count, row.distance[start:stop], depth[first:end])
    _unpack(room.light, count, texel, red[first:end], green[first:end], blue[first:end])
