"""Color classes: from pixels and a calibration in YHS2 to regions along scan lines."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec
from kickabout.perception.colors.region_colors import BLACK, FIELD, OTHER, WHITE
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import (
    MAX_REGIONS,
    ByteArray,
    Cut,
    IntArray,
    column_mean,
    empty_cut,
    free_part,
    row_mean,
    shortened,
)
from kickabout.representations.camera import Pairs


@kernel
def color_class(y: float, cb: float, cr: float, calibration: Vec) -> int:
    """Return the class of a color; the calibration is white_y, colorless and two field hues."""
    blue, red = chroma(y, cb), chroma(y, cr)
    if math.hypot(blue, red) < calibration[1]:
        return WHITE if y >= calibration[0] else BLACK
    hue = math.atan2(red, blue)
    return FIELD if calibration[2] <= hue <= calibration[3] else OTHER


@kernel
def class_at(pairs: Pairs, x: int, row: int, calibration: Vec) -> int:
    """Return the color class of a pixel."""
    here = int(pairs[row, x >> 1])
    y, cb, cr = here >> 16 * (x & 1) & 0xFF, here >> 8 & 0xFF, here >> 24
    return color_class(float(y), float(cb), float(cr), calibration)


@kernel
def classified_columns(
    pairs: Pairs,
    columns: IntArray,
    tops: IntArray,
    bottoms: IntArray,
    steps: IntArray,
    calibration: Vec,
) -> tuple[Cut, ByteArray]:
    """Return regions of vertical lines from bottom to top and their colors.

    Lines are sampled in steps; the pixels between samples that differ determine the edge.
    """
    cut = empty_cut(columns.shape[0] * MAX_REGIONS)
    colors = np.empty(columns.shape[0] * MAX_REGIONS, np.uint8)
    size = 0
    for line in range(columns.shape[0]):
        x, top, bottom = columns[line], tops[line], bottoms[line]
        if bottom - top < 4:
            continue
        end, row, count = bottom, bottom - 1, 0
        color = class_at(pairs, x, row, calibration)
        while row > top and count < MAX_REGIONS - 1:
            ahead = max(row - steps[row], top)
            other = class_at(pairs, x, ahead, calibration)
            if other != color:
                edge = ahead + 1
                while edge < row and class_at(pairs, x, edge, calibration) != color:
                    edge += 1
                cut.line_of[size], cut.start[size], cut.end[size] = line, edge, end
                colors[size], end, color = color, edge, other
                size, count = size + 1, count + 1
            row = ahead
        cut.line_of[size], cut.start[size], cut.end[size] = line, top, end
        colors[size] = color
        size += 1
    for i in range(size):
        column = columns[cut.line_of[i]]
        cut.y[i], cut.cb[i], cut.cr[i] = column_mean(pairs, column, cut.start[i], cut.end[i])
    return shortened(cut, size), colors[:size].copy()


@kernel
def classified_rows(
    pairs: Pairs, rows: IntArray, steps: IntArray, bottoms: IntArray, calibration: Vec
) -> tuple[Cut, ByteArray]:
    """Return regions of horizontal lines from left to right and their colors."""
    cut = empty_cut(rows.shape[0] * MAX_REGIONS)
    colors = np.empty(rows.shape[0] * MAX_REGIONS, np.uint8)
    size = 0
    for line in range(rows.shape[0]):
        row = rows[line]
        left, right = free_part(bottoms, row)
        if right - left < 8:
            continue
        start, x, count = left, left, 0
        color = class_at(pairs, x, row, calibration)
        while x < right - 1 and count < MAX_REGIONS - 1:
            ahead = min(x + steps[line], right - 1)
            other = class_at(pairs, ahead, row, calibration)
            if other != color:
                edge = ahead
                while edge - 1 > x and class_at(pairs, edge - 1, row, calibration) != color:
                    edge -= 1
                cut.line_of[size], cut.start[size], cut.end[size] = line, start, edge
                colors[size], start, color = color, edge, other
                size, count = size + 1, count + 1
            x = ahead
        cut.line_of[size], cut.start[size], cut.end[size] = line, start, right
        colors[size] = color
        size += 1
    for i in range(size):
        cut.y[i], cut.cb[i], cut.cr[i] = row_mean(
            pairs, rows[cut.line_of[i]], cut.start[i], cut.end[i]
        )
    return shortened(cut, size), colors[:size].copy()
