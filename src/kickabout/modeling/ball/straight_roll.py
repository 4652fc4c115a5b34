"""Velocity of a ball: from times and positions to a straight line through them."""

import math
from typing import NamedTuple

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat


class StraightRoll(NamedTuple):
    """A constant velocity and its standard deviation, by the residuals of the line."""

    x: float  # m/s
    y: float  # m/s
    deviation: float  # m/s, of either component

    @property
    def speed(self) -> float:
        return math.hypot(self.x, self.y)


@kernel
def straight_roll(percepts: Mat) -> StraightRoll:
    """Fit a line by least squares to rows of time, x and y, at least two at different times."""
    count = percepts.shape[0]
    time, x, y = percepts[:, 0].mean(), percepts[:, 1].mean(), percepts[:, 2].mean()
    spread, along_x, along_y = 0.0, 0.0, 0.0
    for row in percepts:
        spread += (row[0] - time) ** 2
        along_x += (row[0] - time) * (row[1] - x)
        along_y += (row[0] - time) * (row[2] - y)
    vx, vy = along_x / spread, along_y / spread
    residual = 0.0
    for row in percepts:
        residual += (row[1] - x - vx * (row[0] - time)) ** 2
        residual += (row[2] - y - vy * (row[0] - time)) ** 2
    free = max(2 * count - 4, 1)
    return StraightRoll(vx, vy, math.sqrt(residual / free / spread))
