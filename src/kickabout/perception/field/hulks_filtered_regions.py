"""Likely objects: from regions of columns to those inside of the boundary that are not field."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, Points2, Vec
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.region_colors import FIELD
from kickabout.perception.colors.scan_lines import ByteArray, IntArray, column_middle
from kickabout.representations import FieldBoundaryPercept, LinesPercept, ScanLineRegions

X, TOP, BOTTOM = 0, 1, 2  # columns of objects, all in px


def boundary_rows(boundary: FieldBoundaryPercept, columns: Vec) -> Vec:
    """Return the boundary's row in each column; far above the image if there is none."""
    if not boundary.valid or len(boundary.points_in_image) < 2:
        return np.full(len(columns), -1e6)
    points = boundary.points_in_image
    return np.interp(columns, points[:, 0], points[:, 1])


def likely_objects(
    regions: ScanLineRegions, boundary: FieldBoundaryPercept, below_px: float
) -> FloatArray:
    """Return rows of x, top and bottom of what reaches at least `below_px` px below the boundary.

    If `below_px` is negative, objects may end that far above the boundary.
    """
    limits = boundary_rows(boundary, regions.columns.astype(np.float64))
    return objects_below(
        regions.columns,
        regions.line_of,
        regions.top,
        regions.bottom,
        regions.color,
        limits,
        below_px,
    )


def line_ends(lines: LinesPercept) -> FloatArray:
    """Return rows of start x, y and end x, y in the robot's frame."""
    ends = [(*line.start_in_robot, *line.end_in_robot) for line in lines.lines]
    return np.array(ends, np.float64).reshape(-1, 4)


@kernel
def objects_below(
    columns: IntArray,
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    color: ByteArray,
    limits: Vec,
    below: float,
) -> FloatArray:
    """Return the rows of `likely_objects`; `limits` are the boundary's rows in the columns."""
    objects = np.empty((line_of.shape[0], 3))
    count = 0
    for i in range(line_of.shape[0]):
        if color[i] == FIELD or bottom[i] < limits[line_of[i]] + below:
            continue
        objects[count, X] = column_middle(columns[line_of[i]])
        objects[count, TOP] = max(float(top[i]), limits[line_of[i]] + min(below, 0.0))
        objects[count, BOTTOM] = float(bottom[i])
        count += 1
    return objects[:count].copy()


@kernel
def lies_on_line(points: Points2, ends: FloatArray, half_width: float) -> bool:
    """Return whether both of two points are on the same painted line; rows of `ends` are lines."""
    for k in range(ends.shape[0]):
        dx, dy = ends[k, 2] - ends[k, 0], ends[k, 3] - ends[k, 1]
        length = max(np.hypot(dx, dy), 1e-9)
        inside = True
        for j in range(2):
            x, y = points[j, 0] - ends[k, 0], points[j, 1] - ends[k, 1]
            along, across = (x * dx + y * dy) / length, abs(x * dy - y * dx) / length
            if across > half_width or along < -half_width or along > length + half_width:
                inside = False
        if inside:
            return True
    return False


@kernel
def used_by_lines(
    objects: FloatArray, ends: FloatArray, projection: CameraProjection, half_width: float
) -> BoolArray:
    """Return which objects are only a piece of a painted line."""
    used = np.zeros(objects.shape[0], np.bool_)
    if ends.shape[0] == 0:
        return used
    points = np.empty((2, 2))
    for i in range(objects.shape[0]):
        points[0, 0] = points[1, 0] = objects[i, X]
        points[0, 1], points[1, 1] = objects[i, TOP], objects[i, BOTTOM]
        ground = image_to_robot(points, projection, 0.0)
        if not np.isnan(ground[0, 0] + ground[1, 0]):
            used[i] = lies_on_line(ground, ends, half_width)
    return used
