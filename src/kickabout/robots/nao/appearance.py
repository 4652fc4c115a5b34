"""The appearance of a NAO: from jersey color and number to colored primitives on its links."""

import math

from kickabout.robots.appearance import Part, Point, Primitive, Rgb, Shape, capsule, mirrored
from kickabout.robots.digits import digits

WHITE: Rgb = (0.72, 0.72, 0.70)
GRAY: Rgb = (0.20, 0.20, 0.21)
DARK: Rgb = (0.07, 0.07, 0.08)
EYE: Rgb = (0.25, 0.32, 0.40)
Paint = tuple[Part, Rgb]
SHELL: Paint = (Part.SHELL, WHITE)
JOINT: Paint = (Part.JOINT, GRAY)
ALONG_Y = (math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0)  # takes z to y


def nao_appearance(
    *, jersey: Rgb, number: int, number_color: Rgb | None = None
) -> tuple[Primitive, ...]:
    """Return all primitives of a robot; by default the number is black or white for contrast."""
    left = (*_arm(), *_leg())
    return (
        *_head(),
        *_torso(jersey),
        *left,
        *(mirrored(primitive) for primitive in left),
        *_numbers(number, number_color or _contrasting(jersey)),
    )


def _contrasting(color: Rgb) -> Rgb:
    brightness = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
    return (0.02, 0.02, 0.02) if brightness > 0.2 else (0.8, 0.8, 0.8)


def _head() -> tuple[Primitive, ...]:
    # The skull does not enclose the cameras: they are on its surface.
    skull = _ellipsoid("head", SHELL, center=(0.0, 0.0, 0.057), radii=(0.057, 0.060, 0.057))
    ears = Primitive(
        shape=Shape.CYLINDER,
        part=Part.JOINT,
        link="head",
        size=(0.027, 0.064, 0.0),
        position_in_link=(-0.004, 0.0, 0.055),
        quaternion_in_link=ALONG_Y,
        color=GRAY,
    )
    eyes = [
        _ellipsoid("head", (Part.EYE, EYE), center=(0.043, y, 0.042), radii=(0.009, 0.014, 0.016))
        for y in (0.029, -0.029)
    ]
    neck = capsule(
        link="neck",
        start=(0.0, 0.0, -0.03),
        end=(0.0, 0.0, 0.0),
        radius=0.024,
        part=Part.JOINT,
        color=DARK,
    )
    return skull, ears, *eyes, neck


def _torso(jersey: Rgb) -> tuple[Primitive, ...]:
    chest = _ellipsoid(
        "torso", (Part.JERSEY, jersey), center=(-0.002, 0.0, 0.138), radii=(0.058, 0.074, 0.082)
    )
    pelvis = _ellipsoid("torso", SHELL, center=(-0.004, 0.0, 0.035), radii=(0.046, 0.058, 0.048))
    button = _ball("torso", JOINT, center=(0.046, 0.0, 0.178), radius=0.010)
    return chest, pelvis, button


def _numbers(number: int, color: Rgb) -> tuple[Primitive, ...]:
    # Deep enough that the round chest neither hides a stroke nor leaves a gap behind one.
    front, back = (0.0520, 0.0, 0.130), (-0.0560, 0.0, 0.135)
    return (
        *digits(number, link="torso", center=front, height=0.052, facing=1.0, color=color),
        *digits(number, link="torso", center=back, height=0.060, facing=-1.0, color=color),
    )


def _arm() -> tuple[Primitive, ...]:
    """Return the left arm, stretched forward along x as in the zero posture."""
    return (
        _ball("left_shoulder", SHELL, center=(0.0, -0.004, 0.0), radius=0.040),
        capsule(
            link="left_upper_arm",
            start=(0.020, 0.006, 0.0),
            end=(0.085, 0.013, 0.0),
            radius=0.027,
            part=Part.SHELL,
            color=WHITE,
        ),
        _ball("left_elbow", JOINT, center=(0.0, 0.0, 0.0), radius=0.026),
        capsule(
            link="left_lower_arm",
            start=(0.022, 0.0, 0.0),
            end=(0.058, 0.0, 0.0),
            radius=0.028,
            part=Part.SHELL,
            color=WHITE,
        ),
        _ellipsoid("left_wrist", SHELL, center=(0.046, 0.0, -0.004), radii=(0.036, 0.022, 0.026)),
    )


def _leg() -> tuple[Primitive, ...]:
    """Return the left leg, stretched down."""
    return (
        _ball("left_hip", JOINT, center=(0.0, 0.002, -0.004), radius=0.043),
        _ellipsoid("left_thigh", SHELL, center=(0.008, 0.006, -0.050), radii=(0.046, 0.041, 0.060)),
        Primitive(
            shape=Shape.CYLINDER,
            part=Part.JOINT,
            link="left_tibia",
            size=(0.029, 0.034, 0.0),
            position_in_link=(0.0, 0.004, 0.0),
            quaternion_in_link=ALONG_Y,
            color=GRAY,
        ),
        _ellipsoid("left_tibia", SHELL, center=(0.004, 0.005, -0.050), radii=(0.042, 0.040, 0.050)),
        _ball("left_ankle", JOINT, center=(0.0, 0.002, 0.0), radius=0.032),
        _box("left_foot", SHELL, center=(0.005, 0.005, -0.027), half_sizes=(0.055, 0.042, 0.014)),
        Primitive(
            shape=Shape.CYLINDER,
            part=Part.SHELL,
            link="left_foot",
            size=(0.042, 0.014, 0.0),
            position_in_link=(0.057, 0.005, -0.027),
            color=WHITE,
        ),
        _box(
            "left_foot",
            (Part.SOLE, DARK),
            center=(0.022, 0.004, -0.0430),
            half_sizes=(0.070, 0.037, 0.00219),
        ),
    )


def _ball(link: str, paint: Paint, *, center: Point, radius: float) -> Primitive:
    part, color = paint
    return Primitive(
        shape=Shape.SPHERE,
        part=part,
        link=link,
        size=(radius, 0.0, 0.0),
        position_in_link=center,
        color=color,
    )


def _ellipsoid(link: str, paint: Paint, *, center: Point, radii: Point) -> Primitive:
    part, color = paint
    return Primitive(
        shape=Shape.ELLIPSOID,
        part=part,
        link=link,
        size=radii,
        position_in_link=center,
        color=color,
    )


def _box(link: str, paint: Paint, *, center: Point, half_sizes: Point) -> Primitive:
    part, color = paint
    return Primitive(
        shape=Shape.BOX,
        part=part,
        link=link,
        size=half_sizes,
        position_in_link=center,
        color=color,
    )
