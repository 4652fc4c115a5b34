"""Convex hulls in a plane.

A polygon is an array (N, 2) of its corners without repeating the first one, counterclockwise.
"""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import Points2, Vec2


@kernel
def turn_at(a: Vec2, b: Vec2, c: Vec2) -> float:
    """Return a positive number if the path from a over b to c turns left."""
    cross: float = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return cross


@kernel
def distinct_points(points: Points2) -> Points2:
    """Return the points sorted by x, then by y, each only once."""
    order = points[np.argsort(points[:, 1], kind="mergesort")]
    order = order[np.argsort(order[:, 0], kind="mergesort")]
    size = 0
    for i in range(order.shape[0]):
        if size == 0 or order[i, 0] != order[size - 1, 0] or order[i, 1] != order[size - 1, 1]:
            order[size] = order[i]
            size += 1
    return order[:size].copy()


@kernel
def convex_hull(points: Points2) -> Points2:
    """Return the corners counterclockwise from the leftmost one, none on a straight edge."""
    order = distinct_points(points)
    count = order.shape[0]
    hull = np.empty((2 * count + 1, 2))
    size = 0
    for i in range(count):
        while size >= 2 and turn_at(hull[size - 2], hull[size - 1], order[i]) <= 0.0:
            size -= 1
        hull[size] = order[i]
        size += 1
    lower = size + 1
    for i in range(count - 2, -1, -1):
        while size >= lower and turn_at(hull[size - 2], hull[size - 1], order[i]) <= 0.0:
            size -= 1
        hull[size] = order[i]
        size += 1
    return hull[: max(size - 1, min(count, 1))].copy()
