"""Tangent graph: from circles, a boundary and barriers to the shortest path around them.

The path consists of straight pieces, which are tangents of circles, and of arcs on circles. Each
circle can be passed counterclockwise (side 0) or clockwise (side 1); the nodes of the search are
arrivals on a side of a circle from another one, so that arcs are known when a node is left. A*
computes tangents only when it needs them. An arc may neither enter another circle, nor leave the
boundary, nor cross a barrier.
"""

import heapq
import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Vec2, arc_angle
from kickabout.geometry.circles import fill_tangent

UNKNOWN, OPEN, BLOCKED = 0, 1, 2
CLEARLY = 1.0 + 1e-9  # beyond rounding errors
TOUCH = 1e-6  # m by which a tangent may enter the circle it touches


class PathTask(NamedTuple):
    """The ends of a path and what it has to avoid; lengths in m."""

    circles: FloatArray  # rows of x, y and radius
    start: Vec2
    target: Vec2
    boundary: FloatArray  # ranges of x and y
    barriers: FloatArray  # rows of x and y of both ends


@kernel
def blocked_arcs(task: PathTask) -> FloatArray:
    """Return blocked arcs per circle as middle and half width; a negative width is no arc."""
    circles, boundary, barriers = task.circles, task.boundary, task.barriers
    n, m = circles.shape[0], barriers.shape[0]
    arcs = np.full((n, n + 4 + 2 * m, 2), -1.0)
    for i in range(n):
        x, y, r = circles[i]
        for k in range(n):
            dx, dy, other = circles[k, 0] - x, circles[k, 1] - y, circles[k, 2]
            if k == i or dx * dx + dy * dy > CLEARLY * (r + other) ** 2:
                continue
            distance = math.hypot(dx, dy)
            if distance >= r + other or distance + other <= r:
                continue
            arcs[i, k, 0] = math.atan2(dy, dx)
            if distance + r <= other:
                arcs[i, k, 1] = math.pi
            else:
                cosine = (distance**2 + r * r - other * other) / (2.0 * distance * r)
                arcs[i, k, 1] = math.acos(min(1.0, max(-1.0, cosine)))
        gaps = (boundary[1] - x, boundary[3] - y, x - boundary[0], y - boundary[2])
        for k in range(4):
            if gaps[k] < r:
                arcs[i, n + k, 0] = 0.5 * math.pi * k
                arcs[i, n + k, 1] = math.acos(max(-1.0, gaps[k] / r))
        for k in range(m):
            _barrier_arcs(arcs, i, n + 4 + 2 * k, circles[i], barriers[k])
    return arcs


@kernel
def _barrier_arcs(
    arcs: FloatArray, i: int, index: int, circle: FloatArray, barrier: FloatArray
) -> None:
    """Block the points where a barrier meets a circle."""
    dx, dy = barrier[2] - barrier[0], barrier[3] - barrier[1]
    fx, fy = barrier[0] - circle[0], barrier[1] - circle[1]
    a = dx * dx + dy * dy
    b = fx * dx + fy * dy
    discriminant = b * b - a * (fx * fx + fy * fy - circle[2] ** 2)
    if a == 0.0 or discriminant < 0.0:
        return
    root = math.sqrt(discriminant)
    for k in range(2):
        along = (-b - root) / a if k == 0 else (-b + root) / a
        if 0.0 <= along <= 1.0:
            arcs[i, index + k, 0] = math.atan2(fy + along * dy, fx + along * dx)
            arcs[i, index + k, 1] = 0.0


@kernel
def is_arc_free(arcs: FloatArray, start: float, length: float, counterclockwise: bool) -> bool:
    """Return whether the path along a circle meets no blocked arc."""
    for k in range(arcs.shape[0]):
        middle, half = arcs[k, 0], arcs[k, 1]
        if half < 0.0:
            continue
        begin = middle - half if counterclockwise else middle + half
        if half >= math.pi or arc_angle(start, begin, counterclockwise) < length:
            return False
    return True


@kernel
def _crosses(px: float, py: float, qx: float, qy: float, barrier: FloatArray) -> bool:
    ax, ay, bx, by = barrier
    d1 = (qx - px) * (ay - py) - (qy - py) * (ax - px)
    d2 = (qx - px) * (by - py) - (qy - py) * (bx - px)
    d3 = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    d4 = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
    return bool(d1 * d2 < 0.0 and d3 * d4 < 0.0)


@kernel
def is_line_free(piece: FloatArray, task: PathTask) -> bool:
    """Return whether a piece (x, y, x, y) meets no circle or barrier and stays inside."""
    circles, boundary, barriers = task.circles, task.boundary, task.barriers
    px, py, qx, qy = piece
    for k in range(2):
        x, y = piece[2 * k], piece[2 * k + 1]
        if not (boundary[0] <= x <= boundary[1] and boundary[2] <= y <= boundary[3]):
            return False
    dx, dy = qx - px, qy - py
    squared = dx * dx + dy * dy
    for k in range(circles.shape[0]):
        fx, fy = circles[k, 0] - px, circles[k, 1] - py
        along = 0.0
        if squared > 0.0:
            along = min(1.0, max(0.0, (fx * dx + fy * dy) / squared))
        x, y, radius = fx - along * dx, fy - along * dy, circles[k, 2]
        # Most circles are far away: comparing squares first is faster than the exact distance.
        if x * x + y * y < radius * radius and math.hypot(x, y) < radius - TOUCH:
            return False
    crossed = 0
    for k in range(barriers.shape[0]):
        crossed += _crosses(px, py, qx, qy, barriers[k])
    return crossed == 0


