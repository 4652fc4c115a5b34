"""Penalty mark candidates: from white regions to ground points of groups of the mark's size."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Points2, Vec
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import (
    Homography,
    ground_homography,
    in_image,
    on_ground,
)
from kickabout.perception.colors.scan_grid import line_heights
from kickabout.perception.colors.scan_lines import ByteArray, IntArray, column_middle
from kickabout.perception.field.line_points import LinePointLimits, column_regions

CORNERS = ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0))


@kernel
def mark_candidates(
    columns: IntArray,
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    color: ByteArray,
    spacing: float,
    projection: CameraProjection,
    height: int,
    line_width: float,
    taller: float,
    bounds: Vec,
) -> Points2:
    """Return ground centers of groups of white regions about as large as the mark, nearest first.

    Bounds: minimum size, maximum size and maximum distance in m.
    """
    heights = line_heights(projection, height, line_width)
    above = projection.position_in_robot[2]
    lowest = 0.9 * line_width * projection.intrinsics[1] * above / (bounds[2] ** 2 + above**2)
    limits = LinePointLimits(bounds[1] / line_width, 3.0, lowest, bounds[2])
    regions = column_regions(line_of, top, bottom, color, heights, limits)
    edges = np.empty((regions.shape[0], 5))
    for k in range(regions.shape[0]):
        i = regions[k]
        edges[k, 0], edges[k, 1] = column_middle(columns[line_of[i]]), float(top[i])
        edges[k, 2], edges[k, 3] = float(bottom[i]), float(line_of[i])
        edges[k, 4] = heights[(top[i] + bottom[i]) // 2]
    return group_centers(edges, mark_groups(edges, taller), spacing, projection, bounds)


@kernel
def mark_groups(edges: FloatArray, taller: float) -> IndexArray:
    """Return the group number of each white region; neighbors in adjacent columns are a group.

    Rows of `edges` are x, top, bottom, scan line, px height of a line there. Regions are extended
    by `taller` line heights, so that slanted shapes stay together.
    """
    count = edges.shape[0]
    groups = np.arange(count)
    for i in range(count):
        more = taller * edges[i, 4]
        for j in range(i + 1, count):
            gap = edges[j, 3] - edges[i, 3]
            if gap > 1.0:
                break
            overlaps = edges[i, 1] - more < edges[j, 2] and edges[j, 1] - more < edges[i, 2]
            if gap == 1.0 and overlaps and groups[j] != groups[i]:
                old, new = groups[j], groups[i]
                for k in range(count):
                    if groups[k] == old:
                        groups[k] = new
    return groups


@kernel
def group_centers(
    edges: FloatArray, groups: IndexArray, spacing: float, projection: CameraProjection, bounds: Vec
) -> Points2:
    """Return ground centers of groups whose boxes have the size of a mark, nearest first.

    Bounds are those of `mark_candidates`; the spacing of scan lines and rows adds tolerance.
    """
    count = edges.shape[0]
    boxes = np.empty((count, 4))
    boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3] = math.inf, math.inf, -math.inf, -math.inf
    for i in range(count):
        box = boxes[groups[i]]
        box[0], box[1] = min(box[0], edges[i, 0]), min(box[1], edges[i, 1])
        box[2], box[3] = max(box[2], edges[i, 0]), max(box[3], edges[i, 2])
    to_ground = ground_homography(projection)
    found, distances = np.empty((count, 2)), np.empty(count)
    size = 0
    for group in range(count):
        if boxes[group, 2] < 0.0:
            continue
        fits, x, y = box_on_ground(boxes[group], spacing, to_ground, bounds)
        distance = math.hypot(x, y)
        if not (fits and distance <= bounds[2]):
            continue
        k = size
        while k > 0 and distances[k - 1] > distance:
            distances[k], found[k] = distances[k - 1], found[k - 1]
            k -= 1
        distances[k], found[k, 0], found[k, 1] = distance, x, y
        size += 1
    return found[:size]


@kernel
def box_on_ground(
    box: Vec, spacing: float, to_ground: Homography, bounds: Vec
) -> tuple[bool, float, float]:
    """Return whether a group's box has the size of a mark, and its middle on the ground."""
    left, top, right, bottom = box[0] - 0.5 * spacing, box[1], box[2] + 0.5 * spacing, box[3]
    middle_x, middle_y = 0.5 * (left + right), 0.5 * (top + bottom)
    left_x, left_y = on_ground(to_ground, left, middle_y)
    right_x, right_y = on_ground(to_ground, right, middle_y)
    far_x, far_y = on_ground(to_ground, middle_x, top)
    near_x, near_y = on_ground(to_ground, middle_x, bottom)
    wide = math.hypot(right_x - left_x, right_y - left_y)
    deep = math.hypot(near_x - far_x, near_y - far_y)
    column, row = spacing * wide / max(right - left, 1.0), deep / max(bottom - top, 1.0)
    # Comparisons with NaN, as above the horizon, are false.
    fits = bounds[0] - column <= wide <= bounds[1] + column
    fits = fits and bounds[0] - 2.0 * row <= deep <= bounds[1] + 3.0 * row
    return fits, 0.5 * (far_x + near_x), 0.5 * (far_y + near_y)


