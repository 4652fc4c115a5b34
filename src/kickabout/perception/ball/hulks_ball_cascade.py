"""The ball cascade: from boxes to patches, from circles that overlap to one for each ball."""

import math

import numpy as np

from kickabout.geometry import FloatArray, Vec, kernel
from kickabout.perception.colors.hulks_field_color import Shares, has_field_color
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import ByteArray

AROUND = 1.4  # radii from the middle to where the carpet around a ball is looked for
LOOKS_AROUND = 24
GRID_PATCH_RADII = 4.0  # edge of a patch in radii of its box: a ball beside the middle fits in


@kernel
def merged_circles(circles: FloatArray, overlap: float) -> FloatArray:
    """Rows of x, y, radius and score, best first; what overlaps a better one is averaged into it.

    Circles belong to one ball if their centers are nearer than `overlap` radii of the better one.
    """
    order = np.argsort(-circles[:, 3], kind="mergesort")
    merged, weights = np.empty((circles.shape[0], 4)), np.empty(circles.shape[0])
    anchors = np.empty((circles.shape[0], 3))
    count = 0
    for i in order:
        mate = -1
        for k in range(count):
            gap = math.hypot(circles[i, 0] - anchors[k, 0], circles[i, 1] - anchors[k, 1])
            if mate < 0 and gap < overlap * anchors[k, 2]:
                mate = k
        if mate < 0:
            merged[count] = circles[i]
            anchors[count] = circles[i, :3]
            weights[count] = circles[i, 3]
            count += 1
            continue
        total = weights[mate] + circles[i, 3]
        share = circles[i, 3] / max(total, 1e-9)
        for k in range(3):
            merged[mate, k] += share * (circles[i, k] - merged[mate, k])
        weights[mate] = total
    return merged[:count].copy()


@kernel
def carpet_around(yuyv: ByteArray, circles: FloatArray, shares: Shares) -> Vec:
    """How much of a ring around each circle is field, as far as the image shows it."""
    found = np.ones(circles.shape[0])
    for i in range(circles.shape[0]):
        seen, field = 0, 0
        for k in range(LOOKS_AROUND):
            angle = 2.0 * math.pi * k / LOOKS_AROUND
            column = round(circles[i, 0] + AROUND * circles[i, 2] * math.cos(angle))
            row = round(circles[i, 1] + AROUND * circles[i, 2] * math.sin(angle))
            if not (0 <= column < yuyv.shape[1] - 1 and 0 <= row < yuyv.shape[0]):
                continue
            even = column & ~1
            y = float(yuyv[row, even, 0])
            blue = chroma(y, float(yuyv[row, even, 1]))
            red = chroma(y, float(yuyv[row, even + 1, 1]))
            seen += 1
            field += has_field_color(blue, red, shares)
        if seen > 0:
            found[i] = field / seen
    return found
