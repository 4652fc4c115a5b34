"""The scan grid: from a camera's pose to the columns, rows and steps at which images are read."""

import numpy as np
import numpy.typing as npt

from kickabout.geometry import Vec, kernel
from kickabout.perception.camera.camera_projection import CameraProjection, horizon_rows

IntArray = npt.NDArray[np.int32]
ABOVE_HORIZON = 0.03  # rad, that the camera's tilt may be wrong
STEP_SHARE = 0.6  # of a line's height, from sample to sample
STEPS = (2, 6)  # px
ROW_SHARE = 0.06  # of the rows from the horizon, from scan row to scan row
MOST_ROWS = 64


@kernel
def column_tops(
    columns: IntArray, projection: CameraProjection, height: int, above: float
) -> IntArray:
    """First row worth reading in each column: the horizon with a margin of `above` rad."""
    horizon = horizon_rows(columns.astype(np.float64), projection)
    tops = np.empty(columns.shape[0], np.int32)
    for i in range(columns.shape[0]):
        top = horizon[i] - above * projection.intrinsics[1]
        tops[i] = np.int32(min(max(top, 0.0), float(height)))
    return tops


@kernel
def line_heights(projection: CameraProjection, height: int, line_width: float) -> Vec:
    """How many px high a line across the view is in each row; 0 at and above the horizon."""
    heights = np.zeros(height)
    horizon = horizon_rows(np.array((projection.intrinsics[2],)), projection)[0]
    focal, above = projection.intrinsics[1], projection.position_in_robot[2]
    # The camera's tilt stretches px near the image's edge by little; the middle stands for all.
    tilt = (horizon - projection.intrinsics[3]) / focal
    for row in range(height):
        fall = (row - projection.intrinsics[3]) / focal
        # tangent of the difference of two angles, by their tangents; beyond a right angle it is
        # straight down
        slope = (fall - tilt) / max(1.0 + fall * tilt, 1e-9)
        if slope > 1e-3 and above > 0.0:
            distance = above / slope
            heights[row] = line_width * focal * above / (distance * distance + above * above)
    return heights


@kernel
def sample_steps(heights: Vec, share: float, least: int, most: int) -> IntArray:
    """px from one sample to the next in each row, a bit less than a line is high."""
    steps = np.empty(heights.shape[0], np.int32)
    for row in range(heights.shape[0]):
        steps[row] = int(min(max(share * heights[row], float(least)), float(most)))
    return steps


@kernel
def scan_rows(top: float, bottom: int, share: float, least: int, most: int, limit: int) -> IntArray:
    """Rows from the bottom up, the closer together the nearer the horizon `top` is."""
    rows = np.empty(limit, np.int32)
    count = 0
    row = float(bottom - 2)
    while count < limit and row > max(top, 0.0) + 1.0:
        rows[count] = np.int32(row)
        count += 1
        row -= min(max(share * (row - top), float(least)), float(most))
    return rows[:count].copy()


@kernel
def planned_grid(
    columns: IntArray, projection: CameraProjection, height: int, line_width: float
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Tops of columns, steps along them, rows and steps along these."""
    tops = column_tops(columns, projection, height, ABOVE_HORIZON)
    steps = sample_steps(
        line_heights(projection, height, line_width), STEP_SHARE, STEPS[0], STEPS[1]
    )
    rows, row_steps = planned_rows(tops.min(), height)
    return tops, steps, rows, row_steps


@kernel
def planned_rows(top: int, height: int) -> tuple[IntArray, IntArray]:
    """Rows below the topmost one worth reading, and steps along them: large ones near the robot."""
    scale = max(1, height // 240)
    rows = scan_rows(float(top), height, ROW_SHARE, 2 * scale, 10 * scale, MOST_ROWS)
    steps = np.empty(rows.shape[0], np.int32)
    for i in range(rows.shape[0]):
        steps[i] = min(max((rows[i] - top) // (30 * scale), 2), 4)
    return rows, steps


@kernel
def spread_rows(rows: IntArray, spacing: int, width: int, height: int) -> IntArray:
    bottoms = np.empty(width, np.int32)
    for x in range(width):
        bottoms[x] = min(rows[min(x // spacing, rows.shape[0] - 1)], height)
    return bottoms
