"""Objects around the field, chosen by the appearance's seed: people, tables, banners, boxes."""

import math
from functools import lru_cache

import numpy as np

from kickabout.robots.appearance import Rgb, Shape
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.objects import (
    SceneClass,
    SceneObjects,
    joined,
    solid_objects,
)

_Size = tuple[float, float, float]
_Part = tuple[Shape, _Size, _Size, Rgb]  # shape, size, position relative to the foot point, color
_GAP = 0.25  # m, between the carpet and the nearest object


@lru_cache(maxsize=8)
def clutter_objects(boundary_x: float, boundary_y: float, appearance: Appearance) -> SceneObjects:
    """Return objects beside a carpet of the given half size in m, and inside the room."""
    rng = np.random.default_rng([appearance.seed, 4])
    makers = (_person, _person, _person, _table, _banner, _box)
    objects = []
    for _ in range(round(18 * appearance.clutter)):
        x, y, outwards = _random_position(rng, boundary_x, boundary_y, appearance)
        parts = makers[int(rng.integers(len(makers)))](rng)
        objects.append(_placed(parts, x=x, y=y, angle=outwards + float(rng.normal(0.0, 0.15))))
    return joined(*objects)


def person_objects(
    rng: np.random.Generator, *, person_in_field: tuple[float, float], angle: float
) -> SceneObjects:
    """Return a standing person of random appearance, for instance a referee."""
    return _placed(_person(rng), x=person_in_field[0], y=person_in_field[1], angle=angle)


def _random_position(
    rng: np.random.Generator, boundary_x: float, boundary_y: float, appearance: Appearance
) -> tuple[float, float, float]:
    """Return a position between carpet and walls, and the direction away from the field."""
    along_x, along_y = rng.uniform(-1.0, 1.0, 2)
    side = float(rng.choice([-1.0, 1.0]))
    if rng.random() < boundary_x / (boundary_x + boundary_y):
        room = max(appearance.room_margin[1] - 2 * _GAP, 0.0)
        y = side * (boundary_y + _GAP + 0.1 + rng.random() * room)
        return float(along_x * boundary_x), float(y), side * math.pi / 2
    room = max(appearance.room_margin[0] - 2 * _GAP, 0.0)
    x = side * (boundary_x + _GAP + 0.1 + rng.random() * room)
    return float(x), float(along_y * boundary_y), 0.0 if side > 0.0 else math.pi


def _placed(parts: list[_Part], *, x: float, y: float, angle: float) -> SceneObjects:
    cosine, sine = math.cos(angle), math.sin(angle)
    rotation = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    count = len(parts)
    position = np.array([part[2] for part in parts]) @ rotation.T + np.array([x, y, 0.0])
    return solid_objects(
        shape=np.array([part[0] for part in parts], np.int32),
        size=np.array([part[1] for part in parts]),
        position=position,
        rotation=np.tile(rotation, (count, 1, 1)),
        color=np.array([part[3] for part in parts]),
        class_id=SceneClass.CLUTTER,
    )


def _color(rng: np.random.Generator, low: float, high: float, strength: float) -> Rgb:
    value = rng.uniform(low, high)
    red, green, blue = (float(value * (1.0 - strength * rng.random())) for _ in range(3))
    return red, green, blue


def _person(rng: np.random.Generator) -> list[_Part]:
    size = float(rng.uniform(0.9, 1.1))
    trousers, shirt = _color(rng, 0.02, 0.2, 0.6), _color(rng, 0.02, 0.7, 0.8)
    shoe, hair = _color(rng, 0.02, 0.6, 0.3), _color(rng, 0.01, 0.12, 0.5)
    skin: Rgb = (0.45 * size, 0.3 * size, 0.22 * size)
    stance = float(rng.uniform(0.09, 0.15))
    parts: list[_Part] = [
        (Shape.ELLIPSOID, (0.14, 0.21, 0.38), (0.0, 0.0, 1.14 * size), shirt),
        (Shape.ELLIPSOID, (0.13, 0.17, 0.15), (0.0, 0.0, 0.86 * size), trousers),
        (Shape.CAPSULE, (0.075, 0.09, 0.0), (0.0, 0.0, 1.58 * size), skin),
        (Shape.ELLIPSOID, (0.1, 0.085, 0.1), (0.02, 0.0, 1.68 * size), hair),
    ]
    for side, arm in ((stance, 0.22), (-stance, -0.22)):
        parts += [
            (Shape.CAPSULE, (0.08, 0.37 * size, 0.0), (0.0, side, 0.46 * size), trousers),
            (Shape.BOX, (0.13, 0.045, 0.04), (-0.05, side, 0.04), shoe),
            (Shape.CAPSULE, (0.05, 0.27, 0.0), (0.0, arm, 1.1 * size), shirt),
        ]
    return parts


def _table(rng: np.random.Generator) -> list[_Part]:
    half, top = float(rng.uniform(0.5, 0.9)), _color(rng, 0.2, 0.75, 0.3)
    parts: list[_Part] = [(Shape.BOX, (0.35, half, 0.015), (0.1, 0.0, 0.73), top)]
    for y in (half - 0.05, 0.05 - half):
        for x in (-0.2, 0.4):
            parts.append((Shape.CYLINDER, (0.02, 0.36, 0.0), (x, y, 0.36), (0.25, 0.25, 0.25)))
    for _ in range(int(rng.integers(1, 4))):
        wide, high = rng.uniform(0.05, 0.18, 2)
        y = rng.uniform(-half, half)
        color = _color(rng, 0.02, 0.75, 0.6)
        parts.append(
            (Shape.BOX, (0.1, float(wide), float(high)), (0.0, float(y), 0.75 + float(high)), color)
        )
    return parts


def _banner(rng: np.random.Generator) -> list[_Part]:
    half, high = float(rng.uniform(0.4, 1.2)), float(rng.uniform(0.2, 0.5))
    color, stripe = _color(rng, 0.05, 0.75, 0.9), _color(rng, 0.1, 0.75, 0.5)
    return [
        (Shape.BOX, (0.02, half, high), (0.0, 0.0, high), color),
        (Shape.BOX, (0.022, 0.7 * half, 0.25 * high), (0.0, 0.0, 1.1 * high), stripe),
    ]


def _box(rng: np.random.Generator) -> list[_Part]:
    x, y, z = (float(h) for h in rng.uniform(0.08, 0.3, 3))
    return [(Shape.BOX, (x, y, z), (0.0, 0.0, z), _color(rng, 0.03, 0.75, 0.5))]
