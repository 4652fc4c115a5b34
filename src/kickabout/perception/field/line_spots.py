"""Line spots: from white regions between field to points that may lie on painted lines."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Vec, kernel
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import Homography, on_ground
from kickabout.perception.colors.region_colors import FIELD, WHITE
from kickabout.perception.colors.scan_lines import ByteArray, IntArray
from kickabout.perception.field.polyline import row_of_polyline

# Columns of the array of spots.
X, Y = 0, 1  # px, middle of the region
LEVEL_X, LEVEL_Y = 2, 3  # px, the same with the rolling shutter undone
GROUND_X, GROUND_Y = 4, 5  # m, in the robot's frame
ACROSS_X, ACROSS_Y = 6, 7  # m, from one edge of the region to the other
EXTENT = 8  # px, length of the region
SCAN = 9  # number of the scan line
FROM_ROW = 10  # 1 if the scan line was a row
SPOT = 11


class SpotLimits(NamedTuple):
    """Which white regions may be of lines."""

    highest: float  # how many times as high as a line across
    more_px: float  # how many px higher
    thinnest_px: float  # px, least height of a line across
    farthest: float  # m, spots farther away do not count


@kernel
def column_regions(
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    color: ByteArray,
    heights: Vec,
    limits: SpotLimits,
) -> IndexArray:
    """Indices of white regions on columns that may be of lines."""
    found = white_between_field(line_of, color)
    count = 0
    for i in found:
        height = heights[(top[i] + bottom[i]) >> 1]
        most = limits.highest * height + limits.more_px
        if height >= limits.thinnest_px and bottom[i] - top[i] <= most:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def row_regions(
    rows: IntArray,
    line_of: IntArray,
    left: IntArray,
    right: IntArray,
    color: ByteArray,
    heights: Vec,
    line_width: float,
    projection: CameraProjection,
    limits: SpotLimits,
) -> IndexArray:
    """As `column_regions`, of rows."""
    found = white_between_field(line_of, color)
    count = 0
    for i in found:
        width = line_width_px(heights[rows[line_of[i]]], projection, line_width)
        if width > 0.0 and right[i] - left[i] <= limits.highest * width + limits.more_px:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def white_between_field(line_of: IntArray, color: ByteArray) -> IndexArray:
    """Indices of white regions that have field on both sides of them on their scan line."""
    found = np.empty(line_of.shape[0], np.int64)
    count = 0
    for i in range(1, line_of.shape[0] - 1):
        is_between = (color[i] == WHITE) & (color[i - 1] == FIELD) & (color[i + 1] == FIELD)
        # Without a branch: no processor could foresee it.
        found[count] = i
        count += 1 if is_between & (line_of[i - 1] == line_of[i + 1]) else 0
    return found[:count]


@kernel
def line_width_px(height: float, projection: CameraProjection, line_width: float) -> float:
    """How many px wide a line along the view is where one across is so high; 0 if unseen."""
    if height <= 0.0:
        return 0.0
    # A line across is lower than one along is wide by the sine of the view's slope.
    squared = line_width * projection.intrinsics[1] * projection.position_in_robot[2] / height
    return float(line_width * projection.intrinsics[0] / math.sqrt(squared))


@kernel
def line_widths(projection: CameraProjection, heights: Vec, line_width: float) -> Vec:
    """`line_width_px` of each row."""
    widths = np.empty(heights.shape[0])
    for row in range(heights.shape[0]):
        widths[row] = line_width_px(heights[row], projection, line_width)
    return widths


@kernel
def place_spot(
    edges: tuple[float, float, float, float],
    to_ground: Homography,
    farthest: float,
    spots: FloatArray,
    k: int,
) -> bool:
    """Fill in where a region from x, y to x, y is; whether it is on the ground and near enough.

    What it is like without the rolling shutter is left to others.
    """
    left, top, right, bottom = edges
    first_x, first_y = on_ground(to_ground, left, top)
    second_x, second_y = on_ground(to_ground, right, bottom)
    x, y = 0.5 * (first_x + second_x), 0.5 * (first_y + second_y)
    if not x * x + y * y < farthest * farthest:
        return False
    spots[k, X], spots[k, Y] = 0.5 * (left + right), 0.5 * (top + bottom)
    spots[k, GROUND_X], spots[k, GROUND_Y] = x, y
    spots[k, ACROSS_X], spots[k, ACROSS_Y] = second_x - first_x, second_y - first_y
    spots[k, EXTENT] = right - left + bottom - top
    return True


@kernel
def is_free(x: float, y: float, boxes: FloatArray, boundary: FloatArray) -> bool:
    """Whether a point is outside of boxes and not above a polyline from left to right.

    Rows of boxes are left, top, right, bottom.
    """
    for k in range(boxes.shape[0]):
        inside_x = boxes[k, 0] <= x <= boxes[k, 2]
        if inside_x and boxes[k, 1] <= y <= boxes[k, 3]:
            return False
    return boundary.shape[0] < 2 or y >= row_of_polyline(boundary, x)


@kernel
def below_boundary(spots: FloatArray, boundary: FloatArray) -> FloatArray:
    """Without spots above a polyline from left to right."""
    if boundary.shape[0] < 2:
        return spots
    kept = np.empty(spots.shape[0], np.bool_)
    for i in range(spots.shape[0]):
        kept[i] = spots[i, Y] >= row_of_polyline(boundary, spots[i, X])
    return spots[kept]


@kernel
def linked_spots(spots: FloatArray, steepest: float, slack: float, share: float) -> IndexArray:
    """For each spot its successor on one of the next two scan lines, or -1.

    Spots are sorted by scan line; all are of columns or all of rows. A successor lies where the
    chain so far leads to, within `slack` px and a share of the region's length.
    """
    count = spots.shape[0]
    successors = np.full(count, -1)
    predecessors = np.full(count, -1)
    for i in range(count):
        slope = slope_before(spots, predecessors[i], i)
        best, least = -1, math.inf
        for j in range(i + 1, count):
            gap = spots[j, SCAN] - spots[i, SCAN]
            if gap > 2.0:
                break
            if gap == 0.0 or predecessors[j] >= 0:
                continue
            off = miss_of(spots, i, j, slope, steepest)
            off -= share * min(spots[i, EXTENT], spots[j, EXTENT])
            if off <= slack and off + gap < least:
                best, least = j, off + gap
        if best >= 0:
            successors[i] = best
            predecessors[best] = i
    return successors


@kernel
def slope_before(spots: FloatArray, before: int, i: int) -> float:
    """px across the scan lines for each px along, from one spot to the next; NaN if none is."""
    if before < 0:
        return math.nan
    dx = spots[i, LEVEL_X] - spots[before, LEVEL_X]
    dy = spots[i, LEVEL_Y] - spots[before, LEVEL_Y]
    return float(dx / dy if spots[i, FROM_ROW] > 0.0 else dy / dx)


@kernel
def miss_of(spots: FloatArray, i: int, j: int, slope: float, steepest: float) -> float:
    """By how many px spot j misses where the chain over i leads to."""
    along, across = (LEVEL_Y, LEVEL_X) if spots[i, FROM_ROW] > 0.0 else (LEVEL_X, LEVEL_Y)
    step = spots[j, along] - spots[i, along]
    if abs(step) < 1e-6:
        return math.inf
    rise = spots[j, across] - spots[i, across]
    if math.isnan(slope):
        return 0.0 if abs(rise) <= steepest * abs(step) else math.inf
    return float(abs(rise - slope * step))
