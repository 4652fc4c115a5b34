"""Canvas: anti-aliased lines, shapes and text on a picture, drawn larger than it is shown."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, Any]
Color = tuple[int, int, int]  # BGR
Point = tuple[float, float]  # px in the shown picture

OVERSAMPLING = 2
SHIFT = 4  # fractional bits of coordinates
REGULAR, BOLD = 400, 700  # weights of the font

WHITE: Color = (255, 255, 255)
BLACK: Color = (0, 0, 0)
DARK: Color = (36, 31, 27)
TEAM_COLORS: dict[str, Color] = {
    "blue": (235, 112, 38),
    "red": (52, 48, 214),
    "yellow": (40, 200, 245),
    "black": (45, 42, 40),
    "white": (242, 242, 242),
    "green": (70, 150, 40),
    "orange": (20, 130, 245),
    "purple": (170, 60, 130),
    "brown": (45, 75, 120),
    "gray": (140, 140, 140),
}


def team_color(name: str) -> Color:
    return TEAM_COLORS.get(name, TEAM_COLORS["gray"])


def ink_on(color: Color) -> Color:
    """Return the color, black or white, that is readable on another color."""
    blue, green, red = color
    return DARK if 0.114 * blue + 0.587 * green + 0.299 * red > 150.0 else WHITE


def mixed(one: Color, other: Color, weight: float) -> Color:
    """Return a color between two; at weight 1 it is the other."""
    first, second = np.array(one, float), np.array(other, float)
    blue, green, red = np.rint(first + weight * (second - first)).astype(int).tolist()
    return blue, green, red


@cache
def _font() -> "cv2.FontFace":
    return cv2.FontFace("sans")


class Canvas:
    """A picture to draw on; all coordinates and lengths are pixels of the shown picture."""

    def __init__(self, size: tuple[int, int], color: Color = DARK) -> None:
        self.size = size
        shape = (size[1] * OVERSAMPLING, size[0] * OVERSAMPLING, 3)
        self.pixels: Pixels = np.empty(shape, np.uint8)
        self.pixels[:] = color

    def copy(self) -> "Canvas":
        copied = Canvas.__new__(Canvas)
        copied.size, copied.pixels = self.size, self.pixels.copy()
        return copied

    @classmethod
    def over(cls, picture: Pixels) -> "Canvas":
        """Return a canvas on which a picture is painted."""
        height, width = picture.shape[:2]
        canvas = cls.__new__(cls)
        canvas.size = (width, height)
        enlarged = (width * OVERSAMPLING, height * OVERSAMPLING)
        canvas.pixels = cv2.resize(picture, enlarged, interpolation=cv2.INTER_LINEAR)
        return canvas

    def shown(self) -> Pixels:
        """Return the picture in its own size (BGR)."""
        return np.asarray(cv2.resize(self.pixels, self.size, interpolation=cv2.INTER_AREA))

    def lines(
        self, points: Sequence[Point], color: Color, width: float, *, closed: bool = False
    ) -> None:
        cv2.polylines(
            self.pixels, [_fixed(points)], closed, color, _thickness(width), cv2.LINE_AA, SHIFT
        )

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        cv2.fillPoly(self.pixels, [_fixed(points)], color, cv2.LINE_AA, SHIFT)

    def disk(self, center: Point, radius: float, color: Color) -> None:
        self._circle(center, radius, color, -1)

    def circle(self, center: Point, radius: float, color: Color, width: float) -> None:
        self._circle(center, radius, color, _thickness(width))

    def _circle(self, center: Point, radius: float, color: Color, thickness: int) -> None:
        x, y = _fixed([center])[0].tolist()
        size = round(radius * OVERSAMPLING * (1 << SHIFT))
        cv2.circle(self.pixels, (x, y), size, color, thickness, cv2.LINE_AA, SHIFT)

    def dashed_circle(
        self, center: Point, radius: float, color: Color, width: float, *, dashes: int = 10
    ) -> None:
        for dash in range(dashes):
            angles = np.linspace(dash, dash + 0.55, 8) * (2.0 * math.pi / dashes)
            arc = np.column_stack((np.cos(angles), np.sin(angles))) * radius + center
            self.lines([(x, y) for x, y in arc.tolist()], color, width)

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
        self, corner: Point, size: Point, color: Color, *, radius: float, opacity: float = 1.0
    ) -> None:
        """Paint a rectangle with round corners."""
        x, y = (round(value * OVERSAMPLING) for value in corner)
        width, height = (round(value * OVERSAMPLING) for value in size)
        left, top = max(x, 0), max(y, 0)
        region = self.pixels[top : y + height, left : x + width]
        if not region.size:
            return
        painted = region.copy()
        _round_rectangle(painted, (x - left, y - top), (width, height), radius, color)
        cv2.addWeighted(painted, opacity, region, 1.0 - opacity, 0.0, dst=region)

    def text(
        self,
        words: str,
        place: Point,
        color: Color,
        size: float,
        *,
        weight: int = REGULAR,
        align: float = 0.0,
        opacity: float = 1.0,
    ) -> None:
        """Write words around a height; align 0: from a place on, 0.5: centered, 1: up to it."""
        width = text_width(words, size, weight)
        height = size * OVERSAMPLING
        x = round(place[0] * OVERSAMPLING - align * width * OVERSAMPLING)
        y = round(place[1] * OVERSAMPLING + 0.34 * height)
        if opacity >= 1.0:
            cv2.putText(self.pixels, words, (x, y), color, _font(), round(height), weight)
            return
        top, bottom = max(y - round(height), 0), y + round(0.4 * height)
        region = self.pixels[top:bottom]
        written = region.copy()
        cv2.putText(written, words, (x, y - top), color, _font(), round(height), weight)
        cv2.addWeighted(written, opacity, region, 1.0 - opacity, 0.0, dst=region)


def text_width(words: str, size: float, weight: int = REGULAR) -> float:
    """Return the width of words in px."""
    pixels = round(size * OVERSAMPLING)
    box = cv2.getTextSize((1, 1), words, (0, 0), _font(), pixels, weight)
    return float(box[2]) / OVERSAMPLING


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _fixed(points: Sequence[Point]) -> Pixels:
    scaled = (np.array(points, float) + 0.5) * OVERSAMPLING - 0.5
    return np.rint(scaled * (1 << SHIFT)).astype(np.int32)


def _thickness(width: float) -> int:
    return max(1, round(width * OVERSAMPLING))


def _round_rectangle(
    pixels: Pixels, corner: tuple[int, int], size: tuple[int, int], radius: float, color: Color
) -> None:
    x, y = corner
    right, bottom = x + size[0] - 1, y + size[1] - 1
    r = min(round(radius * OVERSAMPLING), size[0] // 2, size[1] // 2)
    cv2.rectangle(pixels, (x + r, y), (right - r, bottom), color, -1)
    cv2.rectangle(pixels, (x, y + r), (right, bottom - r), color, -1)
    for cx in (x + r, right - r):
        for cy in (y + r, bottom - r):
            cv2.circle(pixels, (cx, cy), r, color, -1, cv2.LINE_AA)
