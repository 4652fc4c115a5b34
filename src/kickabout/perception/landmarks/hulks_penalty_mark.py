"""HULKs' penalty mark search: from intersecting regions to one with darker field around it."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec, Vec2
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.hulks_field_color import ChromaticityLimits, has_field_color
from kickabout.perception.colors.region_arrays import Columns, Rows
from kickabout.perception.colors.region_colors import FIELD, WHITE
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import ByteArray, IntArray
from kickabout.perception.field.hulks_filtered_regions import lies_on_line

POINTS = 12  # number of points of the ellipse
NOWHERE = 1e9  # px, score if there is no mark


class MarkRules(NamedTuple):
    """Limits of the mark's size and appearance."""

    smallest: float  # in expected sizes
    largest: float  # in expected sizes
    more_px: float  # tolerance of sizes
    ring: float  # axes of the ellipse, in those of the mark
    brighter: float  # minimum brightness of the middle over the ring
    min_fields: int  # minimum number of points of the ring that are field
    beside: float  # m, minimum distance from the middle of a line


@kernel
def best_mark(
    yuyv: ByteArray,
    rows: Rows,
    columns: Columns,
    limits: Vec,
    widths: Vec,
    heights: Vec,
    ball: Vec,
    lines: FloatArray,
    projection: CameraProjection,
    chromaticity: ChromaticityLimits,
    rules: MarkRules,
) -> tuple[Vec2, float]:
    """Return the best mark's center in px, and the distance in px of its regions' middles.

    `limits` are rows of the boundary in each column of the image, `widths` and `heights` the size
    of the mark in each row, 0 where it is too far; `ball` is x, y and radius, `lines` are ends on
    the ground.
    """
    best, lowest_miss = np.zeros(2), NOWHERE
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
            k = intersecting_region(columns, starts[line], starts[line + 1], row)
            if x < rows.left[i] or k < 0:
                continue
            height = columns.bottom[k] - columns.top[k]
            center_y = 0.5 * (columns.top[k] + columns.bottom[k])
            miss = math.hypot(middle - x - 0.5, center_y - row)
            too_high = height > width or not fits(height, heights[row], rules)
            at_ball = math.hypot(middle - ball[0], center_y - ball[1]) < ball[2]
            if too_high or at_ball or miss >= lowest_miss:
                continue
            rx, ry = 0.5 * rules.ring * widths[row], 0.5 * rules.ring * heights[row]
            if is_on_line(middle, center_y, lines, projection, rules.beside):
                continue
            if stands_out(yuyv, middle, center_y, rx, max(ry, 2.0), chromaticity, rules):
                best[0], best[1], lowest_miss = middle, center_y, miss
    return best, lowest_miss


@kernel
def is_on_line(
    x: float, y: float, lines: FloatArray, projection: CameraProjection, beside: float
) -> bool:
    points = np.empty((2, 2))
    points[:, 0], points[:, 1] = x, y
    return bool(lies_on_line(image_to_robot(points, projection, 0.0), lines, beside))


@kernel
def fits(length: float, expected: float, rules: MarkRules) -> bool:
    if expected <= 0.0:
        return False
    low = rules.smallest * expected - rules.more_px
    return bool(low <= length <= rules.largest * expected + rules.more_px)


@kernel
def line_starts(line_of: IntArray, lines: int) -> IntArray:
    """Return the index of the first region of each line, and one past the last region."""
    starts = np.full(lines + 1, line_of.shape[0], np.int32)
    for i in range(line_of.shape[0] - 1, -1, -1):
        starts[line_of[i]] = i
    for line in range(lines - 1, -1, -1):
        starts[line] = min(starts[line], starts[line + 1])
    return starts


@kernel
def intersecting_region(columns: Columns, begin: int, end: int, row: int) -> int:
    """Return the region of a column that contains a row and is between field, or -1."""
    for k in range(begin, end):
        if columns.top[k] <= row < columns.bottom[k]:
            return k if is_enclosed(columns.line_of, columns.color, k) else -1
    return -1


@kernel
def is_enclosed(line_of: IntArray, color: ByteArray, index: int) -> bool:
    """Return whether a region is not field, but its neighbors on its scan line are."""
    if color[index] == FIELD or index == 0 or index == color.shape[0] - 1:
        return False
    is_inside = line_of[index - 1] == line_of[index] == line_of[index + 1]
    return bool(is_inside and color[index - 1] == FIELD and color[index + 1] == FIELD)


@kernel
def stands_out(
    yuyv: ByteArray,
    x: float,
    y: float,
    rx: float,
    ry: float,
    chromaticity: ChromaticityLimits,
    rules: MarkRules,
) -> bool:
    """Return whether the ellipse is darker than the middle, and more colorful or field."""
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
        if has_field_color(blue, red, chromaticity):
            fields += 1
        elif math.hypot(blue, red) <= middle:
            return False
    return fields >= rules.min_fields


@kernel
def color_at(yuyv: ByteArray, x: int, y: int) -> tuple[float, float, float]:
    """Return Y, and chroma per brightness of blue and red."""
    value = float(yuyv[y, x, 0])
    blue = chroma(value, float(yuyv[y, x & ~1, 1]))
    return value, blue, chroma(value, float(yuyv[y, x | 1, 1]))
