"""The appearance of a robot: colored primitives attached to its links."""

import dataclasses
import enum
import math
from dataclasses import dataclass

Rgb = tuple[float, float, float]
Point = tuple[float, float, float]  # m


class Shape(enum.IntEnum):
    """Primitive shapes, with half sizes as in MuJoCo, all centered on their own frame."""

    SPHERE = 0  # size = (radius, -, -)
    CAPSULE = 1  # size = (radius, half length of the cylinder along z, -)
    CYLINDER = 2  # size = (radius, half length along z, -)
    BOX = 3  # size = half extents along x, y, z
    ELLIPSOID = 4  # size = radii along x, y, z


class Part(enum.IntEnum):
    """The part a primitive belongs to; it selects the renderer's label and surface finish."""

    SHELL = 0  # white plastic
    JERSEY = 1  # team color
    NUMBER = 2  # digits on the jersey
    EYE = 3
    JOINT = 4  # dark mechanics between the shells
    SOLE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Primitive:
    """One colored shape fixed to a link."""

    shape: Shape
    part: Part
    link: str  # name of the link it moves with
    size: tuple[float, float, float]  # m; see Shape for the meaning
    position_in_link: tuple[float, float, float]  # m
    quaternion_in_link: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)  # w, x, y, z
    color: Rgb  # linear reflectance, 0 to 1


def quaternion_to_axis(axis: Point) -> tuple[float, float, float, float]:
    """Return the smallest rotation that turns z to an axis."""
    length = math.hypot(*axis)
    x, y, z = (part / length for part in axis)
    if z < -1.0 + 1e-12:
        return 0.0, 1.0, 0.0, 0.0
    w = math.sqrt((1.0 + z) / 2.0)
    return w, -y / (2.0 * w), x / (2.0 * w), 0.0


def capsule(
    *, link: str, start: Point, end: Point, radius: float, part: Part, color: Rgb
) -> Primitive:
    """Return a capsule between the centers of its two round ends."""
    axis = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (start[2] + end[2]) / 2)
    return Primitive(
        shape=Shape.CAPSULE,
        part=part,
        link=link,
        size=(radius, math.hypot(*axis) / 2.0, 0.0),
        position_in_link=middle,
        quaternion_in_link=quaternion_to_axis(axis),
        color=color,
    )


def mirrored(primitive: Primitive) -> Primitive:
    """Return the same shape on the other side of the robot."""
    if primitive.link.startswith("left_"):
        link = primitive.link.replace("left_", "right_", 1)
    else:
        link = primitive.link.replace("right_", "left_", 1)
    x, y, z = primitive.position_in_link
    w, qx, qy, qz = primitive.quaternion_in_link
    return dataclasses.replace(
        primitive,
        link=link,
        position_in_link=(x, -y, z),
        quaternion_in_link=(w, -qx, qy, -qz),
    )
