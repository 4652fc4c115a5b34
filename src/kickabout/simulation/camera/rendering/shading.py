"""One pixel row of solid objects: surface normals, light, highlights."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import INLINED, LANES, ONE, ROW_KERNEL, ZERO
from kickabout.simulation.camera.rendering.ray_casts import numbers_of
from kickabout.simulation.camera.scene.ball_pattern import print_patches
from kickabout.simulation.camera.scene.solids import BOX, CYLINDER, DEPTH, FIRST, KIND, LAST, Solids

_EDGE = np.float32(1.0e-3)
_DIMMEST = np.float32(0.1)  # cosine; keeps the powers of highlights above the smallest numbers
_PIXELS_OF_EDGE = 1.3  # width of a printed edge

# Columns of Looks.numbers; colors contain the light, directions are in the primitive's scaled frame
DIRECT, AMBIENT_MEAN, AMBIENT_CHANGE, HIGHLIGHT_COLOR = (
    0,
    3,
    6,
    9,
)  # 3 each: lit by sources, ambient mean and change, highlight
KEY, FILL, UP, HIGHLIGHT = 12, 15, 18, 21  # 3 each: directions, sources times their strength
SQUARES = 24  # 3, of the scale
SHAPE = 27  # 3: half length, where ends start, 1 for boxes
LOOK_NUMBERS = 30


Vector = tuple[np.float32, np.float32, np.float32]
NormalKernel = Callable[[np.float32, np.float32, np.float32, tuple[np.float32, ...]], Vector]


class Looks(NamedTuple):
    """How each visible primitive reflects light."""

    numbers: Float32Array
    printed: Float32Array  # n×2: darkness of the pattern, radius in m; 0 darkness = no pattern
    turn: Float64Array  # n×3, rad/s, angular velocity


@kernel_with(**ROW_KERNEL)
def _owned(owner: Int32Array, k: int) -> tuple[int, int]:
    """Return the first and the last of the pixels that belong to primitive k."""
    own, first, last = np.int32(k), np.int32(1 << 30), np.int32(-1)
    for i in range(owner.size):
        at, owned = np.int32(i), owner[i] == own
        first = min(first, at if owned else np.int32(1 << 30))
        last = max(last, at if owned else np.int32(-1))
    return int(first), int(last)


@kernel_with(**ROW_KERNEL)
def _light_numbers(n: Float32Array) -> tuple[np.float32, ...]:
    """Return the first 24 of the numbers of `Looks`, all about color and light."""
    return (
        n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11],
        n[12], n[13], n[14], n[15], n[16], n[17], n[18], n[19], n[20], n[21], n[22], n[23],
    )  # fmt: skip


@kernel_with(**ROW_KERNEL)
def _reflected(
    x: np.float32, y: np.float32, z: np.float32, light: tuple[np.float32, ...]
) -> Vector:
    """Return the color of a surface with this normal, which has length 1 in the field."""
    r0, g0, e0, r1, g1, e1, r2, g2, e2, r3, g3, e3 = light[:12]
    k0, k1, k2, f0, f1, f2, u0, u1, u2, h0, h1, h2 = light[12:]
    lit = max(x * k0 + y * k1 + z * k2, ZERO) + max(x * f0 + y * f1 + z * f2, ZERO)
    up = x * u0 + y * u1 + z * u2
    shine = max(x * h0 + y * h1 + z * h2, _DIMMEST)
    shine *= shine
    shine *= shine
    shine *= shine
    shine *= shine
    shine *= shine
    return (
        r0 * lit + r1 + r2 * up + r3 * shine,
        g0 * lit + g1 + g2 * up + g3 * shine,
        e0 * lit + e1 + e2 * up + e3 * shine,
    )


@kernel_with(**ROW_KERNEL)
def _round_normal(
    x: np.float32, y: np.float32, z: np.float32, shape: tuple[np.float32, ...]
) -> Vector:
    """Return the normal of an ellipsoid or a capsule: the point minus its part along the axis."""
    half = shape[0]
    return x, y, z - min(max(z, -half), half)


@kernel_with(**ROW_KERNEL)
def _edged_normal(
    x: np.float32, y: np.float32, z: np.float32, shape: tuple[np.float32, ...]
) -> Vector:
    """Return the normal of a box, which is the largest component, or of a cylinder."""
    half, end, box = shape
    largest, on_end = box * max(abs(x), max(abs(y), abs(z))), abs(z) > end
    x = ZERO if on_end | (abs(x) < largest) else x
    y = ZERO if on_end | (abs(y) < largest) else y
    return x, y, z if abs(z) >= max(half - _EDGE, largest) else ZERO


@kernel_with(**INLINED)
def _paint(
    normal_at: NormalKernel,
    p: Float32Array,
    n: Float32Array,
    x0: np.float32,
    k: int,
    owner: Int32Array,
    depth: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Color the pixels of primitive k; the given kernel converts its points to normals."""
    own, light = np.int32(k), _light_numbers(n)
    a0, a1, a2, b0, b1, b2, c0, c1, c2, d0, d1, d2, middle = numbers_of(p)
    q0, q1, q2 = n[SQUARES], n[SQUARES + 1], n[SQUARES + 2]
    shape = n[SHAPE], n[SHAPE + 1], n[SHAPE + 2]
    for i in range(depth.size):
        u, t = x0 + np.float32(np.int32(i)), depth[i] - middle
        x = a0 + b0 * u + t * (c0 + d0 * u)
        y = a1 + b1 * u + t * (c1 + d1 * u)
        z = a2 + b2 * u + t * (c2 + d2 * u)
        x, y, z = normal_at(x, y, z, shape)
        scale = ONE / np.float32(math.sqrt(max(x * x * q0 + y * y * q1 + z * z * q2, _EDGE)))
        r, g, b = _reflected(x * scale, y * scale, z * scale, light)
        owned = owner[i] == own
        red[i] = r if owned else red[i]
        green[i] = g if owned else green[i]
        blue[i] = b if owned else blue[i]


