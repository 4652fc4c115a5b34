"""Spots of regions: from white regions on columns and rows to places of possible paint."""

import numpy as np

from kickabout.geometry import FloatArray
from kickabout.perception.eye import Eye
from kickabout.perception.line_spots import column_spots, line_widths, placed_spots, row_spots
from kickabout.perception.scan_grid import line_heights
from kickabout.representations import HorizontalRegions, ScanLineRegions


def region_spots(
    columns: ScanLineRegions,
    rows: HorizontalRegions,
    eye: Eye,
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
    heights, bounds = line_heights(eye, height, line_width), np.array(limits)
    upright = column_spots(
        columns.columns,
        columns.line_of,
        columns.top,
        columns.bottom,
        columns.color,
        heights,
        bounds,
    )
    widths = line_widths(eye, heights, line_width)
    level = row_spots(rows.rows, rows.line_of, rows.left, rows.right, rows.color, widths, bounds)
    return placed_spots(upright, eye, False, farthest), placed_spots(level, eye, True, farthest)
