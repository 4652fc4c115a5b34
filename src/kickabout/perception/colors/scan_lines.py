"""Scan lines: from pixels along columns and rows to regions of homogeneous brightness."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.geometry import kernel
from kickabout.representations.camera import Pairs

IntArray = npt.NDArray[np.int32]
ByteArray = npt.NDArray[np.uint8]
SingleArray = npt.NDArray[np.float32]

LONGEST = 48  # regions of one line at most; the rest of a wilder line becomes one region
EIGHTHS = 8.0  # in which brightness is summed up
GREEN = 4  # by which sums of Cb and Cr count as much as brightness


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
    pairs: Pairs,
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
        pair, step_at = columns[line] >> 1, steps[top:bottom][::-1]
        found = find_borders(
            pairs, pair, bottom - 1, -1, bottom - top, step_at, relative, absolute, borders
        )
        for k in range(found):
            start, end = bottom - borders[k + 1], bottom - borders[k]
            cut.line_of[size], cut.start[size], cut.end[size] = line, start, end
            cut.y[size], cut.cb[size], cut.cr[size] = column_mean(pairs, columns[line], start, end)
            size += 1
    return shortened(cut, size)


@kernel
def cut_rows(
    pairs: Pairs,
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
    step_at = np.empty(2 * pairs.shape[1], np.int32)
    size = 0
    for line in range(rows.shape[0]):
        row = rows[line]
        left, right = 0, 2 * pairs.shape[1]
        if row >= hidden:
            left, right = free_stretch(bottoms, row)
        if right - left < 8:
            continue
        step_at[:] = steps[line]
        found = find_borders(
            pairs, row, left, 0, right - left, step_at[::-1], relative, absolute, borders
        )
        for k in range(found):
            start, end = left + borders[k], left + borders[k + 1]
            cut.line_of[size], cut.start[size], cut.end[size] = line, start, end
            cut.y[size], cut.cb[size], cut.cr[size] = row_mean(pairs, row, start, end)
            size += 1
    return shortened(cut, size)


@kernel
def column_middle(column: int) -> float:
    """Middle of the two px that a vertical scan line takes together, as both share a color."""
    return float(column & ~1) + 1.0


@kernel
def brightness_of(pair: int) -> int:
    """Sum of both Y of a word that holds two px."""
    return (pair & 0xFF) + (pair >> 16 & 0xFF)


@kernel
def chroma_of(pair: int) -> int:
    """Sum of Cb and Cr of a word that holds two px."""
    return (pair >> 8 & 0xFF) + (pair >> 24)


@kernel
def look(pairs: Pairs, fixed: int, place: int, direction: int) -> tuple[int, int]:
    """Smoothed Y in eighths, and half of Cb + Cr in quarters, at a place of a row or column.

    `fixed` is the row (direction 0), or the pair of columns. The sum of Cb and Cr is lowest for
    green: carpet and floor may be equally bright. Whole numbers save the conversion of each byte.
    """
    if direction == 0:
        last = pairs.shape[1] - 1
        here = int(pairs[fixed, place >> 1])
        if place & 1:
            beside = int(pairs[fixed, min((place >> 1) + 1, last)])
            after = beside & 0xFF if place >> 1 < last else here >> 16 & 0xFF
            y = 2 * (here >> 16 & 0xFF) + (here & 0xFF) + after
        else:
            beside = int(pairs[fixed, max((place >> 1) - 1, 0)])
            before = beside >> 16 & 0xFF if place > 0 else here & 0xFF
            y = 2 * (here & 0xFF) + (here >> 16 & 0xFF) + before
        return 2 * y, 2 * chroma_of(here)
    here = int(pairs[place, fixed])
    above = int(pairs[max(place - 1, 0), fixed])
    below = int(pairs[min(place + 1, pairs.shape[0] - 1), fixed])
    y = 2 * brightness_of(here) + brightness_of(above) + brightness_of(below)
    return y, chroma_of(here) + chroma_of(above)


@kernel
def find_borders(
    pairs: Pairs,
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
    before_y, before_green = look(pairs, fixed, origin, direction)
    earlier_y, earlier_green = before_y, before_green
    i = int(step_at[0])
    while i < length and count < LONGEST:
        y, green = look(pairs, fixed, origin + sign * i, direction)
        limit = EIGHTHS * absolute + relative * y
        first = -1
        if abs(y - before_y) > limit or GREEN * abs(green - before_green) > limit:
            first = before
        elif abs(y - earlier_y) > limit or GREEN * abs(green - earlier_green) > limit:
            # edges that are blurred over more than one step
            first = earlier
        if first >= 0:
            border = steepest(pairs, fixed, origin, direction, first, i)
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
def steepest(pairs: Pairs, fixed: int, origin: int, direction: int, first: int, last: int) -> int:
    """Index between two samples at which the color changes most."""
    sign = -1 if direction < 0 else 1
    best, border = -1, first + 1
    last_y, last_green = look(pairs, fixed, origin + sign * first, direction)
    for i in range(first + 1, last + 1):
        y, green = look(pairs, fixed, origin + sign * i, direction)
        change = abs(y - last_y) + GREEN * abs(green - last_green)
        if change > best:
            best, border = change, i
        last_y, last_green = y, green
    return border


@kernel
def column_mean(pairs: Pairs, column: int, start: int, end: int) -> tuple[float, float, float]:
    """Mean Y, Cb and Cr; of long regions every few px count, and the px at borders do not."""
    trim = 1 if end - start >= 4 else 0
    stride = 1 + (end - start) // 16
    y = cb = cr = n = 0
    for row in range(start + trim, end - trim, stride):
        here = int(pairs[row, column >> 1])
        y += brightness_of(here)
        cb += here >> 8 & 0xFF
        cr += here >> 24
        n += 1
    return 0.5 * y / n, cb / n, cr / n


@kernel
def row_mean(pairs: Pairs, row: int, start: int, end: int) -> tuple[float, float, float]:
    """As `column_mean`, of a row."""
    trim = 1 if end - start >= 4 else 0
    stride = 1 + (end - start) // 16
    y = cb = cr = n = 0
    for x in range(start + trim, end - trim, stride):
        here = int(pairs[row, x >> 1])
        y += here >> 16 * (x & 1) & 0xFF
        cb += here >> 8 & 0xFF
        cr += here >> 24
        n += 1
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
