"""Canvas: anti-aliased lines, shapes and text on a picture."""

import math
from collections.abc import Sequence

import numpy as np

from kickabout.geometry import FloatArray
from kickabout.pictures.codec import Pixels
from kickabout.pictures.lettering import REGULAR, mask_of, width_of
from kickabout.pictures.shapes import (
    Color,
    paint_circle,
    paint_disk,
    paint_mask,
    paint_path,
    paint_polygon,
    paint_rectangle,
)

Point = tuple[float, float]  # px, the center of the first pixel at 0
MIN_WIDTH = 0.5  # px, of a line

WHITE: Color = (255, 255, 255)
BLACK: Color = (0, 0, 0)
DARK: Color = (27, 31, 36)
TEAM_COLORS: dict[str, Color] = {
    "blue": (38, 112, 235),
    "red": (214, 48, 52),
    "yellow": (245, 200, 40),
    "black": (40, 42, 45),
    "white": (242, 242, 242),
    "green": (40, 150, 70),
    "orange": (245, 130, 20),
    "purple": (130, 60, 170),
    "brown": (120, 75, 45),
    "gray": (140, 140, 140),
}


def team_color(name: str) -> Color:
    return TEAM_COLORS.get(name, TEAM_COLORS["gray"])


def ink_on(color: Color) -> Color:
    """Return the color, black or white, that is readable on another color."""
    red, green, blue = color
    return DARK if 0.299 * red + 0.587 * green + 0.114 * blue > 150.0 else WHITE


def mixed(one: Color, other: Color, weight: float) -> Color:
    """Return a color between two; at weight 1 it is the other."""
    first, second = np.array(one, float), np.array(other, float)
    red, green, blue = np.rint(first + weight * (second - first)).astype(int).tolist()
    return red, green, blue


class Canvas:
    """A picture (RGB) to draw on."""

    def __init__(self, size: tuple[int, int], color: Color = DARK) -> None:
        self.pixels: Pixels = np.empty((size[1], size[0], 3), np.uint8)
        self.pixels[:] = np.tile(np.array(color, np.uint8), (size[0], 1))

    @classmethod
    def over(cls, picture: Pixels) -> "Canvas":
        """Return a canvas on which a copy of a picture is painted."""
        canvas = cls.__new__(cls)
        canvas.pixels = np.array(picture, np.uint8, order="C")
        return canvas

    def lines(self, points: Sequence[Point], color: Color, width: float) -> None:
        paint_path(self.pixels, _array(points), 0.5 * max(width, MIN_WIDTH), color)

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        paint_polygon(self.pixels, _array(points), color)

    def disk(self, center: Point, radius: float, color: Color) -> None:
        paint_disk(self.pixels, float(center[0]), float(center[1]), float(radius), color)

    def circle(self, center: Point, radius: float, color: Color, width: float) -> None:
        half = 0.5 * max(width, MIN_WIDTH)
        paint_circle(self.pixels, float(center[0]), float(center[1]), float(radius), half, color)

    def dashed_circle(
        self, center: Point, radius: float, color: Color, width: float, *, dashes: int = 10
    ) -> None:
        starts = np.arange(dashes)[:, np.newaxis]
        angles = (starts + np.linspace(0.0, 0.55, 8)) * (2.0 * math.pi / dashes)
        arcs = np.stack((np.cos(angles), np.sin(angles)), axis=-1) * radius + center
        for arc in arcs:
            paint_path(self.pixels, arc, 0.5 * max(width, MIN_WIDTH), color)

    def dashed_line(
        self, start: Point, end: Point, color: Color, width: float, *, dash: float = 5.0
    ) -> None:
        length = math.dist(start, end)
        count = int(length / (2.0 * dash)) + 1
        for piece in range(count):
            parts = (2 * piece * dash / length, min((2 * piece + 1) * dash / length, 1.0))
            if parts[0] < 1.0:
                self.lines([_between(start, end, part) for part in parts], color, width)

    def panel(
        self, corner: Point, size: Point, color: Color, *, radius: float = 0.0, opacity: float = 1.0
    ) -> None:
        """Paint a rectangle, also with round corners."""
        low = (float(corner[0]), float(corner[1]))
        sides = (float(size[0]), float(size[1]))
        rounding = float(min(radius, sides[0] / 2.0, sides[1] / 2.0))
        paint_rectangle(self.pixels, low, sides, rounding, color, float(opacity))

    def text(
        self,
        words: str,
        place: Point,
        color: Color,
        size: float,
        *,
        weight: float = REGULAR,
        align: float = 0.0,
        opacity: float = 1.0,
    ) -> None:
        """Write words around a height; align 0: from a position on, 0.5: centered, 1: up to it."""
        x = place[0] - align * width_of(words, size, weight) + 0.5
        mask, left, top = mask_of(words, size, weight, x, place[1] + 0.34 * size + 0.5)
        paint_mask(self.pixels, mask, left, top, color, float(opacity))


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _array(points: Sequence[Point]) -> FloatArray:
    return np.array(points, np.float64)
