"""HULKs' boundary lines: from the upper ends of green in each column to one or two lines."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Points2, Vec
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.region_colors import FIELD
from kickabout.perception.colors.scan_lines import ByteArray, IntArray, column_middle
from kickabout.perception.field.field_boundary_fit import ENDED, OPEN
from kickabout.perception.field.hulks_ransac import best_line, fitted_line, supporters

SLOPE, ROW, RESIDUAL, COUNT = 0, 1, 2, 3  # columns of a side: row = slope * x + row at 0
SIDE = 4


class HulksBoundaryRules(NamedTuple):
    """Limits of the search for boundary lines."""

    tolerance: float  # px, maximum distance of points from their line
    min_points: int  # minimum on a line
    max_slope: float  # in the image
    off_right_angle: float  # rad, maximum difference of a corner from a right angle on the ground


@kernel
def green_tops(
    columns: IntArray,
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    color: ByteArray,
    min_points: int,
) -> FloatArray:
    """Return rows of x, y and `ENDED` or `OPEN`: the top of the uppermost field of each column.

    It is open if it continues to the column's upper end. Field regions lower than `min_height` px
    are ignored.
    """
    points = np.empty((columns.shape[0], 3))
    count, i, size = 0, 0, line_of.shape[0]
    while i < size:
        line, found = line_of[i], -1
        while i < size and line_of[i] == line:
            if color[i] == FIELD and bottom[i] - top[i] >= min_points:
                found = i
            i += 1
        if found >= 0:
            points[count, 0] = column_middle(columns[line])
            points[count, 1] = float(top[found])
            points[count, 2] = ENDED if found < i - 1 else OPEN
            count += 1
    return points[:count].copy()


@kernel
def boundary_sides(
    points: Points2,
    green: Points2,
    draws: IndexArray,
    projection: CameraProjection,
    rules: HulksBoundaryRules,
) -> FloatArray:
    """Return one or two lines as rows of slope, row, residual and count, in straightened px.

    The second line counts if it meets the first at about a right angle on the ground. A line does
    not count if more points of `green` are above it than are on it.
    """
    sides = np.empty((2, SIDE))
    angles = np.full(points.shape[0], np.nan)
    free = np.ones(points.shape[0], np.bool_)
    found = np.empty((2, 4))
    count, half = 0, draws.shape[0] // 2
    for k in range(2):
        line, support = best_line(
            points, angles, free, draws[k * half : (k + 1) * half], rules.tolerance, 1.0
        )
        if support < rules.min_points:
            break
        members = supporters(points, angles, free, line, rules.tolerance, 1.0)
        line, residual = fitted_line(points, members)
        free[members] = False
        if abs(line[3]) > rules.max_slope * abs(line[2]):
            continue
        if points_above(green, line, rules.tolerance) > members.shape[0]:
            continue
        found[count] = line
        if count == 1 and not is_corner(found, projection, rules.off_right_angle):
            break
        sides[count, SLOPE] = line[3] / line[2]
        sides[count, ROW] = line[1] - sides[count, SLOPE] * line[0]
        sides[count, RESIDUAL], sides[count, COUNT] = residual, float(members.shape[0])
        count += 1
    return sides[:count].copy()


@kernel
def points_above(points: Points2, line: Vec, tolerance: float) -> int:
    """Return how many points are clearly above a line in the image."""
    count = 0
    for i in range(points.shape[0]):
        row = line[1] + (points[i, 0] - line[0]) * line[3] / line[2]
        count += 1 if points[i, 1] < row - 2.0 * tolerance else 0
    return count


@kernel
def is_corner(lines: FloatArray, projection: CameraProjection, off: float) -> bool:
    """Return whether two lines in straightened px are about orthogonal on the ground."""
    still = CameraProjection(
        projection.intrinsics, projection.rotation, projection.position_in_robot, np.zeros(3)
    )
    ends = np.empty((4, 2))
    for k in range(2):
        for j in range(2):
            ends[2 * k + j] = lines[k, :2] + (20.0 * j - 10.0) * lines[k, 2:]
    ground = image_to_robot(ends, still, 0.0)
    first, second = ground[1] - ground[0], ground[3] - ground[2]
    norm = math.hypot(first[0], first[1]) * math.hypot(second[0], second[1])
    if not norm > 1e-9:
        return False
    return bool(abs(first[0] * second[0] + first[1] * second[1]) <= math.sin(off) * norm)


@kernel
def side_points(sides: FloatArray, columns: Vec) -> FloatArray:
    """Return rows of x, y and deviation in px; in each column the lowest side is the boundary."""
    points = np.empty((columns.shape[0], 3))
    for i in range(columns.shape[0]):
        points[i, 0], points[i, 1] = columns[i], -1e6
        for k in range(sides.shape[0]):
            row = sides[k, SLOPE] * columns[i] + sides[k, ROW]
            if row > points[i, 1]:
                points[i, 1], points[i, 2] = row, sides[k, RESIDUAL]
    return points
