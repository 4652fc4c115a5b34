"""Circles in a plane: tangents and arcs."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import Vec2, Vec4


@kernel
def directed_tangent(
    start_center: Vec2, start_radius: float, end_center: Vec2, end_radius: float
) -> tuple[bool, Vec2, Vec2]:
    """Return whether there is a tangent from the first to the second circle, and its two ends.

    The sign of a radius is the direction in which the path runs around the circle: positive is
    counterclockwise, so the circle lies on the left of the path; negative is clockwise. Equal
    signs give outer tangents, opposite ones inner tangents; a radius of 0 is a point.
    """
    piece = np.empty(4)
    exists = fill_tangent(piece, start_center, start_radius, end_center, end_radius)
    return exists, piece[:2], piece[2:]


@kernel
def fill_tangent(
    piece: Vec4, start_center: Vec2, start_radius: float, end_center: Vec2, end_radius: float
) -> bool:
    """Write the tangent of `directed_tangent` into a row (x, y, x, y), without new arrays."""
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
def arc_angle(start: float, end: float, counterclockwise: bool) -> float:
    """Return the angle from one direction to another in the given sense, in [0, 2 pi)."""
    turn = end - start if counterclockwise else start - end
    wrapped = turn - 2.0 * math.pi * math.floor(turn / (2.0 * math.pi))
    return wrapped if wrapped < 2.0 * math.pi else 0.0
