"""What a robot looks like: colored primitives attached to its links."""

import enum
from dataclasses import dataclass

Rgb = tuple[float, float, float]


class Shape(enum.IntEnum):
    """Primitive shapes, with half sizes as in MuJoCo, all centered on their own frame."""

    SPHERE = 0  # size = (radius, -, -)
    CAPSULE = 1  # size = (radius, half length of the cylinder along z, -)
    CYLINDER = 2  # size = (radius, half length along z, -)
    BOX = 3  # size = half extents along x, y, z
    ELLIPSOID = 4  # size = radii along x, y, z


class Part(enum.IntEnum):
    """What a primitive is part of; the renderer labels with it and picks the finish."""

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
    size: tuple[float, float, float]  # m, meaning see Shape
    position_in_link: tuple[float, float, float]  # m
    quaternion_in_link: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)  # w, x, y, z
    color: Rgb  # linear reflectance, 0 to 1
