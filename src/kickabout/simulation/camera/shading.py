"""One pixel row of solid things: surface normals, light, highlights."""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    HALF,
    ROW_KERNEL,
    LANES,
    ONE,
    ZERO,
    Float32Array,
    Float64Array,
    Int32Array,
)
from kickabout.simulation.camera.ball_pattern import print_patches
from kickabout.simulation.camera.ray_casts import numbers_of
from kickabout.simulation.camera.solids import DEPTH, FIRST, LAST, Solids

_EDGE = np.float32(1.0e-3)
_GROUND_SHADE = np.float32(0.62)  # share of the light that reaches a surface close to the ground
_OPENING = np.float32(0.38 / 0.28)  # per m, until all of it does
_DIMMEST = np.float32(0.1)  # cosine; keeps the powers of highlights above the smallest numbers
_PIXELS_OF_EDGE = 1.3  # width of a printed edge
LOOK_NUMBERS = 28


class Looks(NamedTuple):
    """How each visible primitive reflects; directions are in its scaled frame."""

    numbers: Float32Array  # n×28: color 0-2, gloss 3, sources 4-12, up 13-15, highlights 16-21,
    # scale² 22-24, half length 25, where disks start 26, 1 for boxes 27
    printed: Float32Array  # n×2: darkness of the pattern, radius in m; 0 darkness = no pattern
    turn: Float64Array  # n×3, rad/s, angular velocity


class ShadingLight(NamedTuple):
    strengths: Float32Array  # 3, of the sources
    colors: Float32Array  # 3×3: of the sources, of the light from above, of that from the carpet


class SolidRow(NamedTuple):
    """Scratch for the columns of one primitive."""

    direct: Float32Array
    shine: Float32Array
    upward: Float32Array
    tint: Float32Array


@njit(**ROW_KERNEL)
def _owns_any(owner: Int32Array, k: int) -> bool:
    me, total = np.int32(k), np.int32(0)
    for i in range(owner.size):
        total += np.int32(1) if owner[i] == me else np.int32(0)
    return total > 0


@njit(**ROW_KERNEL)
def _light_up(
    p: Float32Array,
    look: Float32Array,
    strengths: Float32Array,
    x0: np.float32,
    height: np.float32,
    fall: np.float32,
    fall_slope: np.float32,
    depth: Float32Array,
    tint: Float32Array,
    direct: Float32Array,
    shine: Float32Array,
    upward: Float32Array,
) -> None:
    """Direct light, highlights, and how far the surface looks up; tint becomes the share of light.

    The scaled normal is the surface point for round things. Capsules lose the part along their axis, boxes
    all but the largest component, disks of cylinders all but the last. Less light arrives near the ground,
    where it is blocked from all sides.
    """
    a0, a1, a2, b0, b1, b2, c0, c1, c2, d0, d1, d2, middle = numbers_of(p)
    gloss = look[3]
    l0, l1, l2, l3, l4, l5 = look[4], look[5], look[6], look[7], look[8], look[9]
    l6, l7, l8, u0, u1, u2 = look[10], look[11], look[12], look[13], look[14], look[15]
    h0, h1, h2, h3, h4, h5 = look[16], look[17], look[18], look[19], look[20], look[21]
    q0, q1, q2, half, disk, box = look[22], look[23], look[24], look[25], look[26], look[27]
    s0, s1, s2 = strengths[0], strengths[1], strengths[2]
    for i in range(depth.size):
        column = np.float32(np.int32(i))
        u, t = x0 + column, depth[i] - middle
        x = a0 + b0 * u + t * (c0 + d0 * u)
        y = a1 + b1 * u + t * (c1 + d1 * u)
        z = a2 + b2 * u + t * (c2 + d2 * u)
        largest = box * max(abs(x), max(abs(y), abs(z)))
        on_disk = abs(z) > disk
        x = ZERO if on_disk | (abs(x) < largest) else x
        y = ZERO if on_disk | (abs(y) < largest) else y
        along = z - min(max(z, -half), half)
        z = z if on_disk else (ZERO if abs(z) < largest else along)
        scale = ONE / np.float32(math.sqrt(max(x * x * q0 + y * y * q1 + z * z * q2, _EDGE)))
        x, y, z = x * scale, y * scale, z * scale
        above = height + depth[i] * (fall + fall_slope * column)
        share = tint[i] * min(_GROUND_SHADE + _OPENING * max(above, ZERO), ONE)
        lit = s0 * max(x * l0 + y * l1 + z * l2, ZERO)
        lit += s1 * max(x * l3 + y * l4 + z * l5, ZERO)
        lit += s2 * max(x * l6 + y * l7 + z * l8, ZERO)
        bright = max(x * h0 + y * h1 + z * h2, _DIMMEST)
        glint = max(x * h3 + y * h4 + z * h5, _DIMMEST)
        bright, glint = bright * bright, glint * glint
        bright, glint = bright * bright, glint * glint
        bright, glint = bright * bright, glint * glint
        bright, glint = bright * bright, glint * glint
        bright, glint = bright * bright, glint * glint
        direct[i] = share * lit
        shine[i] = gloss * share * (s0 * bright + s1 * glint)
        upward[i] = x * u0 + y * u1 + z * u2
        tint[i] = share


