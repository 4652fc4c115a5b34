"""From light and appearance to a map of the ground: intensity, warmth, brightness of the carpet."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.representations.field import FieldDimensions
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light, LightPatch, color_of_temperature

TEXEL = 0.025  # m
LIGHT_VALUES = 3  # per texel
SOURCES = 3  # of parallel light; missing ones are filled up with dark ones
_MARGIN = 0.6  # m, around the carpet; farther out the value at the map's edge is used
_AMBIENT_SPREAD = 0.8  # ambient light comes from all directions above: shadows only near contact


class LightTable(NamedTuple):
    """Sources in the order of the light, the ambient light last."""

    directions: Float64Array  # 4×3
    colors: Float64Array  # 4×3, irradiance on a surface that faces the source
    fractions: Float64Array  # 4, of the irradiance of the ground
    spreads: Float64Array  # 4
    ground: Float64Array  # 3, irradiance of the ground by all sources


class GroundMap(NamedTuple):
    """Intensity 1 is all light of the table; warmth is more red and less blue, relative."""

    texels: Float32Array  # rows×columns×3: intensity, warmth, brightness of the carpet
    origin_x: float  # m, center of texel 0, 0
    origin_y: float


def light_table(light: Light) -> LightTable:
    directions = np.zeros((SOURCES + 1, 3))
    directions[:, 2] = 1.0
    colors = np.zeros((SOURCES + 1, 3))
    spreads = np.zeros(SOURCES + 1)
    for i, source in enumerate(light.sources):
        direction = np.array(source.direction_in_field)
        directions[i] = direction / np.linalg.norm(direction)
        color = np.array(color_of_temperature(source.temperature))
        colors[i] = color * source.strength * light.intensity / directions[i, 2]
        spreads[i] = source.spread
    ambient = np.array(color_of_temperature(light.ambient_temperature))
    colors[SOURCES] = ambient * light.ambient * light.intensity
    spreads[SOURCES] = _AMBIENT_SPREAD
    on_ground = colors * directions[:, 2:]
    ground = on_ground.sum(axis=0)
    fractions = on_ground.sum(axis=1) / ground.sum()
    return LightTable(directions, colors, fractions, spreads, ground)


def ground_map(field: FieldDimensions, appearance: Appearance, light: Light) -> GroundMap:
    """Return the map without the shadows of objects that stand on the ground."""
    half_x, half_y = field.boundary_x + _MARGIN, field.boundary_y + _MARGIN
    x, y = np.meshgrid(
        np.arange(-half_x, half_x + TEXEL, TEXEL), np.arange(-half_y, half_y + TEXEL, TEXEL)
    )
    rng = np.random.default_rng([appearance.seed, 2])
    gain = 1.0 + light.unevenness * _smooth_noise(rng, x.shape, 1.2 / TEXEL)
    texels = np.zeros((*x.shape, LIGHT_VALUES), np.float32)
    for patch in light.patches:
        weight = _patch_weight(patch, x, y)
        gain *= 1.0 + weight * (patch.gain - 1.0)
        texels[..., 1] += weight * patch.warmth
    texels[..., 0] = np.maximum(gain, 0.0)
    texels[..., 2] = _carpet_brightness(appearance, rng, x, y)
    return GroundMap(texels, -half_x, -half_y)


def _carpet_brightness(
    appearance: Appearance, rng: np.random.Generator, x: Float64Array, y: Float64Array
) -> Float64Array:
    """Return the effect of strips laid in alternating directions, worn areas, dirt."""
    from scipy import ndimage  # slow to import, and only images need it

    offset = rng.uniform(0.0, appearance.mowing_width)
    strip = np.floor((y + offset) / appearance.mowing_width) % 2.0
    strips = ndimage.gaussian_filter(strip * 2.0 - 1.0, 0.8) * appearance.mowing / 2
    worn = 0.035 * _smooth_noise(rng, x.shape, 0.35 / TEXEL)
    dirt = 0.025 * _smooth_noise(rng, x.shape, 0.06 / TEXEL)
    return np.asarray(np.clip(1.0 + strips + worn + dirt, 0.5, 1.5))


def _smooth_noise(
    rng: np.random.Generator, shape: tuple[int, ...], correlation: float
) -> Float64Array:
    """Return noise of deviation 1 and a correlation length in texels, made on a coarse grid."""
    from scipy import ndimage  # slow to import, and only images need it

    step = max(int(correlation / 3), 1)
    coarse = [math.ceil(n / step) + 4 for n in shape]
    noise = ndimage.gaussian_filter(rng.standard_normal(coarse), correlation / step / 2)
    fine = ndimage.zoom(noise / noise.std(), step, order=1)
    return np.asarray(fine[: shape[0], : shape[1]], np.float64)


def _patch_weight(patch: LightPatch, x: Float64Array, y: Float64Array) -> Float64Array:
    cosine, sine = math.cos(patch.angle), math.sin(patch.angle)
    rx, ry = x - patch.center[0], y - patch.center[1]
    inside_x = patch.half_size[0] - np.abs(rx * cosine + ry * sine)
    inside_y = patch.half_size[1] - np.abs(ry * cosine - rx * sine)
    edge = max(patch.blur, TEXEL)
    weight = np.clip(np.minimum(inside_x, inside_y) / edge + 0.5, 0.0, 1.0)
    return np.asarray(weight * weight * (3.0 - 2.0 * weight))
