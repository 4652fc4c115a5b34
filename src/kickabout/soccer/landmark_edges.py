"""Edges of beacons and goals: from a position on the field to the bearings of what detectors see.

Bearings are in the frame of the positions, positive to the left; NaN if there is no edge to see.
"""

import math

from kickabout.framework.compilation import kernel


@kernel
def beacon_edges(
    x: float, y: float, beacon_x: float, beacon_y: float, radius: float
) -> tuple[float, float]:
    """Return the bearings of the left and the right edge of an upright cylinder."""
    dx, dy = beacon_x - x, beacon_y - y
    distance = math.hypot(dx, dy)
    if distance <= radius:
        return math.nan, math.nan
    middle, half = math.atan2(dy, dx), math.asin(radius / distance)
    return middle + half, middle - half


@kernel
def goal_edges(x: float, y: float, post_x: float, post_y: float) -> tuple[float, float]:
    """Return the bearings of the left and the right edge of a colored goal.

    `post_x` is negative for the goal at negative x. A box goal is colored only inside, so it is
    seen through its opening, and its colors end at the front corners of both side walls.
    """
    side = math.copysign(1.0, post_x)
    if (post_x - x) * side <= 0.0:
        return math.nan, math.nan
    left = math.atan2(side * post_y - y, post_x - x)
    right = math.atan2(-side * post_y - y, post_x - x)
    return left, right
