"""Where to scan an image: from camera pose and body contour to a plan, and regions as results."""

from typing import NamedTuple

import numpy as np

from kickabout.geometry import kernel
from kickabout.perception.eye import Eye, eye_of
from kickabout.perception.scan_grid import column_tops, line_heights, sample_steps, scan_rows
from kickabout.perception.scan_lines import ByteArray, Cut, IntArray
from kickabout.representations import (
    BodyContour,
    CameraImage,
    CameraInfo,
    CameraMatrix,
    HorizontalRegions,
    ImageCoordinateSystem,
    ScanLineRegions,
)

ABOVE_HORIZON = 0.03  # rad, that the camera's tilt may be wrong
STEP_SHARE = 0.6  # of a line's height, from sample to sample
STEPS = (2, 6)  # px
ROW_SHARE = 0.06  # of the rows from the horizon, from scan row to scan row
MOST_ROWS = 64


class ScanPlan(NamedTuple):
    """Columns with their ends and steps, rows with their steps."""

    columns: IntArray  # px
    spacing: int
    tops: IntArray  # px, one per column
    bottoms: IntArray  # px, one per column
    steps: IntArray  # px, one per image row
    rows: IntArray  # px
    row_steps: IntArray  # px, one per scan row
    all_bottoms: IntArray  # px, one per image column


def scan_plan(
    image: CameraImage,
    info: CameraInfo,
    matrix: CameraMatrix,
    system: ImageCoordinateSystem,
    contour: BodyContour,
    *,
    columns: int,
    line_width: float,
) -> ScanPlan:
    """Without a valid camera matrix the whole image is scanned in small steps."""
    width, height = image.width, image.height
    spacing = width // columns
    places = np.arange(spacing // 2, width, spacing, dtype=np.int32)
    all_bottoms = bottoms_of(contour, width, height)
    if matrix.valid:
        eye = eye_of(matrix, info, system)
        tops, steps, rows, row_steps = _planned(places, eye, height, line_width)
    else:
        tops = np.zeros(len(places), np.int32)
        steps = np.full(height, STEPS[0], np.int32)
        rows, row_steps = _planned_rows(0, height)
    return ScanPlan(
        columns=places,
        spacing=spacing,
        tops=tops,
        bottoms=all_bottoms[places],
        steps=steps,
        rows=rows,
        row_steps=row_steps,
        all_bottoms=all_bottoms,
    )


@kernel
def _planned(
    columns: IntArray, eye: Eye, height: int, line_width: float
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Tops of columns, steps along them, rows and steps along these."""
    tops = column_tops(columns, eye, height, ABOVE_HORIZON)
    steps = sample_steps(line_heights(eye, height, line_width), STEP_SHARE, STEPS[0], STEPS[1])
    rows, row_steps = _planned_rows(tops.min(), height)
    return tops, steps, rows, row_steps


@kernel
def _planned_rows(top: int, height: int) -> tuple[IntArray, IntArray]:
    """Rows below the topmost one worth reading, and steps along them: large ones near the robot."""
    scale = max(1, height // 240)
    rows = scan_rows(float(top), height, ROW_SHARE, 2 * scale, 10 * scale, MOST_ROWS)
    steps = np.empty(rows.shape[0], np.int32)
    for i in range(rows.shape[0]):
        steps[i] = min(max((rows[i] - top) // (30 * scale), 2), 4)
    return rows, steps


def bottoms_of(contour: BodyContour, width: int, height: int) -> IntArray:
    """Row after the last one without the own body, of each column."""
    if len(contour.rows) == 0:
        return np.full(width, height, np.int32)
    return _spread(contour.rows, contour.spacing, width, height)


@kernel
def _spread(rows: IntArray, spacing: int, width: int, height: int) -> IntArray:
    bottoms = np.empty(width, np.int32)
    for x in range(width):
        bottoms[x] = min(rows[min(x // spacing, rows.shape[0] - 1)], height)
    return bottoms


def vertical_regions(
    columns: IntArray, spacing: int, cut: Cut, colors: ByteArray
) -> ScanLineRegions:
    return ScanLineRegions(
        columns=columns,
        spacing=spacing,
        line_of=cut.line_of,
        top=cut.start,
        bottom=cut.end,
        color=colors,
        y=cut.y,
        cb=cut.cb,
        cr=cut.cr,
    )


def horizontal_regions(rows: IntArray, cut: Cut, colors: ByteArray) -> HorizontalRegions:
    return HorizontalRegions(
        rows=rows,
        line_of=cut.line_of,
        left=cut.start,
        right=cut.end,
        color=colors,
        y=cut.y,
        cb=cut.cb,
        cr=cut.cr,
    )
