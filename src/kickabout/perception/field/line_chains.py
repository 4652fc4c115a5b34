"""Chains of line points: from links between neighbors to straight pieces."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Vec
from kickabout.perception.field.line_points import (
    EXTENT,
    LEVEL_X,
    LEVEL_Y,
    linked_points,
)

# A line as kernels take it: a point on it and its direction, in straightened px.
POINT_X, POINT_Y, ALONG_X, ALONG_Y = 0, 1, 2, 3


@kernel
def main_axis(xx: float, yy: float, xy: float) -> tuple[float, float]:
    """Return the direction, to the right, of the largest of these squared deviations."""
    apart = math.sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy)
    if apart == 0.0:
        return 1.0, 0.0
    # The axis has half of the angle whose cosine and sine these are.
    cosine, sine = (xx - yy) / apart, 2.0 * xy / apart
    if cosine > 0.0:
        c = math.sqrt(0.5 * (1.0 + cosine))
        return c, 0.5 * sine / c
    s = math.sqrt(0.5 * (1.0 - cosine))
    return 0.5 * abs(sine) / s, math.copysign(s, sine)


@kernel
def fitted_line(
    line_points: FloatArray, members: IndexArray, x_at: int, y_at: int
) -> tuple[Vec, float]:
    """Return the line through the members along their main axis, and their mean squared distance.

    `x_at` and `y_at` are the columns that hold the points' x and y.
    """
    n = float(members.shape[0])
    mean_x = mean_y = 0.0
    for i in members:
        mean_x, mean_y = mean_x + line_points[i, x_at], mean_y + line_points[i, y_at]
    mean_x, mean_y = mean_x / n, mean_y / n
    xx = yy = xy = 0.0
    for i in members:
        dx, dy = line_points[i, x_at] - mean_x, line_points[i, y_at] - mean_y
        xx, yy, xy = xx + dx * dx, yy + dy * dy, xy + dx * dy
    line = np.empty(4)
    line[0], line[1] = mean_x, mean_y
    line[2], line[3] = main_axis(xx, yy, xy)
    larger = 0.5 * (xx + yy + math.sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy))
    return line, max(xx + yy - larger, 0.0) / n


@kernel
def chains_of(successors: IndexArray) -> tuple[IndexArray, IndexArray]:
    """Return all points chain by chain, and where each chain begins; the last entry is the end."""
    count = successors.shape[0]
    is_first = np.ones(count, np.bool_)
    for i in range(count):
        if successors[i] >= 0:
            is_first[successors[i]] = False
    order, starts = np.empty(count, np.int64), np.empty(count + 1, np.int64)
    size = chains = 0
    for i in range(count):
        if not is_first[i]:
            continue
        starts[chains] = size
        chains += 1
        k = i
        while k >= 0:
            order[size] = k
            size += 1
            k = successors[k]
    starts[chains] = size
    return order, starts[: chains + 1].copy()


@kernel
def chained_pieces(
    line_points: FloatArray, upright: int, max_slope: float, tolerance: float, fraction: float
) -> tuple[IndexArray, IndexArray]:
    """Return indices of points chain by chain, and the straight pieces of the chains.

    The first `upright` points are on columns, the others on rows.
    """
    count = line_points.shape[0]
    order = np.empty(count, np.int64)
    pieces = np.empty((count, 2), np.int64)
    size = 0
    for begin, end in ((0, upright), (upright, count)):
        some = line_points[begin:end]
        links = linked_points(some, max_slope, 2.0 * tolerance, 2.0 * fraction)
        chains, starts = chains_of(links)
        straight = straight_pieces(some, chains, starts, tolerance, fraction)
        order[begin:end] = chains + begin
        pieces[size : size + straight.shape[0]] = straight + begin
        size += straight.shape[0]
    return order, pieces[:size].copy()


@kernel
def straight_pieces(
    line_points: FloatArray,
    order: IndexArray,
    starts: IndexArray,
    tolerance: float,
    fraction: float,
) -> IndexArray:
    """Return rows of first and last index into `order` of the straight pieces of chains.

    A piece ends where the next point is off by more than `tolerance` px and a fraction of its
    region's length. Neighboring pieces have a point in common.
    """
    pieces = np.empty((order.shape[0], 2), np.int64)
    count = 0
    for chain in range(starts.shape[0] - 1):
        first = starts[chain]
        while first < starts[chain + 1] - 2:
            last = (
                straight_until(line_points, order[first : starts[chain + 1]], tolerance, fraction)
                + first
            )
            if last - first >= 2:
                pieces[count, 0], pieces[count, 1] = first, last
                count += 1
            first = last
    return pieces[:count].copy()


@kernel
def straight_until(
    line_points: FloatArray, chain: IndexArray, tolerance: float, fraction: float
) -> int:
    """Return the index of the last point up to which a chain is straight; it is at least 1."""
    line = np.empty(4)
    from_x, from_y = line_points[chain[0], LEVEL_X], line_points[chain[0], LEVEL_Y]
    x = y = xx = yy = xy = 0.0
    for last in range(1, chain.shape[0]):
        dx, dy = (
            line_points[chain[last], LEVEL_X] - from_x,
            line_points[chain[last], LEVEL_Y] - from_y,
        )
        x, y = x + dx, y + dy
        xx, yy, xy = xx + dx * dx, yy + dy * dy, xy + dx * dy
        if last == 1:
            continue
        n = last + 1.0
        line[0], line[1] = from_x + x / n, from_y + y / n
        line[2], line[3] = main_axis(xx - x * x / n, yy - y * y / n, xy - x * y / n)
        for k in range(last, -1, -1):
            i = chain[k]
            off = distance_from(line, line_points[i, LEVEL_X], line_points[i, LEVEL_Y])
            if off > tolerance + fraction * line_points[i, EXTENT]:
                return last - 1
    return int(chain.shape[0] - 1)


@kernel
def distance_from(line: Vec, x: float, y: float) -> float:
    """Return the distance of a point from a line."""
    return float(abs((y - line[1]) * line[2] - (x - line[0]) * line[3]))


@kernel
def position_along(line: Vec, x: float, y: float) -> float:
    """Return the coordinate of a point along a line, from the line's own point."""
    return float((x - line[0]) * line[2] + (y - line[1]) * line[3])


@kernel
def piece_on_ground(ax: float, ay: float, bx: float, by: float, piece: Vec) -> None:
    """Fill in middle, direction and length of the piece between two points on the ground."""
    dx, dy = bx - ax, by - ay
    length = math.sqrt(dx * dx + dy * dy)
    piece[0], piece[1] = 0.5 * (ax + bx), 0.5 * (ay + by)
    piece[2], piece[3] = dx / max(length, 1e-9), dy / max(length, 1e-9)
    piece[4] = length
