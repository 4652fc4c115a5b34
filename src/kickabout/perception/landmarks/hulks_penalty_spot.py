"""HULKs' penalty spot: from rows and columns that cross to a spot with darker field around it."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import FloatArray, Vec, Vec2, kernel
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.hulks_field_color import Shares, has_field_color
from kickabout.perception.colors.region_colors import FIELD, WHITE
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import ByteArray, IntArray
from kickabout.perception.field.hulks_filtered_regions import lies_on_line

POINTS = 12  # of the ellipse
NOWHERE = 1e9  # px, score without a spot


class Columns(NamedTuple):
    """Regions of columns, as kernels take them."""

    columns: IntArray
    line_of: IntArray
    top: IntArray
    bottom: IntArray
    color: ByteArray


class Rows(NamedTuple):
    """Regions of rows, as kernels take them."""

    rows: IntArray
    line_of: IntArray
    left: IntArray
    right: IntArray
    color: ByteArray


class SpotRules(NamedTuple):
    """What a spot is like."""

    smallest: float  # of the expected size
    largest: float  # of the expected size
    more_px: float  # by which regions may be larger
    ring: float  # axes of the ellipse, of those of the spot
    brighter: float  # middle over ring
    min_fields: int  # points of the ring that are field
    beside: float  # m, from the middle of a line to where a spot may be


@kernel
def best_spot(
    yuyv: ByteArray,
    rows: Rows,
    columns: Columns,
    limits: Vec,
    widths: Vec,
    heights: Vec,
    ball: Vec,
    lines: FloatArray,
    projection: CameraProjection,
    shares: Shares,
    rules: SpotRules,
) -> tuple[Vec2, float]:
    """Center of the best spot in px, and by how much its regions miss to halve each other.

    `limits` are rows of the border in each column of the image, `widths` and `heights` the size
    of the spot in each row, 0 where it is too far; `ball` is x, y and radius, `lines` are ends on
    the ground.
    """
    best, least = np.zeros(2), NOWHERE
    starts = line_starts(columns.line_of, columns.columns.shape[0])
    spacing = columns.columns[1] - columns.columns[0] if columns.columns.shape[0] > 1 else 1
    for i in range(rows.line_of.shape[0]):
        row = rows.rows[rows.line_of[i]]
        width = rows.right[i] - rows.left[i]
        if rows.color[i] != WHITE or not fits(width, widths[row], rules):
            continue
        middle = 0.5 * (rows.left[i] + rows.right[i])
        if row < limits[int(middle)]:
            continue
        first = max((rows.left[i] - columns.columns[0]) // spacing, 0)
        for line in range(first, columns.columns.shape[0]):
            x = columns.columns[line]
            if x >= rows.right[i]:
                break
            k = crossing_region(columns, starts[line], starts[line + 1], row)
            if x < rows.left[i] or k < 0:
                continue
            height = columns.bottom[k] - columns.top[k]
            center_y = 0.5 * (columns.top[k] + columns.bottom[k])
            miss = math.hypot(middle - x - 0.5, center_y - row)
            too_high = height > width or not fits(height, heights[row], rules)
            at_ball = math.hypot(middle - ball[0], center_y - ball[1]) < ball[2]
            if too_high or at_ball or miss >= least:
                continue
            rx, ry = 0.5 * rules.ring * widths[row], 0.5 * rules.ring * heights[row]
            if is_on_line(middle, center_y, lines, projection, rules.beside):
                continue
            if stands_out(yuyv, middle, center_y, rx, max(ry, 2.0), shares, rules):
                best[0], best[1], least = middle, center_y, miss
    return best, least


@kernel
def is_on_line(
    x: float, y: float, lines: FloatArray, projection: CameraProjection, beside: float
) -> bool:
    place = np.empty((2, 2))
    place[:, 0], place[:, 1] = x, y
    return bool(lies_on_line(image_to_robot(place, projection, 0.0), lines, beside))


@kernel
def fits(length: float, expected: float, rules: SpotRules) -> bool:
    if expected <= 0.0:
        return False
    low = rules.smallest * expected - rules.more_px
    return bool(low <= length <= rules.largest * expected + rules.more_px)


@kernel
def line_starts(line_of: IntArray, lines: int) -> IntArray:
    """Index of the first region of each line, and after the last."""
    starts = np.full(lines + 1, line_of.shape[0], np.int32)
    for i in range(line_of.shape[0] - 1, -1, -1):
        starts[line_of[i]] = i
    for line in range(lines - 1, -1, -1):
        starts[line] = min(starts[line], starts[line + 1])
    return starts


@kernel
def crossing_region(columns: Columns, begin: int, end: int, row: int) -> int:
    """The region of a column that contains a row and lies between field, or -1."""
    for k in range(begin, end):
        if columns.top[k] <= row < columns.bottom[k]:
            return k if is_enclosed(columns.line_of, columns.color, k) else -1
    return -1


@kernel
def is_enclosed(line_of: IntArray, color: ByteArray, index: int) -> bool:
    """Whether a region is not field, but what is before and behind it on its scan line is."""
    if color[index] == FIELD or index == 0 or index == color.shape[0] - 1:
        return False
    is_inside = line_of[index - 1] == line_of[index] == line_of[index + 1]
    return bool(is_inside and color[index - 1] == FIELD and color[index + 1] == FIELD)


@kernel
def stands_out(
    yuyv: ByteArray, x: float, y: float, rx: float, ry: float, shares: Shares, rules: SpotRules
) -> bool:
    """Whether all points of an ellipse are darker and more colorful than the middle or field."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    if not (0 <= x < width and 0 <= y < height):
        return False
    middle_y, middle_blue, middle_red = color_at(yuyv, int(x), int(y))
    middle, fields = math.hypot(middle_blue, middle_red), 0
    for k in range(POINTS):
        angle = 2.0 * math.pi * k / POINTS
        u, v = int(x + rx * math.cos(angle)), int(y + ry * math.sin(angle))
        if not (0 <= u < width and 0 <= v < height):
            return False
        around, blue, red = color_at(yuyv, u, v)
        if around * rules.brighter >= middle_y:
            return False
        if has_field_color(blue, red, shares):
            fields += 1
        elif math.hypot(blue, red) <= middle:
            return False
    return fields >= rules.min_fields


@kernel
def color_at(yuyv: ByteArray, x: int, y: int) -> tuple[float, float, float]:
    """Y, and chroma per brightness of blue and red."""
    value = float(yuyv[y, x, 0])
    blue = chroma(value, float(yuyv[y, x & ~1, 1]))
    return value, blue, chroma(value, float(yuyv[y, x | 1, 1]))
