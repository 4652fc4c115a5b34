"""From colors and light to what the shading of each visible primitive needs."""

import math

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    KERNEL,
    Float32Array,
    Float64Array,
    Int32Array,
)
from kickabout.simulation.camera.light_map import TEXEL
from kickabout.simulation.camera.shading import Looks
from kickabout.simulation.camera.solids import (
    BOX,
    CENTER,
    CYLINDER,
    HALF_LENGTH,
    KIND,
    SCALE,
    SOURCE,
    Solids,
)

_EDGE = 1.0e-3  # radii, within which the end of a cylinder's side counts as its disk


@njit(**KERNEL)
def _local(figures: Float64Array, vector: Float64Array, out: Float32Array) -> None:
    """Into the frame at the start of the figures."""
    for k in range(3):
        out[k] = (
            figures[3 * k] * vector[0]
            + figures[3 * k + 1] * vector[1]
            + figures[3 * k + 2] * vector[2]
        )


@njit(**KERNEL)
def _local_light(
    texels: Float32Array, origin: Float64Array, x: float, y: float
) -> tuple[float, float, float]:
    """Red, green and blue relative to the venue's light."""
    column = int(min(max((x - origin[0]) / TEXEL, 0.0), texels.shape[1] - 1.0))
    row = int(min(max((y - origin[1]) / TEXEL, 0.0), texels.shape[0] - 1.0))
    intensity, warmth = np.float64(texels[row, column, 0]), np.float64(texels[row, column, 1])
    return intensity * (1.0 + warmth), intensity, intensity * (1.0 - warmth)


@njit(**KERNEL)
def fill_looks(
    solids: Solids,
    count: int,
    color: Float64Array,
    gloss: Float64Array,
    pattern: Int32Array,
    pattern_darkness: float,
    size: Float64Array,
    angular_velocity: Float64Array,
    camera: Float64Array,
    directions: Float64Array,
    clean_map: Float32Array,
    map_origin: Float64Array,
    looks: Looks,
) -> None:
    """Things stand in the light of the ground below them, without the shadows of moving things."""
    up, half = np.array([0.0, 0.0, 1.0]), np.empty(3)
    view = np.empty(3)
    for k in range(count):
        n, frame, out = solids.counts[k, SOURCE], solids.figures[k], looks.numbers[k]
        center, scale = frame[CENTER : CENTER + 3], frame[SCALE : SCALE + 3]
        local = _local_light(clean_map, map_origin, center[0], center[1])
        for i in range(3):
            out[i] = color[n, i] * local[i]
            out[22 + i] = scale[i] ** 2
            view[i] = camera[i] - center[i]
        out[3] = gloss[n] * local[1]
        view /= max(math.sqrt((view**2).sum()), 1e-6)
        for s in range(3):
            _local(frame, directions[s], out[4 + 3 * s : 7 + 3 * s])
        _local(frame, up, out[13:16])
        for s in range(2):
            half[:] = view + directions[s]
            half /= max(math.sqrt((half**2).sum()), 1e-6)
            _local(frame, half, out[16 + 3 * s : 19 + 3 * s])
        kind, half_length = solids.counts[k, KIND], frame[HALF_LENGTH]
        out[25] = half_length
        out[26] = half_length - _EDGE if kind == CYLINDER else 1e9
        out[27] = 1.0 if kind == BOX else 0.0
        looks.printed[k, 0] = pattern_darkness if pattern[n] != 0 else 0.0
        looks.printed[k, 1] = size[n, 0]
        for i in range(3):
            turn = 0.0
            for j in range(3):
                turn += frame[3 * i + j] * angular_velocity[n, j]
            looks.turn[k, i] = turn / scale[i]
