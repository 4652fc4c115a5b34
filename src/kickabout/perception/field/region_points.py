"""Line points of an image: from white regions on columns and rows to possible line points."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, readonly
from kickabout.perception.camera.camera_projection import CameraProjection, straightened
from kickabout.perception.camera.camera_projection_points import ground_homography
from kickabout.perception.colors.region_arrays import Columns, Rows, columns_of, rows_of
from kickabout.perception.colors.scan_grid import line_heights
from kickabout.perception.colors.scan_lines import column_middle
from kickabout.perception.field.line_points import (
    COLUMN_COUNT,
    FROM_ROW,
    LEVEL_X,
    LEVEL_Y,
    SCAN,
    LinePointLimits,
    X,
    Y,
    column_regions,
    is_free,
    locate_region,
    row_regions,
)
from kickabout.representations import HorizontalRegions, ScanLineRegions

NO_BOXES = readonly(np.zeros((0, 4)))
NO_BOUNDARY = readonly(np.zeros((0, 2)))


def region_points(
    columns: ScanLineRegions,
    rows: HorizontalRegions,
    projection: CameraProjection,
    *,
    height: int,
    line_width: float,
    limits: tuple[float, float, float],
    max_distance: float,
) -> tuple[FloatArray, FloatArray]:
    """Return line points on columns and on rows of an image of that height.

    `limits` are the first three of `LinePointLimits`.
    """
    bounds = LinePointLimits(*limits, max_distance)
    line_points, upright = free_points(
        columns, rows, projection, height, line_width, NO_BOXES, NO_BOUNDARY, bounds
    )
    return line_points[:upright], line_points[upright:]


def free_points(
    columns: ScanLineRegions,
    rows: HorizontalRegions,
    projection: CameraProjection,
    height: int,
    line_width: float,
    boxes: FloatArray,
    boundary: FloatArray,
    limits: LinePointLimits,
) -> tuple[FloatArray, int]:
    """Return points on columns, then those on rows, and the number on columns; see `is_free`."""
    return points_of_regions(
        columns_of(columns),
        rows_of(rows),
        projection,
        height,
        line_width,
        boxes,
        boundary,
        limits,
    )


@kernel
def points_of_regions(
    columns: Columns,
    rows: Rows,
    projection: CameraProjection,
    height: int,
    line_width: float,
    boxes: FloatArray,
    boundary: FloatArray,
    limits: LinePointLimits,
) -> tuple[FloatArray, int]:
    """Return the points of `free_points`, given the arrays of the regions."""
    heights, to_ground = line_heights(projection, height, line_width), ground_homography(projection)
    upright = column_regions(
        columns.line_of, columns.top, columns.bottom, columns.color, heights, limits
    )
    level = row_regions(rows, heights, line_width, projection, limits)
    line_points = np.empty((upright.shape[0] + level.shape[0], COLUMN_COUNT))
    size = 0
    for i in upright:
        line = columns.line_of[i]
        x = column_middle(columns.columns[line])
        edges = (x, float(columns.top[i]), x, float(columns.bottom[i]))
        if locate_region(edges, to_ground, limits.max_distance, line_points, size):
            line_points[size, SCAN], line_points[size, FROM_ROW] = float(line), 0.0
            size += 1 if is_free(line_points[size, X], line_points[size, Y], boxes, boundary) else 0
    on_columns = size
    for i in level:
        line = rows.line_of[i]
        y = float(rows.rows[line]) + 0.5
        edges = (float(rows.left[i]), y, float(rows.right[i]), y)
        if locate_region(edges, to_ground, limits.max_distance, line_points, size):
            line_points[size, SCAN], line_points[size, FROM_ROW] = float(line), 1.0
            size += 1 if is_free(line_points[size, X], line_points[size, Y], boxes, boundary) else 0
    line_points = line_points[:size]
    line_points[:, LEVEL_X : LEVEL_Y + 1] = straightened(line_points[:, X : Y + 1], projection)
    return line_points, on_columns