@kernel
def straight_path(task: PathTask, first_costs: FloatArray) -> tuple[bool, float]:
    """Return whether the direct path is free and shorter than any path via a circle.

    It nearly always is; then the search, which would find the same, can be skipped.
    """
    circles, start, target = task.circles, task.start, task.target
    piece = np.empty(4)
    piece[:2], piece[2:] = start, target
    if not is_line_free(piece, task):
        return False, np.inf
    direct = math.hypot(target[0] - start[0], target[1] - start[1]) + first_costs[-1]
    for side in range(2 * circles.shape[0]):
        radius = circles[side // 2, 2] * (1.0 - 2.0 * (side % 2))
        if fill_tangent(piece, start, 0.0, circles[side // 2, :2], radius):
            cost = math.hypot(piece[2] - piece[0], piece[3] - piece[1]) + first_costs[side]
            if cost + math.hypot(target[0] - piece[2], target[1] - piece[3]) <= direct:
                return False, np.inf
    return True, direct


@kernel
def shortest_path(task: PathTask, first_costs: FloatArray) -> tuple[bool, float, IndexArray, int]:
    """Return whether a path exists, its length, its sides (2 * circle + clockwise) and nodes.

    `first_costs` are added to the pieces from the start to sides,
    the last one to the direct path.
    """
    straight, length = straight_path(task, first_costs)
    if straight:
        return True, length, np.empty(0, np.int64), 1
    return searched_path(task, first_costs)


@kernel
def searched_path(task: PathTask, first_costs: FloatArray) -> tuple[bool, float, IndexArray, int]:
    """Return the same as `shortest_path`, found by A*."""
    circles, target = task.circles, task.target
    sides = 2 * circles.shape[0]
    size = sides + 1  # origins: all sides and the start; destinations: all sides and the target
    arcs = blocked_arcs(task)
    status = np.zeros((size, size), np.int8)
    pieces = np.empty((size, size, 4))
    costs = np.full((size, size), np.inf)
    parents = np.full((size, size), -1, np.int64)
    closed = np.zeros((size, size), np.bool_)
    heap = [(0.0, sides, sides)]
    expanded = 0
    while len(heap) > 0:
        _, origin, here = heapq.heappop(heap)
        is_start = origin == sides and here == sides and expanded == 0
        if not is_start:
            if here == sides:
                return True, costs[origin, here], _unwound(parents, origin, sides), expanded
            if closed[origin, here]:
                continue
            closed[origin, here] = True
        expanded += 1
        leaving = sides if is_start else here
        reached = 0.0 if is_start else costs[origin, here]
        for goal in range(size):
            if goal != sides and not is_start and goal // 2 == here // 2:
                continue
            if status[leaving, goal] == UNKNOWN:
                status[leaving, goal] = _tangent(leaving, goal, task, pieces)
            if status[leaving, goal] == BLOCKED:
                continue
            piece = pieces[leaving, goal]
            cost = reached + math.hypot(piece[2] - piece[0], piece[3] - piece[1])
            if is_start:
                cost += first_costs[goal]
            else:
                arc = _arc(circles, arcs, here, pieces[origin, here], piece)
                if arc < 0.0:
                    continue
                cost += arc
            if cost < costs[leaving, goal]:
                costs[leaving, goal] = cost
                parents[leaving, goal] = origin
                rest = math.hypot(target[0] - piece[2], target[1] - piece[3])
                heapq.heappush(heap, (cost + rest, leaving, goal))
    return False, np.inf, np.empty(0, np.int64), expanded


@kernel
def _tangent(leaving: int, goal: int, task: PathTask, pieces: FloatArray) -> int:
    """Compute the straight piece between two sides; return whether it is OPEN or BLOCKED."""
    circles, start, target = task.circles, task.start, task.target
    sides = 2 * circles.shape[0]
    from_center, from_radius = start, 0.0
    if leaving != sides:
        from_center = circles[leaving // 2, :2]
        from_radius = circles[leaving // 2, 2] * (1.0 - 2.0 * (leaving % 2))
    to_center, to_radius = target, 0.0
    if goal != sides:
        to_center = circles[goal // 2, :2]
        to_radius = circles[goal // 2, 2] * (1.0 - 2.0 * (goal % 2))
    piece = pieces[leaving, goal]
    if not fill_tangent(piece, from_center, from_radius, to_center, to_radius):
        if leaving != sides or goal != sides:
            return BLOCKED
        piece[:2], piece[2:] = start, target  # start and target coincide
    return OPEN if is_line_free(piece, task) else BLOCKED


@kernel
def _arc(
    circles: FloatArray, arcs: FloatArray, side: int, arriving: FloatArray, leaving: FloatArray
) -> float:
    """Return the length of the path along a circle; −1 if it is blocked."""
    x, y, radius = circles[side // 2]
    begin = math.atan2(arriving[3] - y, arriving[2] - x)
    end = math.atan2(leaving[1] - y, leaving[0] - x)
    counterclockwise = side % 2 == 0
    angle = arc_angle(begin, end, counterclockwise)
    if angle > 2.0 * math.pi - 1e-9:  # rounding turned zero into a full turn
        angle = 0.0
    if not is_arc_free(arcs[side // 2], begin, angle, counterclockwise):
        return -1.0
    return float(radius * angle)


@kernel
def _unwound(parents: IndexArray, last: int, sides: int) -> IndexArray:
    """Return the sides in order of passing."""
    reverse = np.empty(parents.size, np.int64)
    count = 0
    side, following = last, sides
    while side != sides:
        reverse[count] = side
        count += 1
        side, following = parents[side, following], side
    return reverse[:count][::-1].copy()
