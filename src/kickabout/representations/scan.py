"""Results of scanning one image along lines: regions of one color, and the field color."""

import enum
from dataclasses import field
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from kickabout.framework import Debug, representation

IntArray = npt.NDArray[np.int32]
ByteArray = npt.NDArray[np.uint8]
SingleArray = npt.NDArray[np.float32]

Scalar = TypeVar("Scalar", bound=np.generic)


def no_values(scalar: type[Scalar], *shape: int) -> npt.NDArray[Scalar]:
    """Return a dataclass field that defaults to one shared, read-only, empty array."""
    array: npt.NDArray[Scalar] = np.zeros(shape or (0,), scalar)
    array.setflags(write=False)
    shared: npt.NDArray[Scalar] = field(default_factory=lambda: array)
    return shared


class RegionColor(enum.IntEnum):
    """Color class of a region of a scan line; kernels use the numbers."""

    NONE = 0  # not sampled
    FIELD = 1  # the green of the carpet
    WHITE = 2
    BLACK = 3
    OTHER = 4


DRAWN = {
    RegionColor.NONE: "gray",
    RegionColor.FIELD: "green",
    RegionColor.WHITE: "white",
    RegionColor.BLACK: "black",
    RegionColor.OTHER: "blue",
}


@representation
class ScanLineRegions:
    """Columns of the image cut into regions of one color, one region per row of the arrays.

    The regions of a line follow each other, from bottom to top; lines come from left to right.
    """

    columns: IntArray = no_values(np.int32)  # px, one per scan line
    spacing: int = 1  # px, from one scan line to the next
    line_of: IntArray = no_values(np.int32)  # index into columns
    top: IntArray = no_values(np.int32)  # px, first row
    bottom: IntArray = no_values(np.int32)  # px, row after the last one
    color: ByteArray = no_values(np.uint8)  # RegionColor
    y: SingleArray = no_values(np.float32)  # mean, 0 … 255
    cb: SingleArray = no_values(np.float32)
    cr: SingleArray = no_values(np.float32)

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("columns"):
            for line, top, bottom, color in zip(
                self.line_of, self.top, self.bottom, self.color, strict=True
            ):
                x = float(self.columns[line])
                name = DRAWN[RegionColor(int(color))]
                canvas.line((x, float(top)), (x, float(bottom)), color=name)


@representation
class HorizontalRegions:
    """Rows of the image cut into regions of one color, as `ScanLineRegions` does with columns.

    The regions of a row follow each other from left to right; rows come from bottom to top.
    """

    rows: IntArray = no_values(np.int32)  # px, one per scan line
    line_of: IntArray = no_values(np.int32)  # index into rows
    left: IntArray = no_values(np.int32)  # px, first column
    right: IntArray = no_values(np.int32)  # px, column after the last one
    color: ByteArray = no_values(np.uint8)  # RegionColor
    y: SingleArray = no_values(np.float32)  # mean, 0 … 255
    cb: SingleArray = no_values(np.float32)
    cr: SingleArray = no_values(np.float32)

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("rows"):
            for line, left, right, color in zip(
                self.line_of, self.left, self.right, self.color, strict=True
            ):
                y = float(self.rows[line])
                name = DRAWN[RegionColor(int(color))]
                canvas.line((float(left), y), (float(right), y), color=name)


@representation
class FieldColors:
    """Color of the carpet in this image; means and limits are in units of Y, Cb, Cr.

    Chroma per brightness hardly changes from light to shadow, so colors are compared by
    (Cb - 128) / Y and (Cr - 128) / Y. Modules that use chromaticity instead use the last three
    limits, which are fractions of red + green + blue.
    """

    valid: bool = False
    y: float = 0.0  # mean, 0 … 255
    y_deviation: float = 0.0
    blue: float = 0.0  # mean of (Cb - 128) / Y
    red: float = 0.0  # mean of (Cr - 128) / Y
    tolerance: float = 0.0  # max distance of a field color from (blue, red)
    y_low: float = 0.0  # limits of Y for the field
    y_high: float = 255.0
    min_green: float = 0.0  # limits of chromaticity; defaults accept all colors
    max_red: float = 1.0
    max_blue: float = 1.0


@representation
class ColorCalibration:
    """Color classes in YHS2 (brightness, hue, chroma per brightness), set by hand on site."""

    white_y: float = 120.0  # colorless pixels at least this bright are white, others black
    colorless: float = 0.12  # pixels with a saturation below this have no color
    field_hue: tuple[float, float] = (-2.95, -1.6)  # rad, of (Cb, Cr)


@representation
class BodyContour:
    """The robot's own body in the image: in each column it hides this row and all below."""

    spacing: int = 1  # px, between columns with an entry
    rows: IntArray = no_values(np.int32)  # px, of columns 0, spacing, 2 spacing …

    def bottom(self, column: float, height: int) -> int:
        """Return the row after the last one not hidden by the robot's own body."""
        if len(self.rows) == 0:
            return height
        index = min(max(int(column) // self.spacing, 0), len(self.rows) - 1)
        return min(height, int(self.rows[index]))

    def draw(self, debug: Debug) -> None:
        if len(self.rows) > 1 and (canvas := debug.image("body")):
            points = [(float(i * self.spacing), float(row)) for i, row in enumerate(self.rows)]
            canvas.line(*points, color="magenta")
