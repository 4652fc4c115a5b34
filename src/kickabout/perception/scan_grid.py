"""The scan grid: from a camera's pose to the columns, rows and steps at which images are read."""

import numpy as np
import numpy.typing as npt

from kickabout.geometry import Vec, kernel
from kickabout.perception.eye import Eye, horizon_rows

IntArray = npt.NDArray[np.int32]


@kernel
def column_tops(columns: IntArray, eye: Eye, height: int, above: float) -> IntArray:
    """First row worth reading in each column: the horizon with a margin of `above` rad."""
    horizon = horizon_rows(columns.astype(np.float64), eye)
    tops = np.empty(columns.shape[0], np.int32)
    for i in range(columns.shape[0]):
        top = horizon[i] - above * eye.intrinsics[1]
        tops[i] = np.int32(min(max(top, 0.0), float(height)))
    return tops


@kernel
def line_heights(eye: Eye, height: int, line_width: float) -> Vec:
    """How many px high a line across the view is in each row; 0 at and above the horizon."""
    heights = np.zeros(height)
    horizon = horizon_rows(np.array((eye.intrinsics[2],)), eye)[0]
    focal, above = eye.intrinsics[1], eye.position_in_robot[2]
    # The camera's tilt stretches px near the image's edge by little; the middle stands for all.
    tilt = (horizon - eye.intrinsics[3]) / focal
    for row in range(height):
        fall = (row - eye.intrinsics[3]) / focal
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
