"""Rolling balls: when and where they pass a robot's own line."""

import math
from dataclasses import dataclass

from kickabout.geometry import Robot, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A ball that will pass the line through the robot's shoulders."""

    after: float  # s
    aside: float  # m, left is positive


def crossing(
    ball: Vector2[Robot], velocity: Vector2[Robot], deceleration: float
) -> Crossing | None:
    """None if the ball comes to rest before, or goes away."""
    if velocity.x >= -1e-3 or ball.x <= 0.0:
        return None
    speed = velocity.norm
    way = ball.x * speed / -velocity.x  # along the ball's own direction
    squared = speed * speed - 2.0 * deceleration * way
    if squared < 0.0:
        return None
    after = (speed - math.sqrt(squared)) / deceleration if deceleration > 0.0 else way / speed
    return Crossing(after=after, aside=ball.y + velocity.y * ball.x / -velocity.x)
