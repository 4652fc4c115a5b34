"""Chains of line spots: from links between neighbors to straight pieces."""

import math

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Points2, Vec, kernel
from kickabout.perception.line_spots import EXTENT, GROUND_X, GROUND_Y, LEVEL_X, LEVEL_Y

# A line as kernels take it: a point on it and its direction, in straightened px.
POINT_X, POINT_Y, ALONG_X, ALONG_Y = 0, 1, 2, 3


@kernel
def fitted_line(points: Points2) -> tuple[Vec, float]:
    """Line through the mean along the main axis, and the mean squared distance from it."""
    n = float(points.shape[0])
    mean_x, mean_y = points[:, 0].mean(), points[:, 1].mean()
    xx = yy = xy = 0.0
    for i in range(points.shape[0]):
        dx, dy = points[i, 0] - mean_x, points[i, 1] - mean_y
        xx, yy, xy = xx + dx * dx, yy + dy * dy, xy + dx * dy
    angle = 0.5 * math.atan2(2.0 * xy, xx - yy)
    line = np.empty(4)
    line[0], line[1] = mean_x, mean_y
    line[2], line[3] = math.cos(angle), math.sin(angle)
    larger = 0.5 * (xx + yy + math.hypot(xx - yy, 2.0 * xy))
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
            last = first + 1
            while last + 1 < starts[chain + 1]:
                line, _ = fitted_line(level_points(spots, order, first, last + 1))
                if not is_straight(spots, order, first, last + 1, line, slack, share):
                    break
                last += 1
            if last - first >= 2:
                pieces[count, 0], pieces[count, 1] = first, last
                count += 1
            first = last
    return pieces[:count].copy()


@kernel
def level_points(spots: FloatArray, order: IndexArray, first: int, last: int) -> Points2:
    points = np.empty((last - first + 1, 2))
    for i in range(first, last + 1):
        points[i - first, 0] = spots[order[i], LEVEL_X]
        points[i - first, 1] = spots[order[i], LEVEL_Y]
    return points


@kernel
def is_straight(
    spots: FloatArray,
    order: IndexArray,
    first: int,
    last: int,
    line: Vec,
    slack: float,
    share: float,
) -> bool:
    for i in range(first, last + 1):
        off = distance_from(line, spots[order[i], LEVEL_X], spots[order[i], LEVEL_Y])
        if off > slack + share * spots[order[i], EXTENT]:
            return False
    return True


@kernel
def distance_from(line: Vec, x: float, y: float) -> float:
    return float(abs((y - line[1]) * line[2] - (x - line[0]) * line[3]))


@kernel
def place_along(line: Vec, x: float, y: float) -> float:
    return float((x - line[0]) * line[2] + (y - line[1]) * line[3])


@kernel
def piece_on_ground(first: Vec, last: Vec) -> Vec:
    """Middle and direction on the ground of the piece between two spots, and its length."""
    dx, dy = last[GROUND_X] - first[GROUND_X], last[GROUND_Y] - first[GROUND_Y]
    length = math.hypot(dx, dy)
    piece = np.empty(5)
    piece[0] = 0.5 * (first[GROUND_X] + last[GROUND_X])
    piece[1] = 0.5 * (first[GROUND_Y] + last[GROUND_Y])
    piece[2], piece[3] = dx / max(length, 1e-9), dy / max(length, 1e-9)
    piece[4] = length
    return piece