@kernel_with(**ROW_KERNEL)
def _darken(k: int, owner: Int32Array, tint: Float32Array, color: Float32Array) -> None:
    own = np.int32(k)
    for i in range(tint.size):
        color[i] *= tint[i] if owner[i] == own else ONE


@kernel_with(**ROW_KERNEL)
def _print_pattern(
    solids: Solids,
    looks: Looks,
    k: int,
    rays: Float64Array,
    time: float,
    x0: np.float32,
    owner: Int32Array,
    depth: Float32Array,
    tint: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Darken the pixels of a primitive by its pattern."""
    pixel = math.sqrt(rays[3] ** 2 + rays[4] ** 2 + rays[5] ** 2)
    footprint = _PIXELS_OF_EDGE * pixel * solids.numbers[k, DEPTH] / looks.printed[k, 1]
    turn = looks.turn[k]
    print_patches(
        solids.rays[k], x0, np.float32(turn[0] * time), np.float32(turn[1] * time),
        np.float32(turn[2] * time), np.float32(footprint), looks.printed[k, 0], depth, tint,
    )  # fmt: skip
    _darken(k, owner, tint, red)
    _darken(k, owner, tint, green)
    _darken(k, owner, tint, blue)


@kernel_with(**ROW_KERNEL)
def shade_row(
    solids: Solids,
    active: Int32Array,
    active_count: int,
    looks: Looks,
    rays: Float64Array,
    time: float,
    depth: Float32Array,
    owner: Int32Array,
    tint: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Color the pixels of a row that belong to primitives."""
    counts, numbers = solids.counts, looks.numbers
    for j in range(active_count):
        k = active[j]
        if counts[k, FIRST] > counts[k, LAST]:
            continue
        low, high = _owned(owner[counts[k, FIRST] : counts[k, LAST] + 1], k)
        if low > high:
            continue
        count = (high - low + LANES) // LANES * LANES
        first, end = counts[k, FIRST] + low, counts[k, FIRST] + low + count
        owned, near = owner[first:end], depth[first:end]
        p = solids.rays[k]
        x0 = np.float32(first) - p[13]
        r, g, b = red[first:end], green[first:end], blue[first:end]
        if counts[k, KIND] in (BOX, CYLINDER):
            _paint(_edged_normal, p, numbers[k], x0, k, owned, near, r, g, b)
        else:
            _paint(_round_normal, p, numbers[k], x0, k, owned, near, r, g, b)
        if looks.printed[k, 0] > ZERO:
            _print_pattern(solids, looks, k, rays, time, x0, owned, near, tint[:count], r, g, b)
