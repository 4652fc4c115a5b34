"""Scan plan: from camera pose and body contour to scan lines, and their regions as results."""

from typing import NamedTuple

import numpy as np

from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.scan_grid import STEPS, planned_grid, planned_rows, spread_rows
from kickabout.perception.colors.scan_lines import ByteArray, Cut, IntArray
from kickabout.representations import BodyContour, HorizontalRegions, ScanLineRegions


class ScanPlan(NamedTuple):
    """Scanned columns with their ends and steps, and scanned rows with their steps."""

    columns: IntArray  # px
    spacing: int
    tops: IntArray  # px, one per column
    bottoms: IntArray  # px, one per column
    steps: IntArray  # px, one per image row
    rows: IntArray  # px
    row_steps: IntArray  # px, one per scan row
    all_bottoms: IntArray  # px, one per image column


def scan_plan(
    camera: CameraInputs, contour: BodyContour, *, columns: int, line_width: float
) -> ScanPlan:
    """Return a plan; without a valid camera matrix the whole image is scanned in small steps."""
    width, height = camera.image.width, camera.image.height
    spacing = width // columns
    scanned = np.arange(spacing // 2, width, spacing, dtype=np.int32)
    all_bottoms = bottoms_of(contour, width, height)
    if camera.matrix.valid:
        tops, steps, rows, row_steps = planned_grid(scanned, camera.projection, height, line_width)
    else:
        tops = np.zeros(len(scanned), np.int32)
        steps = np.full(height, STEPS[0], np.int32)
        rows, row_steps = planned_rows(0, height)
    return ScanPlan(
        columns=scanned,
        spacing=spacing,
        tops=tops,
        bottoms=all_bottoms[scanned],
        steps=steps,
        rows=rows,
        row_steps=row_steps,
        all_bottoms=all_bottoms,
    )


def bottoms_of(contour: BodyContour, width: int, height: int) -> IntArray:
    """Return the first row of the robot's own body in each column, at most the height."""
    if len(contour.rows) == 0:
        return np.full(width, height, np.int32)
    return spread_rows(contour.rows, contour.spacing, width, height)


def vertical_regions(
    columns: IntArray, spacing: int, cut: Cut, colors: ByteArray
) -> ScanLineRegions:
    """Return the representation of regions of columns."""
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
    """Return the representation of regions of rows."""
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
