"""What the appearances of both Aibos have in common: colors, simple shapes, both sides."""

import math
from collections.abc import Iterable

from kickabout.robots.appearance import Part, Point, Primitive, Rgb, Shape, mirrored

ALONG_Y = (math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0)  # takes z to y
DARK: Rgb = (0.035, 0.035, 0.04)
GRAY: Rgb = (0.22, 0.22, 0.24)
Paint = tuple[Part, Rgb]
JOINT: Paint = (Part.JOINT, GRAY)
BLACK: Paint = (Part.JOINT, DARK)
SOLE: Paint = (Part.SOLE, DARK)


def both_sides(left: Iterable[Primitive]) -> tuple[Primitive, ...]:
    """Return shapes of the left side and their mirror images, leg by leg."""
    shapes = tuple(left)
    return (*shapes, *(mirrored(shape) for shape in shapes))


def pair(shape: Primitive) -> tuple[Primitive, Primitive]:
    """Return a shape on a link in the middle and its mirror image on the same link."""
    return shape, mirrored(shape)


def ellipsoid(
    link: str, paint: Paint, center: Point, radii: Point, *, pitch: float = 0.0
) -> Primitive:
    """Return an ellipsoid that is pitched down by an angle in rad."""
    return _shape(Shape.ELLIPSOID, link, paint, center, radii, _pitched(pitch))


def box(
    link: str, paint: Paint, center: Point, half_sizes: Point, *, pitch: float = 0.0
) -> Primitive:
    return _shape(Shape.BOX, link, paint, center, half_sizes, _pitched(pitch))


def ball(link: str, paint: Paint, center: Point, radius: float) -> Primitive:
    return _shape(Shape.SPHERE, link, paint, center, (radius, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))


def axle(link: str, paint: Paint, center: Point, radius: float, half_width: float) -> Primitive:
    """Return a cylinder from side to side."""
    return _shape(Shape.CYLINDER, link, paint, center, (radius, half_width, 0.0), ALONG_Y)


def _pitched(pitch: float) -> tuple[float, float, float, float]:
    return math.cos(pitch / 2.0), 0.0, math.sin(pitch / 2.0), 0.0


def _shape(
    shape: Shape,
    link: str,
    paint: Paint,
    center: Point,
    size: Point,
    quaternion: tuple[float, float, float, float],
) -> Primitive:
    part, color = paint
    return Primitive(
        shape=shape,
        part=part,
        link=link,
        size=size,
        position_in_link=center,
        quaternion_in_link=quaternion,
        color=color,
    )
