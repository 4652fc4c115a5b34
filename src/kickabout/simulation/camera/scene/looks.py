"""Looks: from colors and light to the shading parameters of each visible primitive."""

import math
from typing import NamedTuple

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, ROW_KERNEL
from kickabout.simulation.camera.rendering.shading import (
    AMBIENT_CHANGE,
    AMBIENT_MEAN,
    DIRECT,
    FILL,
    HIGHLIGHT,
    HIGHLIGHT_COLOR,
    KEY,
    SHAPE,
    SQUARES,
    UP,
    Looks,
)
from kickabout.simulation.camera.scene.light_map import TEXEL
from kickabout.simulation.camera.scene.solids import (
    BOX,
    CENTER,
    CYLINDER,
    HALF_LENGTH,
    KIND,
    SCALE,
    SOURCE,
    Solids,
)

_FRACTION_AT_GROUND = 0.62  # of the light; objects around block the rest
_OPENING = 0.38 / 0.28  # per m, increase of that fraction with height
_EDGE = 1.0e-3  # radii, within which the end of a cylinder's side counts as its disk


class Surfaces(NamedTuple):
    """How the primitives of a scene reflect light, one row each."""

    color: Float64Array
    gloss: Float64Array
    pattern: Int32Array
    size: Float64Array
    angular_velocity: Float64Array


class Illumination(NamedTuple):
    """The light on the objects of a scene."""

    key: Float64Array  # 3, towards the strongest source; its length is the strength
    fill: Float64Array  # 3, the same for the sum of all others
    colors: Float64Array  # 3×3: of the sources, of the ambient light, of the light from the carpet
    texels: Float32Array  # GroundMap.texels without the shadows of moving objects
    origin: Float64Array  # m, of the map


@kernel_with(**ROW_KERNEL)
def _turn(numbers: Float64Array, x: float, y: float, z: float, out: Float32Array, at: int) -> None:
    """Rotate a vector into the primitive's scaled frame."""
    for k in range(3):
        out[at + k] = numbers[3 * k] * x + numbers[3 * k + 1] * y + numbers[3 * k + 2] * z


@kernel_with(**ROW_KERNEL)
def _local_light(light: Illumination, x: float, y: float) -> tuple[float, float]:
    """Return intensity and warmth on the ground."""
    rows, columns = light.texels.shape[0], light.texels.shape[1]
    column = int(min(max((x - light.origin[0]) / TEXEL, 0.0), columns - 1.0))
    row = int(min(max((y - light.origin[1]) / TEXEL, 0.0), rows - 1.0))
    return light.texels[row, column, 0], light.texels[row, column, 1]


@kernel_with(**ROW_KERNEL)
def _fill_highlight(
    numbers: Float64Array, camera: Float64Array, key: Float64Array, out: Float32Array
) -> float:
    """Fill in the direction halfway between source and camera; return the source's strength."""
    strength = math.sqrt(key[0] ** 2 + key[1] ** 2 + key[2] ** 2)
    x, y, z = (
        camera[0] - numbers[CENTER],
        camera[1] - numbers[CENTER + 1],
        camera[2] - numbers[CENTER + 2],
    )
    scale = strength / max(math.sqrt(x * x + y * y + z * z), 1e-6)
    x, y, z = x * scale + key[0], y * scale + key[1], z * scale + key[2]
    length = max(math.sqrt(x * x + y * y + z * z), 1e-6)
    _turn(numbers, x / length, y / length, z / length, out, HIGHLIGHT)
    return strength


@kernel_with(**ROW_KERNEL)
def _fill_colors(
    surfaces: Surfaces,
    n: int,
    light: Illumination,
    center: Float64Array,
    strength: float,
    out: Float32Array,
) -> None:
    """Fill in the colors in the light of the ground below; low primitives get less of it."""
    intensity, warmth = _local_light(light, center[0], center[1])
    intensity *= min(_FRACTION_AT_GROUND + _OPENING * max(center[2], 0.0), 1.0)
    for i in range(3):
        local = intensity * (1.0 + (1 - i) * warmth)
        color, direct = local * surfaces.color[n, i], light.colors[0, i]
        sky, bounce = light.colors[1, i], light.colors[2, i]
        out[DIRECT + i] = color * direct
        out[AMBIENT_MEAN + i] = color * 0.5 * (sky + bounce)
        out[AMBIENT_CHANGE + i] = color * 0.5 * (sky - bounce)
        out[HIGHLIGHT_COLOR + i] = local * surfaces.gloss[n] * direct * strength


@kernel_with(**FRAME_KERNEL)
def fill_looks(
    solids: Solids,
    count: int,
    surfaces: Surfaces,
    light: Illumination,
    camera: Float64Array,
    pattern_darkness: float,
    looks: Looks,
) -> None:
    """Fill in the looks of the visible primitives."""
    for k in range(count):
        n, numbers, out = solids.counts[k, SOURCE], solids.numbers[k], looks.numbers[k]
        strength = _fill_highlight(numbers, camera, light.key, out)
        _fill_colors(surfaces, n, light, numbers[CENTER : CENTER + 3], strength, out)
        _turn(numbers, light.key[0], light.key[1], light.key[2], out, KEY)
        _turn(numbers, light.fill[0], light.fill[1], light.fill[2], out, FILL)
        _turn(numbers, 0.0, 0.0, 1.0, out, UP)
        kind, half_length = solids.counts[k, KIND], numbers[HALF_LENGTH]
        out[SHAPE] = half_length
        out[SHAPE + 1] = half_length - _EDGE if kind == CYLINDER else 1e9
        out[SHAPE + 2] = 1.0 if kind == BOX else 0.0
        looks.printed[k, 0] = pattern_darkness if surfaces.pattern[n] != 0 else 0.0
        looks.printed[k, 1] = surfaces.size[n, 0]
        spin = surfaces.angular_velocity[n]
        for i in range(3):
            scale = numbers[SCALE + i]
            out[SQUARES + i] = scale**2
            turn = 0.0
            for j in range(3):
                turn += numbers[3 * i + j] * spin[j]
            looks.turn[k, i] = turn / scale
