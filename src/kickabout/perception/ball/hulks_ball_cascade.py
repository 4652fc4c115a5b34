"""HULKs' ball cascade: from overlapping circles to one per ball, and the carpet around them."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.perception.colors.hulks_field_color import ChromaticityLimits, has_field_color
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import ByteArray

AROUND = 1.4  # radii from the middle to the ring on which carpet is expected
RING_SAMPLES = 24  # number of samples on the ring
GRID_PATCH_RADII = 4.0  # edge of a patch in radii of its box, so that an off-center ball fits


@kernel
def merged_circles(circles: FloatArray, overlap: float) -> FloatArray:
    """Return rows of x, y, radius and score, best first; overlapping circles are averaged.

    Circles belong to one ball if their centers are nearer than `overlap` radii of the better one.
    """
    order = np.argsort(-circles[:, 3], kind="mergesort")
    merged, weights = np.empty((circles.shape[0], 4)), np.empty(circles.shape[0])
    anchors = np.empty((circles.shape[0], 3))
    count = 0
    for i in order:
        same = -1
        for k in range(count):
            gap = math.hypot(circles[i, 0] - anchors[k, 0], circles[i, 1] - anchors[k, 1])
            if same < 0 and gap < overlap * anchors[k, 2]:
                same = k
        if same < 0:
            merged[count] = circles[i]
            anchors[count] = circles[i, :3]
            weights[count] = circles[i, 3]
            count += 1
            continue
        total = weights[same] + circles[i, 3]
        fraction = circles[i, 3] / max(total, 1e-9)
        for k in range(3):
            merged[same, k] += fraction * (circles[i, k] - merged[same, k])
        weights[same] = total
    return merged[:count].copy()


@kernel
def carpet_around(yuyv: ByteArray, circles: FloatArray, chromaticity: ChromaticityLimits) -> Vec:
    """Return the field fraction of the visible part of a ring around each circle."""
    found = np.ones(circles.shape[0])
    for i in range(circles.shape[0]):
        seen, field = 0, 0
        for k in range(RING_SAMPLES):
            angle = 2.0 * math.pi * k / RING_SAMPLES
            column = round(circles[i, 0] + AROUND * circles[i, 2] * math.cos(angle))
            row = round(circles[i, 1] + AROUND * circles[i, 2] * math.sin(angle))
            if not (0 <= column < yuyv.shape[1] - 1 and 0 <= row < yuyv.shape[0]):
                continue
            even = column & ~1
            y = float(yuyv[row, even, 0])
            blue = chroma(y, float(yuyv[row, even, 1]))
            red = chroma(y, float(yuyv[row, even + 1, 1]))
            seen += 1
            field += has_field_color(blue, red, chromaticity)
        if seen > 0:
            found[i] = field / seen
    return found
