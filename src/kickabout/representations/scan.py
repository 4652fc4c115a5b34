"""What scan lines find in one image before anything is recognized: regions and field colors."""

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


def _nothing(scalar: type[Scalar]) -> npt.NDArray[Scalar]:
    """Dataclass field that defaults to one shared, read-only, empty array."""
    array: npt.NDArray[Scalar] = np.zeros(0, scalar)
    array.setflags(write=False)
    shared: npt.NDArray[Scalar] = field(default_factory=lambda: array)
    return shared


class RegionColor(enum.IntEnum):
    """What a region of a scan line looks like; kernels see the numbers."""

    NONE = 0  # not looked at
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

    columns: IntArray = _nothing(np.int32)  # px, one per scan line
    spacing: int = 1  # px, from one scan line to the next
    line_of: IntArray = _nothing(np.int32)  # index into columns
    top: IntArray = _nothing(np.int32)  # px, first row
    bottom: IntArray = _nothing(np.int32)  # px, row after the last one
    color: ByteArray = _nothing(np.uint8)  # RegionColor
    y: SingleArray = _nothing(np.float32)  # mean, 0 … 255
    cb: SingleArray = _nothing(np.float32)
    cr: SingleArray = _nothing(np.float32)

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

    rows: IntArray = _nothing(np.int32)  # px, one per scan line
    line_of: IntArray = _nothing(np.int32)  # index into rows
    left: IntArray = _nothing(np.int32)  # px, first column
    right: IntArray = _nothing(np.int32)  # px, column after the last one
    color: ByteArray = _nothing(np.uint8)  # RegionColor
    y: SingleArray = _nothing(np.float32)  # mean, 0 … 255
    cb: SingleArray = _nothing(np.float32)
    cr: SingleArray = _nothing(np.float32)

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
    """What the carpet looks like in this image; all means and limits are in units of Y, Cb, Cr.

    Chroma per brightness hardly changes from light to shadow, so a color is compared by
    (Cb - 128) / Y and (Cr - 128) / Y. Who goes by chromaticity instead takes the three limits,
    which are shares of red + green + blue.
    """

    valid: bool = False
    y: float = 0.0  # mean, 0 … 255
    y_deviation: float = 0.0
    blue: float = 0.0  # mean of (Cb - 128) / Y
    red: float = 0.0  # mean of (Cr - 128) / Y
    tolerance: float = 0.0  # largest distance of (blue, red) at which a color is field
    y_low: float = 0.0  # darkest and brightest field
    y_high: float = 255.0
    min_green: float = 0.0  # of field; 0 where only the circle tells
    max_red: float = 1.0
    max_blue: float = 1.0


@representation
class ColorCalibration:
    """Color classes in YHS2: brightness, hue, and chroma per brightness; set by hand on site."""

    white_y: float = 120.0  # colorless and at least this bright is white, else black
    colorless: float = 0.12  # saturation below which there is no color
    field_hue: tuple[float, float] = (-2.95, -1.6)  # rad, of (Cb, Cr)


@representation
class BodyContour:
    """Where the own body is in the image: in each column, it hides this row and all below."""

    spacing: int = 1  # px, between columns with an entry
    rows: IntArray = _nothing(np.int32)  # px, of columns 0, spacing, 2 spacing …

    def bottom(self, column: float, height: int) -> int:
        """Row after the last one that shows something other than the own body."""
        if len(self.rows) == 0:
            return height
        index = min(max(int(column) // self.spacing, 0), len(self.rows) - 1)
        return min(height, int(self.rows[index]))

    def draw(self, debug: Debug) -> None:
        if len(self.rows) > 1 and (canvas := debug.image("body")):
            points = [(float(i * self.spacing), float(row)) for i, row in enumerate(self.rows)]
            canvas.line(*points, color="magenta")
