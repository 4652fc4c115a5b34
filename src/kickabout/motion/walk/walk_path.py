"""Walking around obstacles: from circles on the way and a target to the next point to walk to."""

import math
from collections.abc import Sequence

from kickabout.motion.walk.walk_target import Place
from kickabout.representations import PathCorner

LEAD = 0.3  # m along the circle, when the robot is inside it


def passed(corner: PathCorner, following: tuple[float, float]) -> bool:
    """Whether the way to what follows leaves the circle on the side it is to be passed on.

    A way that misses it on the other side leads through what the path goes around with it.
    """
    x, y = corner.center_in_robot.x, corner.center_in_robot.y
    length = math.hypot(*following)
    if length < 1e-6:
        return True
    along = (x * following[0] + y * following[1]) / length
    on_right = (x * following[1] - y * following[0]) / length
    aside = on_right if corner.clockwise else -on_right
    is_beside_the_way = along <= 0.0 or along > length
    return aside >= corner.radius or (is_beside_the_way and aside > -corner.radius)


def tangent_point(corner: PathCorner) -> tuple[float, float]:
    """Where the way from the robot touches the circle on the side it is passed on."""
    x, y = corner.center_in_robot.x, corner.center_in_robot.y
    distance = math.hypot(x, y)
    side = 1.0 if corner.clockwise else -1.0  # clockwise around it: it stays on the right
    bearing = math.atan2(y, x)
    if distance <= corner.radius:
        outward = bearing + side * math.pi / 2.0
        return LEAD * math.cos(outward), LEAD * math.sin(outward)
    angle = bearing + side * math.asin(corner.radius / distance)
    length = math.sqrt(distance * distance - corner.radius * corner.radius)
    return length * math.cos(angle), length * math.sin(angle)


def next_point(path: Sequence[PathCorner], target: Place) -> Place | None:
    """The first tangent point on the way, or None if the target can be walked to directly."""
    following = [*(tangent_point(corner) for corner in path[1:]), (target[0], target[1])]
    for corner, after in zip(path, following, strict=True):
        if not passed(corner, after):
            x, y = tangent_point(corner)
            return (x, y, math.atan2(y, x))
    return None
