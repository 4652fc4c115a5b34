"""Scan lines: from pixels along columns and rows to regions of homogeneous brightness."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.geometry import kernel

IntArray = npt.NDArray[np.int32]
ByteArray = npt.NDArray[np.uint8]
SingleArray = npt.NDArray[np.float32]

LONGEST = 48  # regions of one line at most; the rest of a wilder line becomes one region


class Cut(NamedTuple):
    """Regions of all lines, in the order of the lines; of columns from bottom to top."""

    line_of: IntArray
    start: IntArray  # px, smaller coordinate
    end: IntArray  # px, after the last one
    y: SingleArray
    cb: SingleArray
    cr: SingleArray


@kernel
def cut_columns(
    yuyv: ByteArray,
    columns: IntArray,
    tops: IntArray,
    bottoms: IntArray,
    steps: IntArray,
    relative: float,
    absolute: float,
) -> Cut:
    """Regions of vertical lines; two successive samples that differ have a border between them."""
    cut = empty_cut(columns.shape[0] * LONGEST)
    borders = np.empty(LONGEST + 1, np.int32)
    size = 0
    for line in range(columns.shape[0]):
        top, bottom = tops[line], bottoms[line]
        if bottom - top < 4:
            continue
        even = columns[line] & ~1
        step_at = steps[top:bottom][::-1]
        found = find_borders(
            yuyv, even, bottom - 1, -1, bottom - top, step_at, relative, absolute, borders
        )
        for k in range(found):
            start, end = bottom - borders[k + 1], bottom - borders[k]
            cut.line_of[size], cut.start[size], cut.end[size] = line, start, end
            cut.y[size], cut.cb[size], cut.cr[size] = column_mean(yuyv, even, start, end)
            size += 1
    return shortened(cut, size)


@kernel
def cut_rows(
    yuyv: ByteArray,
    rows: IntArray,
    steps: IntArray,
    bottoms: IntArray,
    relative: float,
    absolute: float,
) -> Cut:
    """Regions of horizontal lines; `bottoms` tells in which columns the own body hides a row."""
    cut = empty_cut(rows.shape[0] * LONGEST)
    borders = np.empty(LONGEST + 1, np.int32)
    hidden = bottoms.min()
    step_at = np.empty(yuyv.shape[1], np.int32)
    size = 0
    for line in range(rows.shape[0]):
        row = rows[line]
        left, right = 0, yuyv.shape[1]
        if row >= hidden:
            left, right = free_stretch(bottoms, row)
        if right - left < 8:
            continue
        step_at[:] = steps[line]
        found = find_borders(
            yuyv, row, left, 0, right - left, step_at[::-1], relative, absolute, borders
        )
        for k in range(found):
            start, end = left + borders[k], left + borders[k + 1]
            cut.line_of[size], cut.start[size], cut.end[size] = line, start, end
            cut.y[size], cut.cb[size], cut.cr[size] = row_mean(yuyv, row, start, end)
            size += 1
    return shortened(cut, size)


@kernel
def column_middle(column: int) -> float:
    """Middle of the two px that a vertical scan line takes together, as both share a color."""
    return float(column & ~1) + 1.0


@kernel
def look(yuyv: ByteArray, fixed: int, place: int, direction: int) -> tuple[float, float]:
    """Smoothed Y and the sum of Cb and Cr at a place of a row (direction 0) or column.

    The sum is lowest for green: carpet and floor may be equally bright.
    """
    if direction == 0:
        before, after = max(place - 1, 0), min(place + 1, yuyv.shape[1] - 1)
        y = (
            2.0 * float(yuyv[fixed, place, 0])
            + float(yuyv[fixed, before, 0])
            + float(yuyv[fixed, after, 0])
        )
        even = place & ~1
        green = float(yuyv[fixed, even, 1]) + float(yuyv[fixed, even + 1, 1])
        return 0.25 * y, green
    above, below = max(place - 1, 0), min(place + 1, yuyv.shape[0] - 1)
    y = 2.0 * (float(yuyv[place, fixed, 0]) + float(yuyv[place, fixed + 1, 0]))
    y += float(yuyv[above, fixed, 0]) + float(yuyv[above, fixed + 1, 0])
    y += float(yuyv[below, fixed, 0]) + float(yuyv[below, fixed + 1, 0])
    green = float(yuyv[place, fixed, 1]) + float(yuyv[place, fixed + 1, 1])
    green += float(yuyv[above, fixed, 1]) + float(yuyv[above, fixed + 1, 1])
    return 0.125 * y, 0.5 * green


@kernel
def find_borders(
    yuyv: ByteArray,
    fixed: int,
    origin: int,
    direction: int,
    length: int,
    step_at: IntArray,
    relative: float,
    absolute: float,
    borders: IntArray,
) -> int:
    """Fill in where regions begin and end, counted from the origin; the number of regions."""
    sign = -1 if direction < 0 else 1
    borders[0] = 0
    count = 1
    before = earlier = 0
    before_y, before_green = look(yuyv, fixed, origin, direction)
    earlier_y, earlier_green = before_y, before_green
    i = int(step_at[0])
    while i < length and count < LONGEST:
        y, green = look(yuyv, fixed, origin + sign * i, direction)
        limit = absolute + relative * y
        first = -1
        if abs(y - before_y) > limit or abs(green - before_green) > limit:
            first = before
        elif abs(y - earlier_y) > limit or abs(green - earlier_green) > limit:
            # edges that are blurred over more than one step
            first = earlier
        if first >= 0:
            border = steepest(yuyv, fixed, origin, direction, first, i)
            if border > borders[count - 1]:
                borders[count] = border
                count += 1
            earlier, earlier_y, earlier_green = i, y, green
        else:
            earlier, earlier_y, earlier_green = before, before_y, before_green
        before, before_y, before_green = i, y, green
        i += int(step_at[i])
    borders[count] = length
    return count


@kernel
def steepest(
    yuyv: ByteArray, fixed: int, origin: int, direction: int, first: int, last: int
) -> int:
    """Index between two samples at which the color changes most."""
    sign = -1 if direction < 0 else 1
    best, border = -1.0, first + 1
    last_y, last_green = look(yuyv, fixed, origin + sign * first, direction)
    for i in range(first + 1, last + 1):
        y, green = look(yuyv, fixed, origin + sign * i, direction)
        change = abs(y - last_y) + abs(green - last_green)
        if change > best:
            best, border = change, i
        last_y, last_green = y, green
    return border


@kernel
def column_mean(yuyv: ByteArray, even: int, start: int, end: int) -> tuple[float, float, float]:
    """Mean Y, Cb and Cr; of long regions every few px count, and the px at borders do not."""
    trim = 1 if end - start >= 4 else 0
    stride = 1 + (end - start) // 16
    y = cb = cr = n = 0.0
    for row in range(start + trim, end - trim, stride):
        y += float(yuyv[row, even, 0]) + float(yuyv[row, even + 1, 0])
        cb += float(yuyv[row, even, 1])
        cr += float(yuyv[row, even + 1, 1])
        n += 1.0
    return 0.5 * y / n, cb / n, cr / n


@kernel
def row_mean(yuyv: ByteArray, row: int, start: int, end: int) -> tuple[float, float, float]:
    """As `column_mean`, of a row."""
    trim = 1 if end - start >= 4 else 0
    stride = 1 + (end - start) // 16
    y = cb = cr = n = 0.0
    for x in range(start + trim, end - trim, stride):
        y += float(yuyv[row, x, 0])
        cb += float(yuyv[row, x & ~1, 1])
        cr += float(yuyv[row, x | 1, 1])
        n += 1.0
    return y / n, cb / n, cr / n


@kernel
def free_stretch(bottoms: IntArray, row: int) -> tuple[int, int]:
    """Longest stretch of a row that shows something other than the own body."""
    best_left = best_right = 0
    left = 0
    for x in range(bottoms.shape[0] + 1):
        if x == bottoms.shape[0] or bottoms[x] <= row:
            if x - left > best_right - best_left:
                best_left, best_right = left, x
            left = x + 1
    return best_left, best_right


@kernel
def empty_cut(size: int) -> Cut:
    return Cut(
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.float32),
        np.empty(size, np.float32),
        np.empty(size, np.float32),
    )


@kernel
def shortened(cut: Cut, size: int) -> Cut:
    return Cut(
        cut.line_of[:size].copy(),
        cut.start[:size].copy(),
        cut.end[:size].copy(),
        cut.y[:size].copy(),
        cut.cb[:size].copy(),
        cut.cr[:size].copy(),
    )
