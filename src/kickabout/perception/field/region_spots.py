"""Spots of regions: from white regions on columns and rows to places of possible paint."""

import numpy as np

from kickabout.geometry import FloatArray, kernel, readonly
from kickabout.perception.camera.camera_projection import CameraProjection, straightened
from kickabout.perception.camera.camera_projection_points import ground_homography
from kickabout.perception.colors.scan_grid import line_heights
from kickabout.perception.colors.scan_lines import ByteArray, IntArray, column_middle
from kickabout.perception.field.line_spots import (
    FROM_ROW,
    LEVEL_X,
    LEVEL_Y,
    SCAN,
    SPOT,
    SpotLimits,
    X,
    Y,
    column_regions,
    is_free,
    place_spot,
    row_regions,
)
from kickabout.representations import HorizontalRegions, ScanLineRegions

NO_BOXES = readonly(np.zeros((0, 4)))
NO_BOUNDARY = readonly(np.zeros((0, 2)))


def region_spots(
    columns: ScanLineRegions,
    rows: HorizontalRegions,
    projection: CameraProjection,
    *,
    height: int,
    line_width: float,
    limits: tuple[float, float, float],
    farthest: float,
) -> tuple[FloatArray, FloatArray]:
    """Spots on columns and on rows, in an image of that height.

    `limits`: how many times as high as a line regions may be, how many px higher, and how many px
    lines have to be high.
    """
    bounds = SpotLimits(*limits, farthest)
    spots, upright = free_spots(
        columns, rows, projection, height, line_width, NO_BOXES, NO_BOUNDARY, bounds
    )
    return spots[:upright], spots[upright:]


def free_spots(
    columns: ScanLineRegions,
    rows: HorizontalRegions,
    projection: CameraProjection,
    height: int,
    line_width: float,
    boxes: FloatArray,
    boundary: FloatArray,
    limits: SpotLimits,
) -> tuple[FloatArray, int]:
    """Spots on columns, then those on rows, and how many are on columns; see `is_free`."""
    return spots_of_regions(
        columns.columns,
        columns.line_of,
        columns.top,
        columns.bottom,
        columns.color,
        rows.rows,
        rows.line_of,
        rows.left,
        rows.right,
        rows.color,
        projection,
        height,
        line_width,
        boxes,
        boundary,
        limits,
    )


@kernel
def spots_of_regions(
    columns: IntArray,
    column_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    column_color: ByteArray,
    rows: IntArray,
    row_of: IntArray,
    left: IntArray,
    right: IntArray,
    row_color: ByteArray,
    projection: CameraProjection,
    height: int,
    line_width: float,
    boxes: FloatArray,
    boundary: FloatArray,
    limits: SpotLimits,
) -> tuple[FloatArray, int]:
    """As `free_spots`, of the regions' arrays."""
    heights, to_ground = line_heights(projection, height, line_width), ground_homography(projection)
    upright = column_regions(column_of, top, bottom, column_color, heights, limits)
    level = row_regions(
        rows, row_of, left, right, row_color, heights, line_width, projection, limits
    )
    spots = np.empty((upright.shape[0] + level.shape[0], SPOT))
    size = 0
    for i in upright:
        x = column_middle(columns[column_of[i]])
        edges = (x, float(top[i]), x, float(bottom[i]))
        if place_spot(edges, to_ground, limits.farthest, spots, size):
            spots[size, SCAN], spots[size, FROM_ROW] = float(column_of[i]), 0.0
            size += 1 if is_free(spots[size, X], spots[size, Y], boxes, boundary) else 0
    on_columns = size
    for i in level:
        y = float(rows[row_of[i]]) + 0.5
        edges = (float(left[i]), y, float(right[i]), y)
        if place_spot(edges, to_ground, limits.farthest, spots, size):
            spots[size, SCAN], spots[size, FROM_ROW] = float(row_of[i]), 1.0
            size += 1 if is_free(spots[size, X], spots[size, Y], boxes, boundary) else 0
    spots = spots[:size]
    spots[:, LEVEL_X : LEVEL_Y + 1] = straightened(spots[:, X : Y + 1], projection)
    return spots, on_columns
