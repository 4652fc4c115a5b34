"""Ray casts of one pixel row against scaled primitives: nearest depth and its owner.

Rays are expressed around the primitive's center, in its scaled frame, by fourteen numbers: origin
and its change per column, direction and its change per column, depth of the origin, column of the
center. Near the center all numbers are small, so single precision is sufficient.
"""

import math
from collections.abc import Callable

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import FAR, INLINED, LANES, ONE, ROW_KERNEL, ZERO
from kickabout.simulation.camera.scene.solids import (
    BOX,
    CAPSULE,
    CENTER,
    COLUMN,
    CYLINDER,
    DEPTH,
    FIRST,
    HALF_LENGTH,
    KIND,
    LAST,
    LEFT,
    RIGHT,
    ROUND,
    VELOCITY,
    Solids,
)

_ALL_COLUMNS = 1 << 20
_TINY = np.float32(1.0e-9)
_NEAREST = np.float32(0.01)  # m; hits behind the camera do not count

Point = tuple[np.float32, np.float32, np.float32]
Hit = tuple[np.float32, bool | np.bool_]  # where along the ray, and whether there is a hit at all
HitKernel = Callable[[Point, Point, np.float32], Hit]


@kernel_with(**ROW_KERNEL)
def _turned(
    numbers: Float64Array, k: int, x: float, y: float, z: float
) -> tuple[float, float, float]:
    return (
        numbers[k, 0] * x + numbers[k, 1] * y + numbers[k, 2] * z,
        numbers[k, 3] * x + numbers[k, 4] * y + numbers[k, 5] * z,
        numbers[k, 6] * x + numbers[k, 7] * y + numbers[k, 8] * z,
    )


@kernel_with(**INLINED)
def _develop(
    numbers: Float64Array,
    counts: Int32Array,
    developed: Float32Array,
    k: int,
    rays: Float64Array,
    time: float,
) -> bool:
    """Prepare primitive k for a row; return whether the row can hit it within its columns."""
    depth, column = numbers[k, DEPTH], numbers[k, COLUMN]
    ox, oy, oz = _turned(
        numbers,
        k,
        rays[9] - numbers[k, CENTER] - numbers[k, VELOCITY] * time,
        rays[10] - numbers[k, CENTER + 1] - numbers[k, VELOCITY + 1] * time,
        rays[11] - numbers[k, CENTER + 2] - numbers[k, VELOCITY + 2] * time,
    )
    cx, cy, cz = _turned(
        numbers,
        k,
        rays[0] + rays[3] * column,
        rays[1] + rays[4] * column,
        rays[2] + rays[5] * column,
    )
    dx, dy, dz = _turned(numbers, k, rays[3], rays[4], rays[5])
    kind = counts[k, KIND]
    axial = 0.0 if kind in (CAPSULE, CYLINDER) else 1.0
    outside = ox * ox + oy * oy + axial * oz * oz - (3.0 if kind == BOX else 1.0)
    e0 = ox * cx + oy * cy + axial * oz * cz
    e1 = ox * dx + oy * dy + axial * oz * dz
    g0 = cx * cx + cy * cy + axial * cz * cz
    g1 = cx * dx + cy * dy + axial * cz * dz
    g2 = dx * dx + dy * dy + axial * dz * dz
    first, last = _span(
        column, e0 * e0 - g0 * outside, e0 * e1 - g1 * outside, e1 * e1 - g2 * outside
    )
    counts[k, FIRST] = max(first, counts[k, LEFT])
    counts[k, LAST] = min(last, counts[k, RIGHT])
    if counts[k, FIRST] > counts[k, LAST]:
        return False
    out = developed[k]
    out[0], out[1], out[2] = ox + depth * cx, oy + depth * cy, oz + depth * cz
    out[3], out[4], out[5] = depth * dx, depth * dy, depth * dz
    out[6], out[7], out[8] = cx, cy, cz
    out[9], out[10], out[11] = dx, dy, dz
    out[12], out[13] = depth, column
    return True


@kernel_with(**ROW_KERNEL)
def _span(column: float, q0: float, q1: float, q2: float) -> tuple[int, int]:
    """Return the columns where q0 + 2 q1 u + q2 u² is positive, with u relative to `column`.

    This is the discriminant of a round shape: for capsules and cylinders the endless cylinder, for
    boxes the ellipsoid through the corners.
    """
    if q2 >= 0.0:
        return 0, _ALL_COLUMNS
    root = q1 * q1 - q0 * q2
    if root < 0.0:
        return 0, -1
    center, half = column - q1 / q2, -math.sqrt(root) / q2
    return (
        int(min(max(center - half, 0.0), _ALL_COLUMNS)),
        int(min(max(center + half, -2.0), _ALL_COLUMNS)) + 1,
    )


@kernel_with(**ROW_KERNEL)
def numbers_of(p: Float32Array) -> tuple[np.float32, ...]:
    """Return the first thirteen numbers of rays around a primitive."""
    return (
        p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12],
    )  # fmt: skip


@kernel_with(**ROW_KERNEL)
def _hit_round(origin: Point, direction: Point, half: np.float32) -> Hit:
    ox, oy, oz = origin
    dx, dy, dz = direction
    a = dx * dx + dy * dy + dz * dz
    b = ox * dx + oy * dy + oz * dz
    root = b * b - a * (ox * ox + oy * oy + oz * oz - ONE)
    return -(b + np.float32(math.sqrt(max(root, ZERO)))) / a, root > ZERO


