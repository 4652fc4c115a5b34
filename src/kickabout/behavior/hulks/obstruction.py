"""Lawn sprinkler: from a direction and obstacles to how free the ball's path is."""

import math
from collections.abc import Sequence

import numpy as np

from kickabout.behavior.hulks.parameters import StrikerParameters
from kickabout.framework.compilation import kernel
from kickabout.geometry import Field, Mat, Vec2, Vector2

RoundObstacle = tuple[Vector2[Field], float]  # position and radius that stop the ball, in m


def free_fraction(
    ball: Vector2[Field],
    direction: float,
    obstacles: Sequence[RoundObstacle],
    *,
    reach: float,
    parameters: StrikerParameters,
) -> float:
    """Return the weight of the rays that hit nothing as a fraction; 1 without obstacles.

    Rays fan out around the direction. Each is weighted by a Gaussian of its deviation, as kicks
    deviate (HULKs 2021, 5.1.4: 41 rays).
    """
    rows = [(position.x - ball.x, position.y - ball.y, radius) for position, radius in obstacles]
    fan = np.array((parameters.ray_width, parameters.ray_deviation))
    circles = np.array(rows, np.float64).reshape(-1, 3)
    return float(free_weight(direction, circles, reach, parameters.rays, fan))


@kernel
def free_weight(direction: float, circles: Mat, reach: float, rays: int, fan: Vec2) -> float:
    """Return the free fraction.

    Circles are x, y, radius relative to the ball; the fan is half width and deviation in rad.
    """
    total, free = 0.0, 0.0
    for i in range(rays):
        off = fan[0] * (2.0 * i / (rays - 1) - 1.0)
        weight = math.exp(-0.5 * (off / fan[1]) ** 2)
        ux, uy = math.cos(direction + off), math.sin(direction + off)
        total += weight
        blocked = False
        for k in range(circles.shape[0]):
            x, y, radius = circles[k]
            along = ux * x + uy * y
            blocked |= 0.0 < along < reach + radius and abs(ux * y - uy * x) < radius
        free += 0.0 if blocked else weight
    return free / total