@kernel
def shown_box(
    x: float, y: float, reach: float, to_image: Homography, yuyv: ByteArray, cell: int
) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of the cells that show the ground around a point.

    Return zeros if too little of it is in the image.
    """
    low_x, low_y, high_x, high_y = math.inf, math.inf, -math.inf, -math.inf
    for dx, dy in CORNERS:
        column, row = in_image(to_image, x + reach * dx, y + reach * dy)
        if math.isnan(column):
            return 0, 0, 0, 0
        low_x, low_y = min(low_x, column), min(low_y, row)
        high_x, high_y = max(high_x, column), max(high_y, row)
    left, top = max(int(low_x) // cell * cell, 0), max(int(low_y) // cell * cell, 0)
    right = min((int(high_x) + cell - 1) // cell * cell, yuyv.shape[1])
    bottom = min((int(high_y) + cell - 1) // cell * cell, yuyv.shape[0])
    if right - left < 4 or bottom - top < 4:
        return 0, 0, 0, 0
    return left, top, right, bottom


@kernel
def bright_middle(
    yuyv: ByteArray,
    x: float,
    y: float,
    size: float,
    to_image: Homography,
    to_ground: Homography,
    carpet_y: float,
) -> tuple[float, float]:
    """Return a candidate's center of brightness on the ground, as groups of regions are coarse."""
    for reach in (0.9, 0.75):
        left, top, right, bottom = shown_box(x, y, reach * size, to_image, yuyv, 1)
        if right == 0:
            break
        column, row = white_center(yuyv, left, top, right, bottom, carpet_y)
        middle_x, middle_y = on_ground(to_ground, column, row)
        if math.isnan(middle_x):
            break
        x, y = middle_x, middle_y
    return x, y


@kernel
def white_center(
    yuyv: ByteArray, left: int, top: int, right: int, bottom: int, carpet_y: float
) -> tuple[float, float]:
    """Return mean column and row of pixels closer in brightness to the brightest than to carpet.

    Pixels are weighted by brightness, so the mean is finer than a pixel. NaN if there are none.
    """
    brightest = 0
    for row in range(top, bottom):
        for column in range(left, right):
            brightest = max(brightest, int(yuyv[row, column, 0]))
    threshold = 0.5 * (carpet_y + brightest)
    total, x, y = 0.0, 0.0, 0.0
    for row in range(top, bottom):
        for column in range(left, right):
            more = float(yuyv[row, column, 0]) - threshold
            if more > 0.0:
                total += more
                x += more * (column + 0.5)
                y += more * (row + 0.5)
    if total == 0.0:
        return math.nan, math.nan
    return x / total, y / total
