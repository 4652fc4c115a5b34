"""Polygons in a plane: hulls, areas, what lies inside, and what is left after clipping.

A polygon is an array (N, 2) of its corners without repeating the first one. Convex ones are
given counterclockwise, as `convex_hull` returns them.
"""

import math

import numpy as np

from kickabout.geometry.arrays import Points2, Vec2
from kickabout.geometry.kernels import kernel
from kickabout.geometry.lines import closest_point_on_segment, distance


@kernel
def turn_at(a: Vec2, b: Vec2, c: Vec2) -> float:
    """Positive if the way from a over b to c turns left."""
    cross: float = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return cross


@kernel
def distinct_points(points: Points2) -> Points2:
    """Sorted by x, then by y, each only once."""
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
    """Corners counterclockwise from the leftmost one, none of them on a straight edge."""
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


@kernel
def polygon_area(polygon: Points2) -> float:
    """Positive if the corners run counterclockwise."""
    area = 0.0
    for i in range(polygon.shape[0]):
        a, b = polygon[i - 1], polygon[i]
        area += a[0] * b[1] - a[1] * b[0]
    return 0.5 * area


@kernel
def polygon_centroid(polygon: Points2) -> Vec2:
    """Center of the area; the mean of the corners if there is no area."""
    origin = polygon[0]
    total = 0.0
    x = 0.0
    y = 0.0
    for i in range(polygon.shape[0]):
        ax, ay = polygon[i - 1, 0] - origin[0], polygon[i - 1, 1] - origin[1]
        bx, by = polygon[i, 0] - origin[0], polygon[i, 1] - origin[1]
        cross = ax * by - ay * bx
        total += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    centroid = np.empty(2)
    if total == 0.0:
        centroid[0] = np.mean(polygon[:, 0])
        centroid[1] = np.mean(polygon[:, 1])
    else:
        centroid[0] = origin[0] + x / (3.0 * total)
        centroid[1] = origin[1] + y / (3.0 * total)
    return centroid


@kernel
def is_in_polygon(point: Vec2, polygon: Points2) -> bool:
    """By counting crossings, for any simple polygon; on an edge either answer may come."""
    inside = False
    for i in range(polygon.shape[0]):
        a, b = polygon[i - 1], polygon[i]
        if (a[1] > point[1]) != (b[1] > point[1]):
            crossing_x = a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            if point[0] < crossing_x:
                inside = not inside
    return inside


@kernel
def closest_point_on_polygon(point: Vec2, polygon: Points2) -> Vec2:
    """Nearest point of the outline, also for points inside."""
    best: Vec2 = polygon[0].copy()
    best_distance = math.inf
    for i in range(polygon.shape[0]):
        candidate = closest_point_on_segment(point, polygon[i - 1], polygon[i])
        candidate_distance = distance(point, candidate)
        if candidate_distance < best_distance:
            best = candidate
            best_distance = candidate_distance
    return best


@kernel
def clipped_by_edge(polygon: Points2, start: Vec2, end: Vec2) -> Points2:
    """What lies on the left of the line from start to end."""
    count = polygon.shape[0]
    result = np.empty((2 * count, 2))
    size = 0
    for i in range(count):
        a, b = polygon[i - 1], polygon[i]
        a_left, b_left = turn_at(start, end, a), turn_at(start, end, b)
        if (a_left < 0.0) != (b_left < 0.0):
            ratio = a_left / (a_left - b_left)
            result[size, 0] = a[0] + ratio * (b[0] - a[0])
            result[size, 1] = a[1] + ratio * (b[1] - a[1])
            size += 1
        if b_left >= 0.0:
            result[size] = b
            size += 1
    return result[:size].copy()


@kernel
def clipped_polygon(polygon: Points2, window: Points2) -> Points2:
    """The part of a convex polygon inside a convex window, without corners if there is none.

    Also takes other simple polygons, whose parts then hang together by edges on the window.
    """
    result = polygon.copy()
    for i in range(window.shape[0]):
        if result.shape[0] == 0:
            break
        result = clipped_by_edge(result, window[i - 1], window[i])
    return result


@kernel
def clipped_segment(start: Vec2, end: Vec2, window: Points2) -> tuple[bool, Vec2, Vec2]:
    """Whether some of the segment lies inside a convex window, and that part's ends."""
    first = 0.0
    last = 1.0
    for i in range(window.shape[0]):
        start_left = turn_at(window[i - 1], window[i], start)
        end_left = turn_at(window[i - 1], window[i], end)
        if start_left < 0.0 and end_left < 0.0:
            first = 2.0
        elif start_left < 0.0:
            first = max(first, start_left / (start_left - end_left))
        elif end_left < 0.0:
            last = min(last, start_left / (start_left - end_left))
    step = end - start
    return first <= last, start + first * step, start + last * step
