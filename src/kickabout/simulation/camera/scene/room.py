"""Room: from appearance to pictures of the walls and the ceiling around the field."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kickabout.simulation.camera.rendering.arrays import Float32Array, Int32Array
from kickabout.simulation.camera.rendering.room_rows import BITS, BRIGHTEST
from kickabout.simulation.camera.scene.appearance import Appearance, Rgb

TEXEL_WIDTH = 0.02  # m, of walls
TEXEL_HEIGHT = 0.0125  # m
CEILING_TEXEL = 0.1  # m
_Range = tuple[float, float]  # m


class RoomPictures(NamedTuple):
    texels: Int32Array
    half_x: float
    half_y: float
    height: float
    columns: Int32Array
    rows: Int32Array
    starts: Int32Array


@lru_cache(maxsize=8)
def room_pictures(boundary_x: float, boundary_y: float, appearance: Appearance) -> RoomPictures:
    """Return the pictures around a carpet of the given half size in m."""
    rng = np.random.default_rng([appearance.seed, 3])
    half_x, half_y = boundary_x + appearance.room_margin[0], boundary_y + appearance.room_margin[1]
    height = appearance.ceiling_height
    pictures = [
        _wall(rng, appearance, length=2 * half, height=height, mirrored=mirrored)
        for half, mirrored in ((half_y, True), (half_y, False), (half_x, False), (half_x, True))
    ]
    pictures.append(_ceiling(rng, length=2 * half_x, width=2 * half_y))
    sizes = np.array([p.shape[0] * p.shape[1] for p in pictures])
    texels = np.concatenate([_packed(p) for p in pictures])
    texels.flags.writeable = False
    return RoomPictures(
        texels,
        half_x,
        half_y,
        height,
        np.array([p.shape[1] for p in pictures], np.int32),
        np.array([p.shape[0] for p in pictures], np.int32),
        np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32),
    )


def _packed(picture: Float32Array) -> Int32Array:
    root = np.sqrt(np.clip(picture / BRIGHTEST, 0.0, 1.0)) * ((1 << BITS) - 1)
    red, green, blue = np.moveaxis(np.rint(root).astype(np.int32), -1, 0)
    return np.asarray(red | (green << BITS) | (blue << (2 * BITS)), np.int32).ravel()


class _Wall:
    """A wall picture while it is painted: row 0 on top, positions in meters from the lower left."""

    def __init__(self, length: float, height: float, color: Rgb) -> None:
        self.length, self.height, self.color = length, height, color
        shape = (round(height / TEXEL_HEIGHT), round(length / TEXEL_WIDTH), 3)
        self.picture = np.full(shape, color, np.float32)

    def box(self, x: _Range, z: _Range, color: Rgb) -> None:
        top, bottom = (max(round((self.height - at) / TEXEL_HEIGHT), 0) for at in (z[1], z[0]))
        left, right = (max(round(at / TEXEL_WIDTH), 0) for at in x)
        self.picture[top : bottom + 1, left : right + 1] = color

    def ellipse(self, x: float, z: float, radii: _Range, color: Rgb) -> None:
        rows, columns = np.ogrid[: self.picture.shape[0], : self.picture.shape[1]]
        right = (columns * TEXEL_WIDTH - x) / radii[0]
        down = (rows * TEXEL_HEIGHT - self.height + z) / radii[1]
        self.picture[right**2 + down**2 < 1.0] = color

    def letters(self, rng: np.random.Generator, x: _Range, z: _Range, color: Rgb) -> None:
        """Paint what looks like print from afar: strokes on a grid of three by five per letter."""
        unit = (z[1] - z[0]) / 5
        for left in np.arange(x[0], x[1] - 3 * unit, 4 * unit):
            for row, column in np.argwhere(rng.random((5, 3)) < 0.6):
                from_x, from_z = left + column * unit, z[0] + row * unit
                self.box((from_x, from_x + unit), (from_z, from_z + unit), color)


def _color(rng: np.random.Generator, low: float, high: float) -> Rgb:
    """Return a random color, mostly grayish, sometimes saturated."""
    value = rng.uniform(low, high)
    strength = 0.25 if rng.random() < 0.6 else 0.9
    red, green, blue = (float(value * (1.0 - strength * rng.random())) for _ in range(3))
    return red, green, blue


def _wall(
    rng: np.random.Generator,
    appearance: Appearance,
    *,
    length: float,
    height: float,
    mirrored: bool,
) -> Float32Array:
    from scipy import ndimage  # slow to import, and only images need it

    wall = _Wall(length, height, appearance.wall_color)
    _paint_structure(rng, wall)
    for _ in range(round(appearance.clutter * length * 0.5)):
        _paint_banner(rng, wall)
    for _ in range(round(appearance.clutter * length * 1.1)):
        _paint_person(rng, wall)
    for _ in range(round(appearance.clutter * length * 1.3)):
        _paint_object(rng, wall)
    picture = ndimage.gaussian_filter(wall.picture, (1.1, 0.8, 0.0))
    picture *= (1.0 + 0.04 * rng.standard_normal((*picture.shape[:2], 1))).astype(np.float32)
    oriented = picture[::-1, ::-1] if mirrored else picture[::-1]
    return np.asarray(oriented, np.float32)


def _paint_structure(rng: np.random.Generator, wall: _Wall) -> None:
    """Paint panels, pillars, and either windows or a dark upper part."""
    x = 0.0
    while x < wall.length:
        width = rng.uniform(0.8, 3.0)
        shade = rng.uniform(0.75, 1.1)
        red, green, blue = wall.color
        wall.box((x, x + width), (0.0, wall.height), (red * shade, green * shade, blue * shade))
        x += width
    top = rng.uniform(2.2, 3.0)
    if rng.random() < 0.4:
        light = rng.uniform(0.8, 2.2)
        for x in np.arange(rng.uniform(0.3, 1.5), wall.length - 1.5, rng.uniform(2.0, 4.0)):
            wall.box((x, x + 1.4), (1.3, top), (light * 0.95, light, light * 1.05))
            wall.box((x + 0.68, x + 0.72), (1.3, top), (0.3, 0.3, 0.3))
    elif rng.random() < 0.6:
        wall.box((0.0, wall.length), (top, wall.height), (0.03, 0.03, 0.035))
    wall.box((0.0, wall.length), (0.0, 0.1), (0.12, 0.11, 0.1))


def _paint_banner(rng: np.random.Generator, wall: _Wall) -> None:
    x, width = rng.uniform(-0.5, wall.length), rng.uniform(0.6, 2.5)
    bottom, height = rng.choice([0.0, 0.1, 0.9, 1.5]), rng.uniform(0.5, 1.1)
    color, ink = _color(rng, 0.05, 0.8), _color(rng, 0.1, 0.8)
    wall.box((x, x + width), (bottom, bottom + height), color)
    if rng.random() < 0.5:
        wall.box((x, x + width), (bottom, bottom + 0.25 * height), ink)
    wall.letters(rng, (x + 0.1, x + width), (bottom + 0.4 * height, bottom + 0.7 * height), ink)


def _paint_person(rng: np.random.Generator, wall: _Wall) -> None:
    """Paint a person who stands or sits close to the wall."""
    x, size = rng.uniform(0.0, wall.length), rng.uniform(0.72, 1.08)
    tan = rng.uniform(0.4, 1.2)
    trousers, shirt = _color(rng, 0.02, 0.25), _color(rng, 0.03, 0.6)
    for side in (-0.09, 0.09):
        wall.box((x + side - 0.07, x + side + 0.07), (0.0, 0.85 * size), trousers)
        wall.ellipse(x + 2.6 * side, 1.1 * size, (0.055, 0.3), shirt)
    wall.ellipse(x, 1.15 * size, (0.2, 0.36), shirt)
    wall.ellipse(x, 1.62 * size, (0.085, 0.12), (0.5 * tan, 0.33 * tan, 0.24 * tan))
    wall.ellipse(x, 1.69 * size, (0.09, 0.075), _color(rng, 0.01, 0.15))


def _paint_object(rng: np.random.Generator, wall: _Wall) -> None:
    """Paint a chair, bag, box or screen: a rectangle on a table or on the floor."""
    x, width, height = rng.uniform(0, wall.length), rng.uniform(0.15, 0.8), rng.uniform(0.15, 0.6)
    bottom = rng.choice([0.0, 0.0, 0.74, 1.0])
    wall.box((x, x + width), (bottom, bottom + height), _color(rng, 0.03, 0.7))
    if bottom > 0.7:
        wall.box((x - 0.3, x + width + 0.3), (0.7, 0.74), (0.35, 0.3, 0.25))
        wall.box((x - 0.3, x + width + 0.3), (0.1, 0.7), (0.05, 0.05, 0.05))


def _ceiling(rng: np.random.Generator, *, length: float, width: float) -> Float32Array:
    """Return a dark ceiling with rows of lamps."""
    shape = (round(width / CEILING_TEXEL), round(length / CEILING_TEXEL), 3)
    picture = np.full(shape, rng.uniform(0.05, 0.35), np.float32)
    step_x, step_y = (max(round(s / CEILING_TEXEL), 4) for s in rng.uniform(1.5, 3.0, 2))
    for row in range(step_y // 2, shape[0] - 1, step_y):
        for column in range(step_x // 2, shape[1] - 5, step_x):
            picture[row : row + 2, column : column + 6] = BRIGHTEST
    return picture
