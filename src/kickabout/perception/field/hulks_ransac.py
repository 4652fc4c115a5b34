"""RANSAC: from points in a plane to the straight line with the most supporters."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, IndexArray, Points2, Vec


@kernel
def supports(
    points: Points2, angles: Vec, i: int, line: Vec, tolerance: float, turn: float
) -> bool:
    """Return whether a point is on a line and its direction, if known, is that of the line.

    Lines are x, y of a point and x, y of a direction of length 1.
    """
    dx, dy = points[i, 0] - line[0], points[i, 1] - line[1]
    if abs(dx * line[3] - dy * line[2]) > tolerance:
        return False
    if math.isnan(angles[i]):
        return True
    return abs(math.sin(angles[i] - math.atan2(line[3], line[2]))) <= turn


@kernel
def best_line(
    points: Points2, angles: Vec, free: BoolArray, draws: IndexArray, tolerance: float, turn: float
) -> tuple[Vec, int]:
    """Return the line through two drawn points that most free points support, and their number.

    `angles` are directions of the points in rad, NaN where unknown; `turn` is the sine of their
    maximum angle to the line. Draws are pairs of arbitrary integers.
    """
    members = np.flatnonzero(free)
    count = members.shape[0]
    best, most = np.zeros(4), 0
    line = np.empty(4)
    if count < 2:
        return best, most
    for draw in draws:
        i, j = members[draw[0] % count], members[draw[1] % count]
        dx, dy = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
        length = math.hypot(dx, dy)
        if length < 1e-6:
            continue
        line[0], line[1], line[2], line[3] = points[i, 0], points[i, 1], dx / length, dy / length
        if not supports(points, angles, i, line, tolerance, turn):
            continue
        if not supports(points, angles, j, line, tolerance, turn):
            continue
        support = 0
        for k in range(count):
            support += 1 if supports(points, angles, members[k], line, tolerance, turn) else 0
        if support > most:
            best[:], most = line, support
    return best, most


@kernel
def supporters(
    points: Points2, angles: Vec, free: BoolArray, line: Vec, tolerance: float, turn: float
) -> IndexArray:
    """Return the free points that support a line, in their order along it."""
    found = np.empty(points.shape[0], np.int64)
    along = np.empty(points.shape[0])
    count = 0
    for i in range(points.shape[0]):
        if free[i] and supports(points, angles, i, line, tolerance, turn):
            found[count] = i
            along[count] = points[i, 0] * line[2] + points[i, 1] * line[3]
            count += 1
    return found[:count][np.argsort(along[:count], kind="mergesort")]


@kernel
def fitted_line(points: Points2, members: IndexArray) -> tuple[Vec, float]:
    """Return the line through the mean along the main axis, and the points' RMS distance to it."""
    n = float(members.shape[0])
    x = y = xx = xy = yy = 0.0
    for i in members:
        x, y = x + points[i, 0] / n, y + points[i, 1] / n
    for i in members:
        dx, dy = points[i, 0] - x, points[i, 1] - y
        xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
    angle = 0.5 * math.atan2(2.0 * xy, xx - yy)
    c, s = math.cos(angle), math.sin(angle)
    beside = max(xx * s * s - 2.0 * xy * s * c + yy * c * c, 0.0)
    return np.array((x, y, c, s)), math.sqrt(beside / n)


@kernel
def pieces_of(ground: FloatArray, members: IndexArray, gap: float, fraction: float) -> IndexArray:
    """Return starts and ends of runs of members without a long gap on the ground.

    The maximum gap in m grows by a fraction of the distance from the robot.
    """
    pieces = np.empty((members.shape[0], 2), np.int64)
    count, begin = 0, 0
    for k in range(1, members.shape[0] + 1):
        is_end = k == members.shape[0]
        if not is_end:
            a, b = members[k - 1], members[k]
            distance = math.hypot(ground[a, 0] - ground[b, 0], ground[a, 1] - ground[b, 1])
            is_end = distance > gap + fraction * math.hypot(ground[a, 0], ground[a, 1])
        if is_end:
            pieces[count, 0], pieces[count, 1] = begin, k
            begin = k
            count += 1
    return pieces[:count].copy()
