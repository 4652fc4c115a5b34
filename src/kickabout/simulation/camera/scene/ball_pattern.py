"""The ball's print: twelve black pentagons around the corners of an icosahedron."""

import math

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array
from kickabout.simulation.camera.rendering.kernels import HALF, ONE, ROW_KERNEL, ZERO
from kickabout.simulation.camera.rendering.ray_casts import numbers_of

_GOLDEN = (1.0 + math.sqrt(5.0)) / 2.0
_SHORT = np.float32(1.0 / math.hypot(1.0, _GOLDEN))  # coordinates of the corners on the unit sphere
_LONG = np.float32(_GOLDEN / math.hypot(1.0, _GOLDEN))

# Between the nearest corner (cosine m1 to the point) and the next two (m2, m3), a point
# p = α v1 + β v2 + γ v3 is inside the pentagon of a truncated icosahedron where α > 2 (β + γ).
# Neighboring corners have cosine 1/√5, which turns α, β, γ into cosines.
_NEIGHBOR = 1.0 / math.sqrt(5.0)
_SUM = _NEIGHBOR / (1.0 + 2.0 * _NEIGHBOR)
_NEAREST_WEIGHT = np.float32((1.0 + 3.0 * _SUM) / (1.0 - _NEIGHBOR))
_NEXT_WEIGHT = np.float32((2.0 - 3.0 * _SUM) / (1.0 - _NEIGHBOR))
_SLOPE = np.float32(1.0 / 3.4)  # slope of α - 2 (β + γ) across the pentagon's edge


@kernel_with(**ROW_KERNEL)
def patch_distance(x: np.float32, y: np.float32, z: np.float32) -> np.float32:
    """Return how far inside a patch a point of the unit sphere is, in radii; negative outside."""
    a, b, c = abs(x), abs(y), abs(z)
    m1, n1 = _SHORT * b + _LONG * c, _LONG * c - _SHORT * b
    m2, n2 = _SHORT * a + _LONG * b, _LONG * b - _SHORT * a
    m3, n3 = _SHORT * c + _LONG * a, _LONG * a - _SHORT * c
    first = max(m1, max(m2, m3))
    middle = max(min(m1, m2), min(max(m1, m2), m3))
    last = min(m1, min(m2, m3))
    mirrored = max(n1, max(n2, n3))
    # of all six corners nearby, the three nearest; a mirrored one is never the nearest
    second = max(middle, min(mirrored, first))
    third = max(min(middle, mirrored), last)
    return (_NEAREST_WEIGHT * first - _NEXT_WEIGHT * (second + third)) * _SLOPE


@kernel_with(**ROW_KERNEL)
def print_patches(
    p: Float32Array,
    x0: np.float32,
    turn_x: np.float32,
    turn_y: np.float32,
    turn_z: np.float32,
    footprint: np.float32,
    darkness: np.float32,
    depth: Float32Array,
    tint: Float32Array,
) -> None:
    """Darken where rays hit patches of the unit sphere, rotated by a rotation vector."""
    a0, a1, a2, b0, b1, b2, c0, c1, c2, d0, d1, d2, middle = numbers_of(p)
    scale = ONE / footprint
    for i in range(tint.size):
        u, t = x0 + np.float32(np.int32(i)), depth[i] - middle
        x = a0 + b0 * u + t * (c0 + d0 * u)
        y = a1 + b1 * u + t * (c1 + d1 * u)
        z = a2 + b2 * u + t * (c2 + d2 * u)
        inside = patch_distance(
            x - (turn_y * z - turn_z * y),
            y - (turn_z * x - turn_x * z),
            z - (turn_x * y - turn_y * x),
        )
        tint[i] = ONE - darkness * min(max(inside * scale + HALF, ZERO), ONE)
