"""Chains of line spots: from links between neighbors to straight pieces."""

import math

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Vec, kernel
from kickabout.perception.field.line_spots import (
    EXTENT,
    LEVEL_X,
    LEVEL_Y,
    linked_spots,
)

# A line as kernels take it: a point on it and its direction, in straightened px.
POINT_X, POINT_Y, ALONG_X, ALONG_Y = 0, 1, 2, 3


@kernel
def main_axis(xx: float, yy: float, xy: float) -> tuple[float, float]:
    """Direction in which points with these squared deviations extend most; to the right."""
    apart = math.sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy)
    if apart == 0.0:
        return 1.0, 0.0
    # by half of the angle whose cosine and sine these are
    cosine, sine = (xx - yy) / apart, 2.0 * xy / apart
    if cosine > 0.0:
        c = math.sqrt(0.5 * (1.0 + cosine))
        return c, 0.5 * sine / c
    s = math.sqrt(0.5 * (1.0 - cosine))
    return 0.5 * abs(sine) / s, math.copysign(s, sine)


@kernel
def fitted_line(spots: FloatArray, members: IndexArray, x_at: int, y_at: int) -> tuple[Vec, float]:
    """Line through the mean along the main axis, and the mean squared distance from it.

    Of some of the spots, by the columns that have their x and y.
    """
    n = float(members.shape[0])
    mean_x = mean_y = 0.0
    for i in members:
        mean_x, mean_y = mean_x + spots[i, x_at], mean_y + spots[i, y_at]
    mean_x, mean_y = mean_x / n, mean_y / n
    xx = yy = xy = 0.0
    for i in members:
        dx, dy = spots[i, x_at] - mean_x, spots[i, y_at] - mean_y
        xx, yy, xy = xx + dx * dx, yy + dy * dy, xy + dx * dy
    line = np.empty(4)
    line[0], line[1] = mean_x, mean_y
    line[2], line[3] = main_axis(xx, yy, xy)
    larger = 0.5 * (xx + yy + math.sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy))
    return line, max(xx + yy - larger, 0.0) / n


@kernel
def chains_of(successors: IndexArray) -> tuple[IndexArray, IndexArray]:
    """All spots chain by chain, and where each chain begins; the last entry is the end."""
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
    spots: FloatArray, upright: int, steepest: float, slack: float, share: float
) -> tuple[IndexArray, IndexArray]:
    """Indices of spots chain by chain, and the straight pieces of the chains.

    The first spots, `upright` of them, are of columns, the others of rows.
    """
    count = spots.shape[0]
    order = np.empty(count, np.int64)
    pieces = np.empty((count, 2), np.int64)
    size = 0
    for begin, end in ((0, upright), (upright, count)):
        some = spots[begin:end]
        links = linked_spots(some, steepest, 2.0 * slack, 2.0 * share)
        chains, starts = chains_of(links)
        straight = straight_pieces(some, chains, starts, slack, share)
        order[begin:end] = chains + begin
        pieces[size : size + straight.shape[0]] = straight + begin
        size += straight.shape[0]
    return order, pieces[:size].copy()


@kernel
def straight_pieces(
    spots: FloatArray, order: IndexArray, starts: IndexArray, slack: float, share: float
) -> IndexArray:
    """Rows of first and last index into `order` of pieces of chains that are straight.

    A piece ends where the next spot is off by more than `slack` px and a share of its region's
    length. Neighboring pieces share a spot.
    """
    pieces = np.empty((order.shape[0], 2), np.int64)
    count = 0
    for chain in range(starts.shape[0] - 1):
        first = starts[chain]
        while first < starts[chain + 1] - 2:
            last = straight_until(spots, order[first : starts[chain + 1]], slack, share) + first
            if last - first >= 2:
                pieces[count, 0], pieces[count, 1] = first, last
                count += 1
            first = last
    return pieces[:count].copy()


@kernel
def straight_until(spots: FloatArray, chain: IndexArray, slack: float, share: float) -> int:
    """Last spot of a chain up to which it is straight; the first two always are."""
    line = np.empty(4)
    from_x, from_y = spots[chain[0], LEVEL_X], spots[chain[0], LEVEL_Y]
    x = y = xx = yy = xy = 0.0
    for last in range(1, chain.shape[0]):
        dx, dy = spots[chain[last], LEVEL_X] - from_x, spots[chain[last], LEVEL_Y] - from_y
        x, y = x + dx, y + dy
        xx, yy, xy = xx + dx * dx, yy + dy * dy, xy + dx * dy
        if last == 1:
            continue
        n = last + 1.0
        line[0], line[1] = from_x + x / n, from_y + y / n
        line[2], line[3] = main_axis(xx - x * x / n, yy - y * y / n, xy - x * y / n)
        for k in range(last, -1, -1):
            i = chain[k]
            off = distance_from(line, spots[i, LEVEL_X], spots[i, LEVEL_Y])
            if off > slack + share * spots[i, EXTENT]:
                return last - 1
    return int(chain.shape[0] - 1)


@kernel
def distance_from(line: Vec, x: float, y: float) -> float:
    return float(abs((y - line[1]) * line[2] - (x - line[0]) * line[3]))


@kernel
def place_along(line: Vec, x: float, y: float) -> float:
    return float((x - line[0]) * line[2] + (y - line[1]) * line[3])


@kernel
def piece_on_ground(ax: float, ay: float, bx: float, by: float, piece: Vec) -> None:
    """Fill in middle and direction on the ground of the piece between two spots, and its length."""
    dx, dy = bx - ax, by - ay
    length = math.sqrt(dx * dx + dy * dy)
    piece[0], piece[1] = 0.5 * (ax + bx), 0.5 * (ay + by)
    piece[2], piece[3] = dx / max(length, 1e-9), dy / max(length, 1e-9)
    piece[4] = length
