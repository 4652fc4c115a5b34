"""Regions of scan lines as tuples of arrays, in the form that kernels take."""

from typing import NamedTuple

from kickabout.perception.colors.scan_lines import ByteArray, IntArray
from kickabout.representations import HorizontalRegions, ScanLineRegions


class Columns(NamedTuple):
    """Regions of columns."""

    columns: IntArray
    line_of: IntArray
    top: IntArray
    bottom: IntArray
    color: ByteArray


class Rows(NamedTuple):
    """Regions of rows."""

    rows: IntArray
    line_of: IntArray
    left: IntArray
    right: IntArray
    color: ByteArray


def columns_of(regions: ScanLineRegions) -> Columns:
    """Return the arrays of regions of columns."""
    return Columns(regions.columns, regions.line_of, regions.top, regions.bottom, regions.color)


def rows_of(regions: HorizontalRegions) -> Rows:
    """Return the arrays of regions of rows."""
    return Rows(regions.rows, regions.line_of, regions.left, regions.right, regions.color)
