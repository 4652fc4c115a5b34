"""Drawings of modules on the field, on an image or in space, as plain data."""

import math
from collections.abc import Sequence
from typing import Protocol, SupportsFloat

import msgspec

Color = str  # a CSS color: a name or "#rrggbb" or "#rrggbbaa"


class Point(Protocol):
    """Anything with coordinates in order: a vector, an array, a tuple."""

    def __getitem__(self, index: int, /) -> SupportsFloat: ...


class Line(msgspec.Struct, frozen=True, tag=True):
    """A polyline, or a polygon if closed."""

    points: tuple[tuple[float, ...], ...]
    color: Color = "black"
    width: float = 0.01  # in the unit of the view: m, or px on images
    dashed: bool = False
    arrow: bool = False  # with an arrow head at the last point
    closed: bool = False
    fill: Color | None = None


class Ellipse(msgspec.Struct, frozen=True, tag=True):
    """A circle, or an ellipse rotated by an angle."""

    center: tuple[float, ...]
    radii: tuple[float, float]
    angle: float = 0.0
    color: Color = "black"
    width: float = 0.01
    fill: Color | None = None


class Text(msgspec.Struct, frozen=True, tag=True):
    """Text that starts at a point."""

    position: tuple[float, ...]
    text: str
    size: float = 0.1
    color: Color = "black"


class Solid(msgspec.Struct, frozen=True, tag=True):
    """A sphere, box or set of axes in space."""

    kind: str  # "sphere", "box" or "axes"
    center: tuple[float, float, float]
    size: tuple[float, float, float]
    rotation: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)  # row by row
    color: Color = "gray"


Shape = Line | Ellipse | Text | Solid


class Canvas:
    """Collects the shapes of one drawing; `at` returns a canvas in another frame."""

    __slots__ = ("_cos", "_sin", "_theta", "_x", "_y", "shapes")

    def __init__(
        self, shapes: list[Shape], x: float = 0.0, y: float = 0.0, theta: float = 0.0
    ) -> None:
        self.shapes = shapes
        self._x, self._y, self._theta = x, y, theta
        self._cos, self._sin = math.cos(theta), math.sin(theta)

    def at(self, x: float, y: float, theta: float = 0.0) -> "Canvas":
        """Return a canvas with its origin here, to draw in the frame of a robot."""
        origin_x, origin_y = self._moved((x, y))
        return Canvas(self.shapes, origin_x, origin_y, self._theta + theta)

    def line(
        self, *points: Point, color: Color = "black", width: float = 0.01, dashed: bool = False
    ) -> None:
        self.shapes.append(Line(self._all(points), color, width, dashed))

    def arrow(self, start: Point, end: Point, color: Color = "black", width: float = 0.01) -> None:
        self.shapes.append(Line(self._all((start, end)), color, width, arrow=True))

    def polygon(
        self,
        *points: Point,
        color: Color = "black",
        width: float = 0.01,
        fill: Color | None = None,
    ) -> None:
        self.shapes.append(Line(self._all(points), color, width, closed=True, fill=fill))

    def circle(
        self,
        center: Point,
        radius: float,
        color: Color = "black",
        width: float = 0.01,
        fill: Color | None = None,
    ) -> None:
        moved = self._moved(center)
        self.shapes.append(Ellipse(moved, (radius, radius), 0.0, color, width, fill))

    def ellipse(
        self,
        center: Point,
        radii: tuple[float, float],
        angle: float = 0.0,
        color: Color = "black",
        width: float = 0.01,
    ) -> None:
        self.shapes.append(Ellipse(self._moved(center), radii, self._theta + angle, color, width))

    def dot(self, center: Point, color: Color = "black", size: float = 0.03) -> None:
        self.shapes.append(Ellipse(self._moved(center), (size, size), 0.0, color, 0.0, color))

    def text(self, position: Point, text: str, color: Color = "black", size: float = 0.1) -> None:
        self.shapes.append(Text(self._moved(position), text, size, color))

    def _moved(self, point: Point) -> tuple[float, float]:
        x, y = float(point[0]), float(point[1])
        return (
            self._x + self._cos * x - self._sin * y,
            self._y + self._sin * x + self._cos * y,
        )

    def _all(self, points: Sequence[Point]) -> tuple[tuple[float, ...], ...]:
        return tuple(self._moved(point) for point in points)


class SpaceCanvas:
    """Collects shapes in space, in the frame given when the drawing was opened."""

    __slots__ = ("shapes",)

    def __init__(self, shapes: list[Shape]) -> None:
        self.shapes = shapes

    def line(self, *points: Point, color: Color = "black", width: float = 0.005) -> None:
        self.shapes.append(Line(tuple(_triple(p) for p in points), color, width))

    def sphere(self, center: Point, radius: float, color: Color = "gray") -> None:
        self.shapes.append(Solid("sphere", _triple(center), (radius, radius, radius), color=color))

    def box(
        self,
        center: Point,
        size: Point,
        rotation: Sequence[float] = (1, 0, 0, 0, 1, 0, 0, 0, 1),
        color: Color = "gray",
    ) -> None:
        turned = tuple(float(entry) for entry in rotation)
        self.shapes.append(Solid("box", _triple(center), _triple(size), turned, color))

    def axes(
        self,
        origin: Point,
        rotation: Sequence[float] = (1, 0, 0, 0, 1, 0, 0, 0, 1),
        length: float = 0.1,
    ) -> None:
        turned = tuple(float(entry) for entry in rotation)
        self.shapes.append(Solid("axes", _triple(origin), (length, length, length), turned))

    def text(self, position: Point, text: str, color: Color = "black", size: float = 0.05) -> None:
        self.shapes.append(Text(_triple(position), text, size, color))


def _triple(point: Point) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])