@kernel_with(**ROW_KERNEL)
def _tube(origin: Point, direction: Point) -> tuple[np.float32, ...]:
    """Intersect the endless cylinder around z: a, b, c of a t² + 2 b t + c = 0, its root² and t."""
    ox, oy, _ = origin
    dx, dy, _ = direction
    a = max(dx * dx + dy * dy, _TINY)
    b = ox * dx + oy * dy
    c = ox * ox + oy * oy - ONE
    root = b * b - a * c
    return a, b, c, root, -(b + np.float32(math.sqrt(max(root, ZERO)))) / a


@kernel_with(**ROW_KERNEL)
def _hit_capsule(origin: Point, direction: Point, half: np.float32) -> Hit:
    """Intersect a capsule: its side between the ends, otherwise the sphere at the nearer end."""
    flat_a, flat_b, flat_c, side, t = _tube(origin, direction)
    oz, dz = origin[2], direction[2]
    z = oz + t * dz
    end = half if z > ZERO else -half
    ez = oz - end
    a, b = flat_a + dz * dz, flat_b + ez * dz
    cap = b * b - a * (flat_c + ez * ez)
    s = -(b + np.float32(math.sqrt(max(cap, ZERO)))) / a
    on_side = abs(z) <= half
    return t if on_side else s, (side > ZERO) & (on_side | (cap > ZERO))


@kernel_with(**ROW_KERNEL)
def _hit_cylinder(origin: Point, direction: Point, half: np.float32) -> Hit:
    """Intersect a cylinder: its side between the ends, otherwise the disk facing the camera."""
    ox, oy, oz = origin
    dx, dy, dz = direction
    _, _, _, side, t = _tube(origin, direction)
    on_side = (side > ZERO) & (abs(oz + t * dz) <= half)
    fall = dz if abs(dz) > _TINY else _TINY
    s = ((-half if fall > ZERO else half) - oz) / fall
    ex, ey = ox + s * dx, oy + s * dy
    on_disk = ex * ex + ey * ey <= ONE
    return t if on_side else s, on_side | on_disk


@kernel_with(**ROW_KERNEL)
def _hit_box(origin: Point, direction: Point, half: np.float32) -> Hit:
    """Intersect a box by slabs: the last entry must come before the first exit."""
    ox, oy, oz = origin
    dx, dy, dz = direction
    ix = ONE / (dx if abs(dx) > _TINY else _TINY)
    iy = ONE / (dy if abs(dy) > _TINY else _TINY)
    iz = ONE / (dz if abs(dz) > _TINY else _TINY)
    mx, my, mz = -ox * ix, -oy * iy, -oz * iz
    enter = max(mx - abs(ix), max(my - abs(iy), mz - abs(iz)))
    leave = min(mx + abs(ix), min(my + abs(iy), mz + abs(iz)))
    return enter, enter < leave


@kernel_with(**INLINED)
def _cast(
    hit: HitKernel,
    half: np.float32,
    p: Float32Array,
    x0: np.float32,
    k: int,
    depth: Float32Array,
    owner: Int32Array,
) -> None:
    """Fill in depth and owner where rays hit primitive k, according to the given kernel."""
    a0, a1, a2, b0, b1, b2, c0, c1, c2, d0, d1, d2, middle = numbers_of(p)
    own = np.int32(k)
    for i in range(depth.size):
        u = x0 + np.float32(np.int32(i))
        origin = a0 + b0 * u, a1 + b1 * u, a2 + b2 * u
        t, is_hit = hit(origin, (c0 + d0 * u, c1 + d1 * u, c2 + d2 * u), half)
        t = middle + t
        t = t if is_hit & (t > _NEAREST) else FAR
        owner[i] = own if t < depth[i] else owner[i]
        depth[i] = min(t, depth[i])


@kernel_with(**ROW_KERNEL)
def cast_row(
    solids: Solids,
    active: Int32Array,
    count: int,
    rays: Float64Array,
    time: float,
    depth: Float32Array,
    owner: Int32Array,
) -> None:
    """Fill in depth and owner of a row where a primitive is nearest; rows are padded to lanes."""
    numbers, counts, developed = solids.numbers, solids.counts, solids.rays
    owner[:] = -1
    for i in range(count):
        k = active[i]
        if _develop(numbers, counts, developed, k, rays, time):
            first = counts[k, FIRST]
            end = first + (counts[k, LAST] - first + LANES) // LANES * LANES
            x0, half = np.float32(first) - developed[k, 13], np.float32(numbers[k, HALF_LENGTH])
            p, near, owned = developed[k], depth[first:end], owner[first:end]
            kind = counts[k, KIND]
            if kind == ROUND:
                _cast(_hit_round, half, p, x0, k, near, owned)
            elif kind == CAPSULE:
                _cast(_hit_capsule, half, p, x0, k, near, owned)
            elif kind == CYLINDER:
                _cast(_hit_cylinder, half, p, x0, k, near, owned)
            else:
                _cast(_hit_box, half, p, x0, k, near, owned)
