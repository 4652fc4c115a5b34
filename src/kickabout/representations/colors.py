"""Color classes of an image: runs of one class, blobs of connected runs, and their directions."""

import enum

import numpy as np
import numpy.typing as npt

from kickabout.framework import Debug, representation
from kickabout.geometry import FloatArray, zeros
from kickabout.representations.scan import ByteArray, IntArray, no_values

ShortArray = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]


class ColorClass(enum.IntEnum):
    """Color classes of the four-legged league; kernels use the numbers."""

    NONE = 0  # white, gray, black and everything that is on no playing field
    ORANGE = 1
    YELLOW = 2
    SKY_BLUE = 3
    GREEN = 4
    PINK = 5
    RED = 6
    BLUE = 7


DRAWN = {
    ColorClass.NONE: "black",
    ColorClass.ORANGE: "orange",
    ColorClass.YELLOW: "yellow",
    ColorClass.SKY_BLUE: "cyan",
    ColorClass.GREEN: "green",
    ColorClass.PINK: "magenta",
    ColorClass.RED: "red",
    ColorClass.BLUE: "blue",
}


class BlobPoint(enum.IntEnum):
    """The eight characteristic points of a blob: extreme pixels upward, to the upper right, …"""

    NORTH = 0
    NORTH_EAST = 1
    EAST = 2
    SOUTH_EAST = 3
    SOUTH = 4
    SOUTH_WEST = 5
    WEST = 6
    NORTH_WEST = 7


@representation
class ColorRuns:
    """The image in color classes, run-length coded: one run per row of the arrays.

    The runs of a row of the image follow each other from left to right and cover it completely;
    the rows come from top to bottom.
    """

    width: int = 0  # px
    height: int = 0  # px
    row: ShortArray = no_values(np.int16)  # px
    left: ShortArray = no_values(np.int16)  # px, first column
    right: ShortArray = no_values(np.int16)  # px, column after the last one
    color: ByteArray = no_values(np.uint8)  # ColorClass

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("classes"):
            for row, left, right, color in zip(
                self.row, self.left, self.right, self.color, strict=True
            ):
                if color:
                    y = row + 0.5
                    name = DRAWN.get(ColorClass(int(color)), "white")
                    canvas.line((float(left), y), (float(right), y), color=name)


@representation
class BlobsPercept:
    """Connected regions of one color class in this image, the largest first.

    Pixels are connected to their eight neighbors.
    """

    width: int = 0  # px, of the image
    height: int = 0  # px
    color: ByteArray = no_values(np.uint8)  # ColorClass
    pixels: IntArray = no_values(np.int32)  # number of pixels
    box: IntArray = no_values(np.int32, 0, 4)  # px: left, top, right, bottom; the last two are out
    points: IntArray = no_values(np.int32, 0, 8, 2)  # px, column and row, in order of BlobPoint

    def __len__(self) -> int:
        return len(self.color)

    def of(self, color: ColorClass) -> npt.NDArray[np.intp]:
        """Return the indices of all blobs of a color class, the largest first."""
        return np.flatnonzero(self.color == color)

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("blobs"):
            for color, points in zip(self.color, self.points, strict=True):
                corners = [(x + 0.5, y + 0.5) for x, y in points.tolist()]
                name = DRAWN.get(ColorClass(int(color)), "white")
                canvas.polygon(*corners, color=name)


class RangeSide(enum.IntEnum):
    """Sides of the angular range of a blob."""

    LEFT = 0
    RIGHT = 1
    TOP = 2
    BOTTOM = 3


@representation
class BlobRanges:
    """Angular ranges of the blobs relative to the robot's axes, one row for each blob.

    Directions start at the camera. The horizontal angle is positive to the left, the vertical one
    is positive above the horizon. The columns are in the order of `RangeSide`.
    """

    valid: bool = False  # whether the camera's pose is known
    angles: FloatArray = zeros(0, 4)  # rad
    cut: Flags = no_values(np.bool_, 0, 4)  # the side is only where the image ends
