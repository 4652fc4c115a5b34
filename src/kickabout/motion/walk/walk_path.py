"""Walking around obstacles: from circles along a path and a target to the next point."""

import math
from collections.abc import Sequence

from kickabout.motion.walk.walk_target import TargetPose
from kickabout.representations import PathCorner

LEAD = 0.3  # m along the circle, when the robot is inside it


def passed(corner: PathCorner, following: tuple[float, float]) -> bool:
    """Return whether a straight line to the following point passes the circle on the right side.

    A line that passes it on the other side leads through the obstacles that the path avoids.
    """
    x, y = corner.center_in_robot.x, corner.center_in_robot.y
    length = math.hypot(*following)
    if length < 1e-6:
        return True
    along = (x * following[0] + y * following[1]) / length
    on_right = (x * following[1] - y * following[0]) / length
    aside = on_right if corner.clockwise else -on_right
    is_beside_the_line = along <= 0.0 or along > length
    return aside >= corner.radius or (is_beside_the_line and aside > -corner.radius)


def tangent_point(corner: PathCorner) -> tuple[float, float]:
    """Return where the line from the robot touches the circle on the side of the path."""
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


def next_point(path: Sequence[PathCorner], target: TargetPose) -> TargetPose | None:
    """Return the next tangent point of the path, or None if the target can be reached directly."""
    following = [*(tangent_point(corner) for corner in path[1:]), (target[0], target[1])]
    for corner, after in zip(path, following, strict=True):
        if not passed(corner, after):
            x, y = tangent_point(corner)
            return (x, y, math.atan2(y, x))
    return None