@njit(**ROW_KERNEL)
def _paint(
    look: Float32Array,
    light: Float32Array,
    k: int,
    owner: Int32Array,
    direct: Float32Array,
    shine: Float32Array,
    upward: Float32Array,
    tint: Float32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    me = np.int32(k)
    r0, g0, b0 = light[0, 0], light[0, 1], light[0, 2]
    r1, g1, b1 = look[0] * r0, look[1] * g0, look[2] * b0
    r2, r3 = HALF * look[0] * (light[1, 0] + light[2, 0]), HALF * look[0] * (light[1, 0] - light[2, 0])
    g2, g3 = HALF * look[1] * (light[1, 1] + light[2, 1]), HALF * look[1] * (light[1, 1] - light[2, 1])
    b2, b3 = HALF * look[2] * (light[1, 2] + light[2, 2]), HALF * look[2] * (light[1, 2] - light[2, 2])
    for i in range(owner.size):
        mine = owner[i] == me
        d, s, u, t = direct[i], shine[i], upward[i], tint[i]
        red[i] = r1 * d + r0 * s + t * (r2 + r3 * u) if mine else red[i]
        green[i] = g1 * d + g0 * s + t * (g2 + g3 * u) if mine else green[i]
        blue[i] = b1 * d + b0 * s + t * (b2 + b3 * u) if mine else blue[i]


@njit(**ROW_KERNEL)
def shade_row(
    solids: Solids,
    active: Int32Array,
    active_count: int,
    looks: Looks,
    light: ShadingLight,
    rays: Float64Array,
    time: float,
    depth: Float32Array,
    owner: Int32Array,
    row: SolidRow,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Paint all primitives where they own pixels of the row."""
    counts, numbers = solids.counts, looks.numbers
    pixel = math.sqrt(rays[3] ** 2 + rays[4] ** 2 + rays[5] ** 2)
    for j in range(active_count):
        k = active[j]
        first, last = counts[k, FIRST], counts[k, LAST]
        if first > last:
            continue
        count = (last - first + LANES) // LANES * LANES
        end = first + count
        mine, near = owner[first:end], depth[first:end]
        if not _owns_any(mine, k):
            continue
        direct, shine = row.direct[:count], row.shine[:count]
        upward, tint = row.upward[:count], row.tint[:count]
        p, look = solids.rays[k], numbers[k]
        x0 = np.float32(first) - p[13]
        tint[:] = ONE
        if looks.printed[k, 0] > ZERO:
            footprint = _PIXELS_OF_EDGE * pixel * solids.figures[k, DEPTH] / looks.printed[k, 1]
            turn = looks.turn[k]
            print_patches(
                p, x0, np.float32(turn[0] * time), np.float32(turn[1] * time),
                np.float32(turn[2] * time), np.float32(footprint), looks.printed[k, 0], near, tint,
            )  # fmt: skip
        fall = np.float32(rays[2] + first * rays[5])
        _light_up(
            p, look, light.strengths, x0, np.float32(rays[11]), fall, np.float32(rays[5]), near,
            tint, direct, shine, upward,
        )  # fmt: skip
        _paint(
            look, light.colors, k, mine, direct, shine, upward, tint, red[first:end],
            green[first:end], blue[first:end],
        )  # fmt: skip
