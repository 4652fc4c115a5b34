"""Straight lines and segments in a plane: nearest points, distances, sides, intersections.

Points are arrays (2,). A line is given by two of its points, and leads from the first to the
second one.
"""

import math

import numpy as np

from kickabout.geometry.arrays import FloatArray, IndexArray, Points2, Vec2
from kickabout.geometry.kernels import kernel


@kernel
def distance(a: Vec2, b: Vec2) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


@kernel
def ratio_along(point: Vec2, start: Vec2, end: Vec2) -> float:
    """Where the point's foot lies: 0 at the start, 1 at the end; 0 if both are the same."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    squared_length: float = dx * dx + dy * dy
    if squared_length == 0.0:
        return 0.0
    along: float = (point[0] - start[0]) * dx + (point[1] - start[1]) * dy
    return along / squared_length


@kernel
def point_along(start: Vec2, end: Vec2, ratio: float) -> Vec2:
    result = np.empty(2)
    result[0] = start[0] + ratio * (end[0] - start[0])
    result[1] = start[1] + ratio * (end[1] - start[1])
    return result


@kernel
def closest_point_on_line(point: Vec2, start: Vec2, end: Vec2) -> Vec2:
    return point_along(start, end, ratio_along(point, start, end))


@kernel
def closest_point_on_segment(point: Vec2, start: Vec2, end: Vec2) -> Vec2:
    return point_along(start, end, min(max(ratio_along(point, start, end), 0.0), 1.0))


@kernel
def distance_to_segment(point: Vec2, start: Vec2, end: Vec2) -> float:
    return distance(point, closest_point_on_segment(point, start, end))


@kernel
def signed_distance_to_line(point: Vec2, start: Vec2, end: Vec2) -> float:
    """Positive on the left of the line; the line needs two different points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cross: float = dx * (point[1] - start[1]) - dy * (point[0] - start[0])
    return cross / math.hypot(dx, dy)


@kernel
def distance_to_line(point: Vec2, start: Vec2, end: Vec2) -> float:
    return abs(signed_distance_to_line(point, start, end))


@kernel
def side_of_line(point: Vec2, start: Vec2, end: Vec2) -> int:
    """1 on the left, -1 on the right, 0 on the line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cross = dx * (point[1] - start[1]) - dy * (point[0] - start[0])
    if cross > 0.0:
        return 1
    return -1 if cross < 0.0 else 0


@kernel
def crossing_ratios(
    start: Vec2, end: Vec2, other_start: Vec2, other_end: Vec2
) -> tuple[bool, float, float]:
    """Whether the lines cross, and where along each; parallel ones do not."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    ex, ey = other_end[0] - other_start[0], other_end[1] - other_start[1]
    cross = dx * ey - dy * ex
    if abs(cross) <= 1e-12 * math.hypot(dx, dy) * math.hypot(ex, ey):
        return False, 0.0, 0.0
    fx, fy = other_start[0] - start[0], other_start[1] - start[1]
    return True, (fx * ey - fy * ex) / cross, (fx * dy - fy * dx) / cross


@kernel
def line_intersection(
    start: Vec2, end: Vec2, other_start: Vec2, other_end: Vec2
) -> tuple[bool, Vec2]:
    """Whether two lines cross, and where."""
    crosses, ratio, _ = crossing_ratios(start, end, other_start, other_end)
    return crosses, point_along(start, end, ratio)


@kernel
def segment_intersection(
    start: Vec2, end: Vec2, other_start: Vec2, other_end: Vec2
) -> tuple[bool, Vec2]:
    """Whether two segments cross, and where; overlapping parallel ones count as not crossing."""
    crosses, ratio, other_ratio = crossing_ratios(start, end, other_start, other_end)
    crosses = crosses and 0.0 <= ratio <= 1.0 and 0.0 <= other_ratio <= 1.0
    return crosses, point_along(start, end, ratio)


@kernel
def distance_between_segments(start: Vec2, end: Vec2, other_start: Vec2, other_end: Vec2) -> float:
    if segment_intersection(start, end, other_start, other_end)[0]:
        return 0.0
    return min(
        min(
            distance_to_segment(start, other_start, other_end),
            distance_to_segment(end, other_start, other_end),
        ),
        min(
            distance_to_segment(other_start, start, end),
            distance_to_segment(other_end, start, end),
        ),
    )


@kernel
def nearest_segments(points: Points2, segments: FloatArray) -> tuple[IndexArray, FloatArray]:
    """For each point the index of the nearest row (x, y, x, y) and the distance to it."""
    indices = np.zeros(points.shape[0], dtype=np.int64)
    distances = np.full(points.shape[0], np.inf)
    for i in range(points.shape[0]):
        for j in range(segments.shape[0]):
            d = distance_to_segment(points[i], segments[j, :2], segments[j, 2:])
            if d < distances[i]:
                indices[i] = j
                distances[i] = d
    return indices, distances
