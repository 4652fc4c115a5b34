"""Scan grid: from a camera's pose to the columns, rows and steps at which images are sampled."""

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec
from kickabout.perception.camera.camera_projection import CameraProjection, horizon_rows

IntArray = npt.NDArray[np.int32]
ABOVE_HORIZON = 0.03  # rad, maximum error of the camera's tilt
STEP_FRACTION = 0.6  # distance between samples, in heights of a line
STEPS = (2, 6)  # px, minimum and maximum distance between samples
ROW_FRACTION = 0.06  # distance between scan rows, in distances from the horizon
MAX_ROWS = 64


@kernel
def column_tops(
    columns: IntArray, projection: CameraProjection, height: int, above: float
) -> IntArray:
    """Return the first row to sample in each column: the horizon with a margin of `above` rad."""
    horizon = horizon_rows(columns.astype(np.float64), projection)
    tops = np.empty(columns.shape[0], np.int32)
    for i in range(columns.shape[0]):
        top = horizon[i] - above * projection.intrinsics[1]
        tops[i] = np.int32(min(max(top, 0.0), float(height)))
    return tops


@kernel
def line_heights(projection: CameraProjection, height: int, line_width: float) -> Vec:
    """Return the height in px of a line across the view in each row; 0 above the horizon."""
    heights = np.zeros(height)
    horizon = horizon_rows(np.array((projection.intrinsics[2],)), projection)[0]
    focal, above = projection.intrinsics[1], projection.position_in_robot[2]
    # Perspective distortion near the image's sides is small, so the middle column is used for all.
    tilt = (horizon - projection.intrinsics[3]) / focal
    for row in range(height):
        fall = (row - projection.intrinsics[3]) / focal
        # tangent of the difference of two angles, from their tangents; limited to straight down
        slope = (fall - tilt) / max(1.0 + fall * tilt, 1e-9)
        if slope > 1e-3 and above > 0.0:
            distance = above / slope
            heights[row] = line_width * focal * above / (distance * distance + above * above)
    return heights


@kernel
def sample_steps(heights: Vec, fraction: float, min_step: int, max_step: int) -> IntArray:
    """Return the distance in px between samples in each row, less than the height of a line."""
    steps = np.empty(heights.shape[0], np.int32)
    for row in range(heights.shape[0]):
        steps[row] = int(min(max(fraction * heights[row], float(min_step)), float(max_step)))
    return steps


@kernel
def scan_rows(
    top: float, bottom: int, fraction: float, min_step: int, max_step: int, limit: int
) -> IntArray:
    """Return rows from the bottom up, closer together towards the horizon at `top`."""
    rows = np.empty(limit, np.int32)
    count = 0
    row = float(bottom - 2)
    while count < limit and row > max(top, 0.0) + 1.0:
        rows[count] = np.int32(row)
        count += 1
        row -= min(max(fraction * (row - top), float(min_step)), float(max_step))
    return rows[:count].copy()


@kernel
def planned_grid(
    columns: IntArray, projection: CameraProjection, height: int, line_width: float
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return tops of columns, steps along them, rows and steps along these."""
    tops = column_tops(columns, projection, height, ABOVE_HORIZON)
    steps = sample_steps(
        line_heights(projection, height, line_width), STEP_FRACTION, STEPS[0], STEPS[1]
    )
    rows, row_steps = planned_rows(tops.min(), height)
    return tops, steps, rows, row_steps


@kernel
def planned_rows(top: int, height: int) -> tuple[IntArray, IntArray]:
    """Return rows below `top`, and steps along them, which are larger near the robot."""
    scale = max(1, height // 240)
    rows = scan_rows(float(top), height, ROW_FRACTION, 2 * scale, 10 * scale, MAX_ROWS)
    steps = np.empty(rows.shape[0], np.int32)
    for i in range(rows.shape[0]):
        steps[i] = min(max((rows[i] - top) // (30 * scale), 2), 4)
    return rows, steps


@kernel
def spread_rows(rows: IntArray, spacing: int, width: int, height: int) -> IntArray:
    """Return the rows of a contour with this spacing for all columns of an image."""
    bottoms = np.empty(width, np.int32)
    for x in range(width):
        bottoms[x] = min(rows[min(x // spacing, rows.shape[0] - 1)], height)
    return bottoms
