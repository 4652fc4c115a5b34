"""Scan lines: from pixels along columns and rows to regions of homogeneous brightness."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.representations.camera import Pairs

IntArray = npt.NDArray[np.int32]
ByteArray = npt.NDArray[np.uint8]
SingleArray = npt.NDArray[np.float32]

MAX_REGIONS = 48  # maximum number of regions of one line; the last one contains the rest
EIGHTHS = 8.0  # scale of summed brightness
GREEN = 4  # weight of sums of Cb and Cr compared to brightness


class Cut(NamedTuple):
    """Regions of all lines, in the order of the lines; those of columns from bottom to top."""

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
    """Return regions of vertical lines, with edges between successive samples that differ."""
    cut = empty_cut(columns.shape[0] * MAX_REGIONS)
    edges = np.empty(MAX_REGIONS + 1, np.int32)
    size = 0
    for line in range(columns.shape[0]):
        top, bottom = tops[line], bottoms[line]
        if bottom - top < 4:
            continue
        pair, step_at = columns[line] >> 1, steps[top:bottom][::-1]
        found = find_edges(
            pairs, pair, bottom - 1, -1, bottom - top, step_at, relative, absolute, edges
        )
        for k in range(found):
            start, end = bottom - edges[k + 1], bottom - edges[k]
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
    """Return regions of horizontal lines; `bottoms` are the first rows of the robot's body."""
    cut = empty_cut(rows.shape[0] * MAX_REGIONS)
    edges = np.empty(MAX_REGIONS + 1, np.int32)
    hidden = bottoms.min()
    step_at = np.empty(2 * pairs.shape[1], np.int32)
    size = 0
    for line in range(rows.shape[0]):
        row = rows[line]
        left, right = 0, 2 * pairs.shape[1]
        if row >= hidden:
            left, right = free_part(bottoms, row)
        if right - left < 8:
            continue
        step_at[:] = steps[line]
        found = find_edges(
            pairs, row, left, 0, right - left, step_at[::-1], relative, absolute, edges
        )
        for k in range(found):
            start, end = left + edges[k], left + edges[k + 1]
            cut.line_of[size], cut.start[size], cut.end[size] = line, start, end
            cut.y[size], cut.cb[size], cut.cr[size] = row_mean(pairs, row, start, end)
            size += 1
    return shortened(cut, size)


@kernel
def column_middle(column: int) -> float:
    """Return the middle of the two px of a vertical scan line, which have a common color."""
    return float(column & ~1) + 1.0


@kernel
def brightness_of(pair: int) -> int:
    """Return the sum of both Y of a word that holds two px."""
    return (pair & 0xFF) + (pair >> 16 & 0xFF)


@kernel
def chroma_of(pair: int) -> int:
    """Return the sum of Cb and Cr of a word that holds two px."""
    return (pair >> 8 & 0xFF) + (pair >> 24)


@kernel
def smoothed_at(pairs: Pairs, fixed: int, index: int, direction: int) -> tuple[int, int]:
    """Return smoothed Y in eighths, and half of Cb + Cr in quarters, at a row's or column's pixel.

    `fixed` is the row (direction 0), or the pair of columns. The sum of Cb and Cr is lowest for
    green; it is needed as carpet and floor may be equally bright. Integers avoid conversions.
    """
    if direction == 0:
        last = pairs.shape[1] - 1
        here = int(pairs[fixed, index >> 1])
        if index & 1:
            beside = int(pairs[fixed, min((index >> 1) + 1, last)])
            after = beside & 0xFF if index >> 1 < last else here >> 16 & 0xFF
            y = 2 * (here >> 16 & 0xFF) + (here & 0xFF) + after
        else:
            beside = int(pairs[fixed, max((index >> 1) - 1, 0)])
            before = beside >> 16 & 0xFF if index > 0 else here & 0xFF
            y = 2 * (here & 0xFF) + (here >> 16 & 0xFF) + before
        return 2 * y, 2 * chroma_of(here)
    here = int(pairs[index, fixed])
    above = int(pairs[max(index - 1, 0), fixed])
    below = int(pairs[min(index + 1, pairs.shape[0] - 1), fixed])
    y = 2 * brightness_of(here) + brightness_of(above) + brightness_of(below)
    return y, chroma_of(here) + chroma_of(above)


@kernel
def find_edges(
    pairs: Pairs,
    fixed: int,
    origin: int,
    direction: int,
    length: int,
    step_at: IntArray,
    relative: float,
    absolute: float,
    edges: IntArray,
) -> int:
    """Fill in edges of regions, counted from the origin; return the number of regions."""
    sign = -1 if direction < 0 else 1
    edges[0] = 0
    count = 1
    before = earlier = 0
    before_y, before_green = smoothed_at(pairs, fixed, origin, direction)
    earlier_y, earlier_green = before_y, before_green
    i = int(step_at[0])
    while i < length and count < MAX_REGIONS:
        y, green = smoothed_at(pairs, fixed, origin + sign * i, direction)
        limit = EIGHTHS * absolute + relative * y
        first = -1
        if abs(y - before_y) > limit or GREEN * abs(green - before_green) > limit:
            first = before
        elif abs(y - earlier_y) > limit or GREEN * abs(green - earlier_green) > limit:
            # The edge is blurred over more than one step.
            first = earlier
        if first >= 0:
            edge = steepest_edge(pairs, fixed, origin, direction, first, i)
            if edge > edges[count - 1]:
                edges[count] = edge
                count += 1
            earlier, earlier_y, earlier_green = i, y, green
        else:
            earlier, earlier_y, earlier_green = before, before_y, before_green
        before, before_y, before_green = i, y, green
        i += int(step_at[i])
    edges[count] = length
    return count


@kernel
def steepest_edge(
    pairs: Pairs, fixed: int, origin: int, direction: int, first: int, last: int
) -> int:
    """Return the index between two samples at which the color changes most."""
    sign = -1 if direction < 0 else 1
    best, edge = -1, first + 1
    last_y, last_green = smoothed_at(pairs, fixed, origin + sign * first, direction)
    for i in range(first + 1, last + 1):
        y, green = smoothed_at(pairs, fixed, origin + sign * i, direction)
        change = abs(y - last_y) + GREEN * abs(green - last_green)
        if change > best:
            best, edge = change, i
        last_y, last_green = y, green
    return edge


@kernel
def column_mean(pairs: Pairs, column: int, start: int, end: int) -> tuple[float, float, float]:
    """Return mean Y, Cb and Cr of some px of a region, without those at its edges."""
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
    """Return mean Y, Cb and Cr of some px of a row's region, without those at its edges."""
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
def free_part(bottoms: IntArray, row: int) -> tuple[int, int]:
    """Return the longest part of a row that is not hidden by the robot's body."""
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
    """Return uninitialized regions."""
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
    """Return copies of the first regions."""
    return Cut(
        cut.line_of[:size].copy(),
        cut.start[:size].copy(),
        cut.end[:size].copy(),
        cut.y[:size].copy(),
        cut.cb[:size].copy(),
        cut.cr[:size].copy(),
    )
