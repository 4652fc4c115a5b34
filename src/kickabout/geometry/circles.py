"""Circles in a plane: where they meet lines and each other, and their tangents."""

import math

import numpy as np

from kickabout.geometry.arrays import FloatArray, Points2, Vec2, Vec4
from kickabout.geometry.kernels import kernel


@kernel
def circle_line_intersections(center: Vec2, radius: float, start: Vec2, end: Vec2) -> Points2:
    """0, 1 or 2 points, in the line's order; the line needs two different points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    along = (center[0] - start[0]) * ux + (center[1] - start[1]) * uy
    left = (center[1] - start[1]) * ux - (center[0] - start[0]) * uy
    squared_half = radius * radius - left * left
    if squared_half < 0.0:
        return np.empty((0, 2))
    half = math.sqrt(squared_half)
    points = np.empty((1 if half == 0.0 else 2, 2))
    for i in range(points.shape[0]):
        ratio = along - half if i == 0 else along + half
        points[i, 0] = start[0] + ratio * ux
        points[i, 1] = start[1] + ratio * uy
    return points


@kernel
def circle_segment_intersections(center: Vec2, radius: float, start: Vec2, end: Vec2) -> Points2:
    """0, 1 or 2 points, in the segment's order."""
    points = circle_line_intersections(center, radius, start, end)
    kept = np.empty_like(points)
    count = 0
    dx, dy = end[0] - start[0], end[1] - start[1]
    for i in range(points.shape[0]):
        along = (points[i, 0] - start[0]) * dx + (points[i, 1] - start[1]) * dy
        if 0.0 <= along <= dx * dx + dy * dy:
            kept[count] = points[i]
            count += 1
    return kept[:count].copy()


@kernel
def circle_intersections(
    center: Vec2, radius: float, other_center: Vec2, other_radius: float
) -> Points2:
    """0, 1 or 2 points, first the one on the left of the way to the other center.

    Circles with the same center have none, even if they are equal.
    """
    dx, dy = other_center[0] - center[0], other_center[1] - center[1]
    squared_distance = dx * dx + dy * dy
    if squared_distance == 0.0:
        return np.empty((0, 2))
    along = 0.5 * (1.0 + (radius * radius - other_radius * other_radius) / squared_distance)
    squared_aside = radius * radius / squared_distance - along * along
    if squared_aside < 0.0:
        return np.empty((0, 2))
    aside = math.sqrt(squared_aside)
    points = np.empty((1 if aside == 0.0 else 2, 2))
    for i in range(points.shape[0]):
        signed = aside if i == 0 else -aside
        points[i, 0] = center[0] + along * dx - signed * dy
        points[i, 1] = center[1] + along * dy + signed * dx
    return points


@kernel
def directed_tangent(
    start_center: Vec2, start_radius: float, end_center: Vec2, end_radius: float
) -> tuple[bool, Vec2, Vec2]:
    """Whether there is one, and where the straight way leaves the first and meets the second.

    The sign of a radius says which way round a circle is passed: positive is counterclockwise,
    so the circle lies on the left of the way; negative is clockwise. Equal signs give outer
    tangents, opposite ones inner tangents; a radius of 0 is a point.
    """
    piece = np.empty(4)
    exists = fill_tangent(piece, start_center, start_radius, end_center, end_radius)
    return exists, piece[:2], piece[2:]


@kernel
def fill_tangent(
    piece: Vec4, start_center: Vec2, start_radius: float, end_center: Vec2, end_radius: float
) -> bool:
    """As `directed_tangent`, into a row (x, y, x, y), which costs no arrays in loops over many."""
    dx, dy = end_center[0] - start_center[0], end_center[1] - start_center[1]
    distance = math.hypot(dx, dy)
    growth = end_radius - start_radius
    if distance == 0.0 or abs(growth) > distance:
        return False
    sine = growth / distance
    cosine = math.sqrt(max(1.0 - sine * sine, 0.0))
    normal_x = (sine * dx - cosine * dy) / distance
    normal_y = (sine * dy + cosine * dx) / distance
    piece[0] = start_center[0] - start_radius * normal_x
    piece[1] = start_center[1] - start_radius * normal_y
    piece[2] = end_center[0] - end_radius * normal_x
    piece[3] = end_center[1] - end_radius * normal_y
    return True


@kernel
def circle_tangents(
    start_center: Vec2, start_radius: float, end_center: Vec2, end_radius: float
) -> FloatArray:
    """All tangents as rows (x, y, x, y): 4 of disjoint, 2 of overlapping, 0 of nested circles.

    A circle of radius 0 is a point, from which 2 tangents lead to a circle and 1 to a point.
    """
    tangents = np.empty((4, 4))
    count = 0
    for i in range(4):
        if (start_radius == 0.0 and i % 2 == 1) or (end_radius == 0.0 and i % 3 != 0):
            continue
        exists, start, end = directed_tangent(
            start_center,
            start_radius if i % 2 == 0 else -start_radius,
            end_center,
            end_radius if i % 3 == 0 else -end_radius,
        )
        if exists:
            tangents[count, :2] = start
            tangents[count, 2:] = end
            count += 1
    return tangents[:count].copy()


@kernel
def tangent_points(point: Vec2, center: Vec2, radius: float) -> tuple[bool, Vec2, Vec2]:
    """Where the tangents from an outer point touch: on the left and on the right side.

    There are none from inside the circle.
    """
    exists, _, left = directed_tangent(point, 0.0, center, -radius)
    _, _, right = directed_tangent(point, 0.0, center, radius)
    return exists, left, right


@kernel
def arc_angle(start: float, end: float, counterclockwise: bool) -> float:
    """How far it is from one direction to another the given way round, in [0, 2 pi)."""
    turn = end - start if counterclockwise else start - end
    wrapped = turn - 2.0 * math.pi * math.floor(turn / (2.0 * math.pi))
    return wrapped if wrapped < 2.0 * math.pi else 0.0
