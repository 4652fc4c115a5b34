"""Preparation of a plan: from obstacles to circles that leave a path, and to costs of turning.

Numba kernels, as a robot plans sixty times a second.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec, Vec2, Vec3

APART = 0.01  # m between start or target and a circle that contained it


@kernel
def freed_circles(circles: FloatArray, start: Vec2, target: Vec2) -> FloatArray:
    """Push circles (x, y, radius) away from start and target, so that a path exists."""
    freed = np.empty_like(circles)
    for i in range(circles.shape[0]):
        x, y, radius = circles[i]
        for point in (target, start):
            dx, dy = x - point[0], y - point[1]
            distance = math.hypot(dx, dy)
            if distance < radius + APART:
                if distance > 1e-6:
                    dx, dy = dx / distance, dy / distance
                else:
                    dx, dy = 0.0, 1.0
                x, y = point[0] + dx * (radius + APART), point[1] + dy * (radius + APART)
        nearest = min(
            math.hypot(x - start[0], y - start[1]), math.hypot(x - target[0], y - target[1])
        )
        freed[i, 0], freed[i, 1] = x, y
        freed[i, 2] = max(1e-3, min(radius, nearest - 0.5 * APART))
    return freed


@kernel
def first_costs(
    circles: FloatArray, robot_to_field: Vec3, target: Vec2, first: Vec3, weights: Vec
) -> Vec:
    """Return extra lengths for beginning with a side of a circle; the last: going straight.

    `first` is the center passed first in the last plan and 1 for clockwise, NaN for none; `weights`
    are the cost of a turn, the cost of another side, and the radius in which a circle is the same.
    """
    x, y, theta = robot_to_field
    turn_cost, side_cost, same_within = weights
    n = circles.shape[0]
    costs = np.zeros(2 * n + 1)
    if math.hypot(target[0] - x, target[1] - y) > 1e-6:
        costs[-1] = turn_cost * _turn(math.atan2(target[1] - y, target[0] - x) - theta)
    for i in range(n):
        dx, dy = circles[i, 0] - x, circles[i, 1] - y
        aside = math.asin(circles[i, 2] / max(math.hypot(dx, dy), circles[i, 2] + 1e-6))
        bearing = math.atan2(dy, dx) - theta
        costs[2 * i] = turn_cost * _turn(bearing - aside)
        costs[2 * i + 1] = turn_cost * _turn(bearing + aside)
        if math.hypot(circles[i, 0] - first[0], circles[i, 1] - first[1]) < same_within:
            costs[2 * i + (0 if first[2] == 1.0 else 1)] += side_cost
    return costs


@kernel
def _turn(angle: float) -> float:
    """Return the absolute value of an angle, wrapped to at most pi."""
    return abs((angle + math.pi) % (2.0 * math.pi) - math.pi)
