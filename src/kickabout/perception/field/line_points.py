"""Line points: from white regions between field to points that may be on painted lines."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Vec
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import Homography, on_ground
from kickabout.perception.colors.region_arrays import Rows
from kickabout.perception.colors.region_colors import FIELD, WHITE
from kickabout.perception.colors.scan_lines import ByteArray, IntArray
from kickabout.perception.field.polyline import row_of_polyline

# Columns of the array of line points.
X, Y = 0, 1  # px, middle of the region
LEVEL_X, LEVEL_Y = 2, 3  # px, the same in straightened px
GROUND_X, GROUND_Y = 4, 5  # m, in the robot's frame
ACROSS_X, ACROSS_Y = 6, 7  # m, from one edge of the region to the other
EXTENT = 8  # px, length of the region
SCAN = 9  # number of the scan line
FROM_ROW = 10  # 1 if the scan line was a row
COLUMN_COUNT = 11


class LinePointLimits(NamedTuple):
    """Limits of the size and distance of white regions that may be part of a line."""

    max_heights: float  # in heights of a line across the view
    extra_px: float  # px by which regions may be even higher
    min_height_px: float  # px, of a line across the view
    max_distance: float  # m


@kernel
def column_regions(
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    color: ByteArray,
    heights: Vec,
    limits: LinePointLimits,
) -> IndexArray:
    """Return indices of white regions on columns that may be part of a line."""
    found = white_between_field(line_of, color)
    count = 0
    for i in found:
        height = heights[(top[i] + bottom[i]) >> 1]
        most = limits.max_heights * height + limits.extra_px
        if height >= limits.min_height_px and bottom[i] - top[i] <= most:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def row_regions(
    rows: Rows,
    heights: Vec,
    line_width: float,
    projection: CameraProjection,
    limits: LinePointLimits,
) -> IndexArray:
    """Return indices of white regions on rows that may be part of a line."""
    found = white_between_field(rows.line_of, rows.color)
    count = 0
    for i in found:
        width = line_width_px(heights[rows.rows[rows.line_of[i]]], projection, line_width)
        most = limits.max_heights * width + limits.extra_px
        if width > 0.0 and rows.right[i] - rows.left[i] <= most:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def white_between_field(line_of: IntArray, color: ByteArray) -> IndexArray:
    """Return indices of white regions with field on both sides on their scan line."""
    found = np.empty(line_of.shape[0], np.int64)
    count = 0
    for i in range(1, line_of.shape[0] - 1):
        is_between = (color[i] == WHITE) & (color[i - 1] == FIELD) & (color[i + 1] == FIELD)
        # Branchless, because the branch would be unpredictable.
        found[count] = i
        count += 1 if is_between & (line_of[i - 1] == line_of[i + 1]) else 0
    return found[:count]


@kernel
def line_width_px(height: float, projection: CameraProjection, line_width: float) -> float:
    """Return the width in px of a line along the view, given the height of one across.

    Return 0 if the height is 0, as above the horizon.
    """
    if height <= 0.0:
        return 0.0
    # The height of a line across is the width of one along times the sine of the view's slope.
    squared = line_width * projection.intrinsics[1] * projection.position_in_robot[2] / height
    return float(line_width * projection.intrinsics[0] / math.sqrt(squared))


@kernel
def line_widths(projection: CameraProjection, heights: Vec, line_width: float) -> Vec:
    """Return `line_width_px` of each row."""
    widths = np.empty(heights.shape[0])
    for row in range(heights.shape[0]):
        widths[row] = line_width_px(heights[row], projection, line_width)
    return widths


@kernel
def locate_region(
    edges: tuple[float, float, float, float],
    to_ground: Homography,
    max_distance: float,
    line_points: FloatArray,
    k: int,
) -> bool:
    """Fill in position and extent of a region from x, y to x, y; false if it is too far away.

    The straightened position is not filled in.
    """
    left, top, right, bottom = edges
    first_x, first_y = on_ground(to_ground, left, top)
    second_x, second_y = on_ground(to_ground, right, bottom)
    x, y = 0.5 * (first_x + second_x), 0.5 * (first_y + second_y)
    if not x * x + y * y < max_distance * max_distance:
        return False
    line_points[k, X], line_points[k, Y] = 0.5 * (left + right), 0.5 * (top + bottom)
    line_points[k, GROUND_X], line_points[k, GROUND_Y] = x, y
    line_points[k, ACROSS_X], line_points[k, ACROSS_Y] = second_x - first_x, second_y - first_y
    line_points[k, EXTENT] = right - left + bottom - top
    return True


@kernel
def is_free(x: float, y: float, boxes: FloatArray, boundary: FloatArray) -> bool:
    """Return whether a point is outside of boxes and not above a polyline from left to right.

    Rows of boxes are left, top, right, bottom.
    """
    for k in range(boxes.shape[0]):
        inside_x = boxes[k, 0] <= x <= boxes[k, 2]
        if inside_x and boxes[k, 1] <= y <= boxes[k, 3]:
            return False
    return boundary.shape[0] < 2 or y >= row_of_polyline(boundary, x)


@kernel
def below_boundary(line_points: FloatArray, boundary: FloatArray) -> FloatArray:
    """Return the points that are not above a polyline from left to right."""
    if boundary.shape[0] < 2:
        return line_points
    kept = np.empty(line_points.shape[0], np.bool_)
    for i in range(line_points.shape[0]):
        kept[i] = line_points[i, Y] >= row_of_polyline(boundary, line_points[i, X])
    return line_points[kept]


@kernel
def linked_points(
    line_points: FloatArray, max_slope: float, tolerance: float, fraction: float
) -> IndexArray:
    """Return for each point its successor on one of the next two scan lines, or -1.

    Points are sorted by scan line; all are on columns or all on rows. A successor continues the
    chain within `tolerance` px and a fraction of the region's length.
    """
    count = line_points.shape[0]
    successors = np.full(count, -1)
    predecessors = np.full(count, -1)
    for i in range(count):
        slope = slope_before(line_points, predecessors[i], i)
        best, min_brightness = -1, math.inf
        for j in range(i + 1, count):
            gap = line_points[j, SCAN] - line_points[i, SCAN]
            if gap > 2.0:
                break
            if gap == 0.0 or predecessors[j] >= 0:
                continue
            off = miss_of(line_points, i, j, slope, max_slope)
            off -= fraction * min(line_points[i, EXTENT], line_points[j, EXTENT])
            if off <= tolerance and off + gap < min_brightness:
                best, min_brightness = j, off + gap
        if best >= 0:
            successors[i] = best
            predecessors[best] = i
    return successors


@kernel
def slope_before(line_points: FloatArray, before: int, i: int) -> float:
    """Return the slope, across over along, from the point before to this one; NaN if none is."""
    if before < 0:
        return math.nan
    dx = line_points[i, LEVEL_X] - line_points[before, LEVEL_X]
    dy = line_points[i, LEVEL_Y] - line_points[before, LEVEL_Y]
    return float(dx / dy if line_points[i, FROM_ROW] > 0.0 else dy / dx)


@kernel
def miss_of(line_points: FloatArray, i: int, j: int, slope: float, max_slope: float) -> float:
    """Return the distance in px of point j from the extension of the chain through i."""
    along, across = (LEVEL_Y, LEVEL_X) if line_points[i, FROM_ROW] > 0.0 else (LEVEL_X, LEVEL_Y)
    step = line_points[j, along] - line_points[i, along]
    if abs(step) < 1e-6:
        return math.inf
    rise = line_points[j, across] - line_points[i, across]
    if math.isnan(slope):
        return 0.0 if abs(rise) <= max_slope * abs(step) else math.inf
    return float(abs(rise - slope * step))
