"""Line spots: from white regions between field to points that may lie on painted lines."""

import math

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Vec, kernel
from kickabout.perception.eye import Eye, image_to_robot, straightened
from kickabout.perception.region_colors import FIELD, WHITE
from kickabout.perception.scan_lines import ByteArray, IntArray, column_middle

# Columns of the array of spots.
X, Y = 0, 1  # px, middle of the region
LEVEL_X, LEVEL_Y = 2, 3  # px, the same with the rolling shutter undone
GROUND_X, GROUND_Y = 4, 5  # m, in the robot's frame
ACROSS_X, ACROSS_Y = 6, 7  # m, from one edge of the region to the other
EXTENT = 8  # px, length of the region
SCAN = 9  # number of the scan line
FROM_ROW = 10  # 1 if the scan line was a row
SPOT = 11


@kernel
def column_spots(
    columns: IntArray,
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    color: ByteArray,
    heights: Vec,
    limits: Vec,
) -> FloatArray:
    """Rows of x, top, x, bottom and scan line of white regions that may be lines.

    Limits: how many times as high as a line across, and how many px more, a region may be; least
    height of such a line in px.
    """
    found = np.empty((line_of.shape[0], 5))
    count = 0
    for i in range(1, line_of.shape[0] - 1):
        if not is_between_field(line_of, color, i):
            continue
        height = heights[(top[i] + bottom[i]) // 2]
        if height < limits[2] or bottom[i] - top[i] > limits[0] * height + limits[1]:
            continue
        x = column_middle(columns[line_of[i]])
        found[count, 0] = found[count, 2] = x
        found[count, 1], found[count, 3] = float(top[i]), float(bottom[i])
        found[count, 4] = float(line_of[i])
        count += 1
    return found[:count].copy()


@kernel
def row_spots(
    rows: IntArray,
    line_of: IntArray,
    left: IntArray,
    right: IntArray,
    color: ByteArray,
    widths: Vec,
    limits: Vec,
) -> FloatArray:
    """As `column_spots`, of rows."""
    found = np.empty((line_of.shape[0], 5))
    count = 0
    for i in range(1, line_of.shape[0] - 1):
        if not is_between_field(line_of, color, i):
            continue
        width = widths[rows[line_of[i]]]
        if width <= 0.0 or right[i] - left[i] > limits[0] * width + limits[1]:
            continue
        y = float(rows[line_of[i]]) + 0.5
        found[count, 0], found[count, 2] = float(left[i]), float(right[i])
        found[count, 1] = found[count, 3] = y
        found[count, 4] = float(line_of[i])
        count += 1
    return found[:count].copy()


@kernel
def is_between_field(line_of: IntArray, color: ByteArray, index: int) -> bool:
    if color[index] != WHITE or color[index - 1] != FIELD or color[index + 1] != FIELD:
        return False
    return bool(line_of[index - 1] == line_of[index] == line_of[index + 1])


@kernel
def line_widths(eye: Eye, heights: Vec, line_width: float) -> Vec:
    """How many px wide a line along the view is in each row; 0 where nothing is seen."""
    widths = np.zeros(heights.shape[0])
    for row in range(heights.shape[0]):
        if heights[row] > 0.0:
            # A line across is lower than one along is wide by the sine of the view's slope.
            above = eye.position_in_robot[2]
            squared = line_width * eye.intrinsics[1] * above / heights[row]
            widths[row] = line_width * eye.intrinsics[0] / math.sqrt(squared)
    return widths


@kernel
def placed_spots(edges: FloatArray, eye: Eye, from_row: bool, farthest: float) -> FloatArray:
    """All figures of spots on the ground and not too far away."""
    count = edges.shape[0]
    first = image_to_robot(edges[:, 0:2].copy(), eye, 0.0)
    second = image_to_robot(edges[:, 2:4].copy(), eye, 0.0)
    middle = 0.5 * (edges[:, 0:2] + edges[:, 2:4])
    level = straightened(middle, eye)
    spots = np.empty((count, SPOT))
    size = 0
    for i in range(count):
        x, y = 0.5 * (first[i, 0] + second[i, 0]), 0.5 * (first[i, 1] + second[i, 1])
        if not math.hypot(x, y) < farthest:
            continue
        spots[size, X], spots[size, Y] = middle[i, 0], middle[i, 1]
        spots[size, LEVEL_X], spots[size, LEVEL_Y] = level[i, 0], level[i, 1]
        spots[size, GROUND_X], spots[size, GROUND_Y] = x, y
        spots[size, ACROSS_X] = second[i, 0] - first[i, 0]
        spots[size, ACROSS_Y] = second[i, 1] - first[i, 1]
        spots[size, EXTENT] = edges[i, 2] - edges[i, 0] + edges[i, 3] - edges[i, 1]
        spots[size, SCAN] = edges[i, 4]
        spots[size, FROM_ROW] = 1.0 if from_row else 0.0
        size += 1
    return spots[:size].copy()


@kernel
def outside_boxes(spots: FloatArray, boxes: FloatArray) -> FloatArray:
    """Without spots inside of boxes, whose rows are left, top, right, bottom."""
    kept = np.empty(spots.shape[0], np.bool_)
    for i in range(spots.shape[0]):
        kept[i] = True
        for k in range(boxes.shape[0]):
            inside_x = boxes[k, 0] <= spots[i, X] <= boxes[k, 2]
            if inside_x and boxes[k, 1] <= spots[i, Y] <= boxes[k, 3]:
                kept[i] = False
    return spots[kept]


@kernel
def below_boundary(spots: FloatArray, boundary: FloatArray) -> FloatArray:
    """Without spots above a polyline from left to right."""
    if boundary.shape[0] < 2:
        return spots
    rows = np.interp(spots[:, X], boundary[:, 0], boundary[:, 1])
    return spots[spots[:, Y] >= rows]


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
        best, least = -1, math.inf
        for j in range(i + 1, count):
            gap = spots[j, SCAN] - spots[i, SCAN]
            if gap > 2.0:
                break
            if gap == 0.0 or predecessors[j] >= 0:
                continue
            off = miss_of(spots, predecessors[i], i, j, steepest)
            off -= share * min(spots[i, EXTENT], spots[j, EXTENT])
            if off <= slack and off + gap < least:
                best, least = j, off + gap
        if best >= 0:
            successors[i] = best
            predecessors[best] = i
    return successors


@kernel
def miss_of(spots: FloatArray, before: int, i: int, j: int, steepest: float) -> float:
    """By how many px spot j misses where the chain over i leads to."""
    along, across = (LEVEL_Y, LEVEL_X) if spots[i, FROM_ROW] > 0.0 else (LEVEL_X, LEVEL_Y)
    step = spots[j, along] - spots[i, along]
    if abs(step) < 1e-6:
        return math.inf
    rise = spots[j, across] - spots[i, across]
    if before < 0:
        return 0.0 if abs(rise) <= steepest * abs(step) else math.inf
    slope = (spots[i, across] - spots[before, across]) / (spots[i, along] - spots[before, along])
    return float(abs(rise - slope * step))
