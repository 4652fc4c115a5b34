"""The ball cascade: from boxes to patches, and from circles that overlap to one for each ball."""

import math

import numpy as np

from kickabout.geometry import FloatArray, kernel

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
