"""Soft shadows on the ground map: one blurred ellipse per primitive and light source."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, LANES, ONE, ROW_KERNEL, ZERO

_BOX, _CAPSULE, _CYLINDER, _SPHERE = 3, 1, 2, 0  # Shape
_SMALLEST = 0.018  # m; thinner objects cast no visible shadow
_FAINTEST = 0.15  # minimum fraction of the light of a source that casts shadows
_LARGEST = 256  # texels, maximum size of a shadow
_MAX_BLUR = 0.1  # m; more blurred shadows look like darker carpet
_ALMOST_BLACK = np.float32(0.97)  # some ambient light reaches every point
_THREE, _TWO = np.float32(3.0), np.float32(2.0)


class Bodies(NamedTuple):
    """Primitives that may cast shadows; neighbors with the same instance number share one."""

    shape: Int32Array
    size: Float64Array
    position: Float64Array
    rotation: Float64Array
    instance: Int32Array


class Sources(NamedTuple):
    directions: Float64Array  # n×3
    fractions: Float64Array  # n, of the light on the ground
    spreads: Float64Array  # n, tangents of half the opening angles


class ShadowMemory(NamedTuple):
    patch: Float32Array  # fraction of the light in the current shadow
    blobs: Float64Array  # of the current body and source
    axes: Float64Array
    rectangles: Int32Array  # left, top, right, bottom of each changed part of the map


def make_shadow_memory() -> ShadowMemory:
    return ShadowMemory(
        patch=np.ones((_LARGEST, _LARGEST), np.float32),
        blobs=np.zeros((64, 10)),
        axes=np.zeros(3),
        rectangles=np.zeros((256, 4), np.int32),
    )


@kernel_with(**ROW_KERNEL)
def semi_axes(shape: int, size: Float64Array, axes: Float64Array) -> None:
    """Fill in the semi-axes of an ellipsoid with about the same shadow."""
    for k in range(3):
        axes[k] = size[k] * (1.13 if shape == _BOX else 1.0)
    if shape == _SPHERE:
        axes[1] = axes[2] = size[0]
    elif shape == _CAPSULE:
        axes[1], axes[2] = size[0], size[0] + size[1]
    elif shape == _CYLINDER:
        axes[1], axes[2] = size[0], size[1] * 1.1


@kernel_with(**ROW_KERNEL)
def shadow_ellipse(
    axes: Float64Array,
    position: Float64Array,
    rotation: Float64Array,
    direction: Float64Array,
    spread: float,
    blob: Float64Array,
) -> None:
    """Fill in center x, y; inverse matrix xx, xy, yy; half extents x, y; darkness; edge from, to.

    An ellipsoid with matrix S, projected along the light by P = [1 | -slope], has the shadow
    P S Pᵀ; the size of the lamp blurs it in proportion to its height.
    """
    slope_x, slope_y = direction[0] / direction[2], direction[1] / direction[2]
    xx = xy = yy = 0.0
    for k in range(3):
        px = (rotation[0, k] - slope_x * rotation[2, k]) * axes[k]
        py = (rotation[1, k] - slope_y * rotation[2, k]) * axes[k]
        xx += px * px
        xy += px * py
        yy += py * py
    sharp = math.sqrt(max(xx * yy - xy * xy, 1e-12))
    blur = spread * max(position[2], 0.0) + 0.008
    xx += blur * blur
    yy += blur * blur
    determinant = xx * yy - xy * xy
    area = math.sqrt(determinant)
    softness = min(blur / math.sqrt(area), 1.0)
    blob[0] = position[0] - slope_x * position[2]
    blob[1] = position[1] - slope_y * position[2]
    blob[2], blob[3], blob[4] = yy / determinant, -xy / determinant, xx / determinant
    blob[7] = min(sharp / area * (1.0 + 0.5 * softness), 1.0)
    blob[8], blob[9] = (1.0 - softness) ** 2, (1.0 + softness) ** 2
    reach = 1.0 + softness
    blob[5], blob[6] = math.sqrt(xx) * reach, math.sqrt(yy) * reach


@kernel_with(**ROW_KERNEL)
def _darken(
    patch: Float32Array,
    rows: int,
    columns: int,
    blob: Float64Array,
    x: float,
    y: float,
    texel: float,
) -> None:
    """Multiply the patch, whose first texel is at x, y, by the light that passes the blob.

    Patches are passed as a whole, not as views, so that their rows are known to be contiguous.
    """
    left = max(int((blob[0] - blob[5] - x) / texel), 0)
    right = min(int((blob[0] + blob[5] - x) / texel) + 2, columns)
    top = max(int((blob[1] - blob[6] - y) / texel), 0)
    bottom = min(int((blob[1] + blob[6] - y) / texel) + 2, rows)
    count = min((right - left + LANES - 1) // LANES * LANES, patch.shape[1] - left)
    if count <= 0:
        return
    a, b2, c = np.float32(blob[2]), np.float32(2.0 * blob[3]), np.float32(blob[4])
    outer, scale = np.float32(blob[9]), np.float32(1.0 / (blob[9] - blob[8] + 1e-6))
    darkness, step = np.float32(blob[7]), np.float32(texel)
    x0 = np.float32(x + left * texel - blob[0])
    for j in range(top, bottom):
        dy = np.float32(y + j * texel - blob[1])
        row = patch[j, left : left + count]
        for i in range(count):
            dx = x0 + step * np.float32(np.int32(i))
            m = dx * (a * dx + b2 * dy) + c * dy * dy
            s = min(max((outer - m) * scale, ZERO), ONE)
            row[i] *= ONE - darkness * s * s * (_THREE - _TWO * s)


@kernel_with(**ROW_KERNEL)
def _apply(
    texels: Float32Array, patch: Float32Array, rectangle: Int32Array, fraction: float
) -> None:
    strength = np.float32(fraction) * _ALMOST_BLACK
    left, top = rectangle[0], rectangle[1]
    for j in range(rectangle[3] - top):
        for i in range(rectangle[2] - left):
            texels[top + j, left + i, 0] *= ONE - strength * (ONE - patch[j, i])


@kernel_with(**FRAME_KERNEL)
def restore(texels: Float32Array, clean: Float32Array, rectangles: Int32Array, count: int) -> None:
    """Undo the shadows inside the first `count` rectangles (left, top, right, bottom)."""
    for k in range(count):
        left, top = rectangles[k, 0], rectangles[k, 1]
        right, bottom = rectangles[k, 2], rectangles[k, 3]
        for j in range(top, bottom):
            for i in range(left, right):
                texels[j, i, 0] = clean[j, i, 0]


@kernel_with(**ROW_KERNEL)
def _shade_group(
    texels: Float32Array,
    origin: Float64Array,
    texel: float,
    blobs: Float64Array,
    count: int,
    fraction: float,
    patch: Float32Array,
    rectangle: Int32Array,
) -> bool:
    """Cast the shadow of one body and source; its blobs overlap, but block only that source."""
    x_low = y_low = 1e9
    x_high = y_high = -1e9
    for k in range(count):
        x_low, x_high = (
            min(x_low, blobs[k, 0] - blobs[k, 5]),
            max(x_high, blobs[k, 0] + blobs[k, 5]),
        )
        y_low, y_high = (
            min(y_low, blobs[k, 1] - blobs[k, 6]),
            max(y_high, blobs[k, 1] + blobs[k, 6]),
        )
    left = max(int((x_low - origin[0]) / texel), 0)
    top = max(int((y_low - origin[1]) / texel), 0)
    right = min(int((x_high - origin[0]) / texel) + 2, texels.shape[1], left + patch.shape[1])
    bottom = min(int((y_high - origin[1]) / texel) + 2, texels.shape[0], top + patch.shape[0])
    if right <= left or bottom <= top:
        return False
    for j in range(bottom - top):
        patch[j, : right - left] = ONE
    x, y = origin[0] + left * texel, origin[1] + top * texel
    for k in range(count):
        _darken(patch, bottom - top, right - left, blobs[k], x, y, texel)
    rectangle[0], rectangle[1], rectangle[2], rectangle[3] = left, top, right, bottom
    _apply(texels, patch, rectangle, fraction)
    return True


@kernel_with(**ROW_KERNEL)
def _find_blobs(
    bodies: Bodies,
    first: int,
    last: int,
    direction: Float64Array,
    spread: float,
    memory: ShadowMemory,
) -> int:
    """Find the shadows of some primitives in the light of one source; return their number."""
    count = 0
    for k in range(first, last):
        semi_axes(bodies.shape[k], bodies.size[k], memory.axes)
        thinnest = min(memory.axes[0], min(memory.axes[1], memory.axes[2]))
        blur = spread * bodies.position[k, 2]
        if thinnest >= _SMALLEST and blur < _MAX_BLUR:
            shadow_ellipse(
                memory.axes, bodies.position[k], bodies.rotation[k], direction, spread,
                memory.blobs[count],
            )  # fmt: skip
            count += 1
    return count


@kernel_with(**FRAME_KERNEL)
def cast_shadows(
    texels: Float32Array,
    origin: Float64Array,
    texel: float,
    bodies: Bodies,
    sources: Sources,
    memory: ShadowMemory,
) -> int:
    """Cast the shadows of all bodies; return the number of changed rectangles of the map."""
    changed, first, total = 0, 0, bodies.shape.size
    while first < total:
        last = first
        limit = first + memory.blobs.shape[0]
        while last < min(total, limit) and bodies.instance[last] == bodies.instance[first]:
            last += 1
        for s in range(sources.fractions.size):
            if sources.fractions[s] < _FAINTEST or changed >= memory.rectangles.shape[0]:
                continue
            count = _find_blobs(
                bodies, first, last, sources.directions[s], sources.spreads[s], memory
            )
            if count > 0 and _shade_group(
                texels, origin, texel, memory.blobs, count, sources.fractions[s], memory.patch,
                memory.rectangles[changed],
            ):  # fmt: skip
                changed += 1
        first = last
    return changed
