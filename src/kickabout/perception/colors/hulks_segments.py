"""HULKs' segments: from paleness along scan lines to regions between edges."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Vec
from kickabout.perception.camera.camera_projection import CameraProjection, robot_to_image
from kickabout.perception.colors.hulks_field_color import ChromaticityLimits, has_field_color
from kickabout.perception.colors.region_colors import BLACK, FIELD, OTHER, WHITE
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import (
    MAX_REGIONS,
    ByteArray,
    Cut,
    IntArray,
    SingleArray,
    empty_cut,
    free_part,
    shortened,
)

MEDIAN_OF = 7  # maximum number of pixels in a median
RISING, FALLING = 1, -1
# Paleness is Y plus this fraction of Cb + Cr; carpet is darker in it than an equally bright floor.
CHROMA_FRACTION = 0.5
CHROMA_STEP = 2.0  # change of Cb + Cr alone that equals a change of paleness by 1


@kernel
def ground_rows(
    projection: CameraProjection,
    height: int,
    spacing: float,
    max_distance: float,
    min_px: int,
    limit: int,
) -> IntArray:
    """Return rows that are `spacing` m apart on the ground ahead, from bottom to top."""
    rows = np.empty(limit, np.int32)
    count, last = 0, height
    point = np.zeros((1, 2))
    # Ahead is the direction of the camera, which looks along its x axis.
    norm = max(np.hypot(projection.rotation[0, 0], projection.rotation[1, 0]), 1e-6)
    ahead_x, ahead_y = projection.rotation[0, 0] / norm, projection.rotation[1, 0] / norm
    for k in range(1, int(max_distance / spacing) + 1):
        point[0, 0] = projection.position_in_robot[0] + k * spacing * ahead_x
        point[0, 1] = projection.position_in_robot[1] + k * spacing * ahead_y
        v = robot_to_image(point, projection, 0.0)[0, 1]
        if np.isnan(v) or v >= height - 2 or v > last - min_px:
            continue
        if v < 2.0 or count == limit:
            break
        last = int(v)
        rows[count] = last
        count += 1
    return rows[:count].copy()


@kernel
def column_values(
    yuyv: ByteArray, columns: IntArray, tops: IntArray, bottoms: IntArray
) -> tuple[SingleArray, SingleArray]:
    """Return paleness and chroma of each column from its lower end upwards, for `found_edges`.

    They are read row by row, as pixels are stored.
    """
    values = np.empty((columns.shape[0], yuyv.shape[0]), np.float32)
    chromas = np.empty((columns.shape[0], yuyv.shape[0]), np.float32)
    for row in range(tops.min(), bottoms.max()):
        for line in range(columns.shape[0]):
            if tops[line] <= row < bottoms[line]:
                even, k = columns[line] & ~1, bottoms[line] - 1 - row
                y = np.float32(yuyv[row, even, 0]) + np.float32(yuyv[row, even + 1, 0])
                chromas[line, k] = np.float32(yuyv[row, even, 1]) + np.float32(
                    yuyv[row, even + 1, 1]
                )
                values[line, k] = 0.5 * y + CHROMA_FRACTION * chromas[line, k]
    return values, chromas


@kernel
def row_values(
    yuyv: ByteArray, row: int, left: int, right: int, values: SingleArray, chromas: SingleArray
) -> int:
    """Fill in paleness and chroma of a part of a row; return their number."""
    for x in range(left, right):
        y = 0.5 * (float(yuyv[row, x, 0]) + float(yuyv[row - 1, x, 0]))
        chromas[x - left] = float(yuyv[row, x & ~1, 1]) + float(yuyv[row, x | 1, 1])
        values[x - left] = y + CHROMA_FRACTION * chromas[x - left]
    return right - left


@kernel
def change_at(values: SingleArray, i: int) -> float:
    """Return the change of a value between i - 1 and i, over two pixels on each side."""
    change: float = 0.5 * (values[i] + values[i + 1] - values[i - 1] - values[i - 2])
    return change


@kernel
def found_edges(
    values: SingleArray,
    chromas: SingleArray,
    count: int,
    threshold: float,
    edges: IntArray,
    kinds: IntArray,
) -> int:
    """Fill in positions and kinds of edges of paleness; return their number.

    An edge is the steepest position of a part that rises or falls by more than the threshold.
    Where paleness does not change, chroma alone counts, as a darker floor may be as pale as carpet.
    """
    found = 0
    best, region, sign = 0.0, 0, 0
    for i in range(2, count - 1):
        change = change_at(values, i)
        if abs(change) <= threshold:
            change = change_at(chromas, i) / CHROMA_STEP
        kind = RISING if change > threshold else FALLING if change < -threshold else 0
        if kind != sign:
            if sign != 0 and found < MAX_REGIONS - 1:
                edges[found], kinds[found] = region, sign
                found += 1
            best, sign = 0.0, kind
        if kind != 0 and abs(change) > best:
            best, region = abs(change), i
    if sign != 0 and found < MAX_REGIONS - 1:
        edges[found], kinds[found] = region, sign
        found += 1
    return found


@kernel
def median_color(
    yuyv: ByteArray, fixed: int, start: int, end: int, upright: bool, picked: Mat
) -> tuple[float, float, float]:
    """Return medians of Y, Cb and Cr over a few evenly spread pixels of a region."""
    count = min(end - start, MEDIAN_OF)
    for k in range(count):
        region = start + int((k + 0.5) * (end - start) / count)
        row, x = (region, fixed) if upright else (fixed, region)
        insert(picked[0], k, float(yuyv[row, x, 0]))
        insert(picked[1], k, float(yuyv[row, x & ~1, 1]))
        insert(picked[2], k, float(yuyv[row, x | 1, 1]))
    middle = count // 2
    return picked[0, middle], picked[1, middle], picked[2, middle]


@kernel
def insert(ordered: Vec, count: int, value: float) -> None:
    """Insert into the first `count` ordered values; faster than sorting so few values."""
    k = count
    while k > 0 and ordered[k - 1] > value:
        ordered[k] = ordered[k - 1]
        k -= 1
    ordered[k] = value


@kernel
def add_region(
    cut: Cut,
    colors: ByteArray,
    size: int,
    region: Vec,
    median: tuple[float, float, float],
    before: int,
    after: int,
    chromaticity: ChromaticityLimits,
) -> int:
    """Append a region of line, start and end; return the new size. Adjacent field is merged."""
    y, cb, cr = median
    if has_field_color(chroma(y, cb), chroma(y, cr), chromaticity):
        color = FIELD
    elif before == RISING and after == FALLING:
        color = WHITE
    elif before == FALLING and after == RISING:
        color = BLACK
    else:
        color = OTHER
    last = size - 1
    if color == FIELD and last >= 0 and cut.line_of[last] == region[0] and colors[last] == FIELD:
        if region[2] - region[1] > cut.end[last] - cut.start[last]:
            cut.y[last], cut.cb[last], cut.cr[last] = y, cb, cr
        cut.start[last] = min(cut.start[last], region[1])
        cut.end[last] = max(cut.end[last], region[2])
        return size
    cut.line_of[size], cut.start[size], cut.end[size] = region[0], region[1], region[2]
    cut.y[size], cut.cb[size], cut.cr[size] = y, cb, cr
    colors[size] = color
    return size + 1


@kernel
def segmented_columns(
    yuyv: ByteArray,
    columns: IntArray,
    tops: IntArray,
    bottoms: IntArray,
    threshold: float,
    chromaticity: ChromaticityLimits,
) -> tuple[Cut, ByteArray]:
    """Return regions of columns from bottom to top, and their colors."""
    max_size = columns.shape[0] * MAX_REGIONS
    cut, colors = empty_cut(max_size), np.empty(max_size, np.uint8)
    values, chromas = column_values(yuyv, columns, tops, bottoms)
    picked = np.empty((3, MEDIAN_OF))
    edges, kinds = np.empty(MAX_REGIONS, np.int32), np.empty(MAX_REGIONS, np.int32)
    region, size = np.empty(3), 0
    for line in range(columns.shape[0]):
        bottom, count = bottoms[line], bottoms[line] - tops[line]
        if count < 4:
            continue
        even = columns[line] & ~1
        found = found_edges(values[line], chromas[line], count, threshold, edges, kinds)
        for k in range(found + 1):
            low = bottom - (edges[k - 1] if k > 0 else 0)
            high = bottom - (edges[k] if k < found else count)
            region[0], region[1], region[2] = line, high, low
            median = median_color(yuyv, even, high, low, True, picked)
            before = kinds[k - 1] if k > 0 else 0
            after = kinds[k] if k < found else 0
            size = add_region(cut, colors, size, region, median, before, after, chromaticity)
    return shortened(cut, size), colors[:size].copy()


@kernel
def segmented_rows(
    yuyv: ByteArray,
    rows: IntArray,
    bottoms: IntArray,
    threshold: float,
    chromaticity: ChromaticityLimits,
) -> tuple[Cut, ByteArray]:
    """Return regions of rows from left to right, beside the robot's body, and their colors."""
    max_size = rows.shape[0] * MAX_REGIONS
    cut, colors = empty_cut(max_size), np.empty(max_size, np.uint8)
    values, chromas = np.empty(yuyv.shape[1], np.float32), np.empty(yuyv.shape[1], np.float32)
    picked = np.empty((3, MEDIAN_OF))
    edges, kinds = np.empty(MAX_REGIONS, np.int32), np.empty(MAX_REGIONS, np.int32)
    region, size = np.empty(3), 0
    hidden = bottoms.min()
    for line in range(rows.shape[0]):
        row, left, right = rows[line], 0, yuyv.shape[1]
        if row >= hidden:
            left, right = free_part(bottoms, row)
        if right - left < 8:
            continue
        count = row_values(yuyv, row, left, right, values, chromas)
        found = found_edges(values, chromas, count, threshold, edges, kinds)
        for k in range(found + 1):
            begin = left + (edges[k - 1] if k > 0 else 0)
            end = left + (edges[k] if k < found else count)
            region[0], region[1], region[2] = line, begin, end
            median = median_color(yuyv, row, begin, end, False, picked)
            before = kinds[k - 1] if k > 0 else 0
            after = kinds[k] if k < found else 0
            size = add_region(cut, colors, size, region, median, before, after, chromaticity)
    return shortened(cut, size), colors[:size].copy()
