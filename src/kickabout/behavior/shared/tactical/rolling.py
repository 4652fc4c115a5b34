"""Rolling balls: when and where they cross the line through a robot's shoulders."""

import math
from dataclasses import dataclass

from kickabout.geometry import Robot, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Where and when a ball crosses the line through the robot's shoulders."""

    after: float  # s
    aside: float  # m, left is positive


def crossing(
    ball: Vector2[Robot], velocity: Vector2[Robot], deceleration: float
) -> Crossing | None:
    """Return the crossing; None if the ball comes to rest before, or rolls away."""
    if velocity.x >= -1e-3 or ball.x <= 0.0:
        return None
    speed = velocity.norm
    distance = ball.x * speed / -velocity.x  # along the ball's own direction
    squared = speed * speed - 2.0 * deceleration * distance
    if squared < 0.0:
        return None
    after = (speed - math.sqrt(squared)) / deceleration if deceleration > 0.0 else distance / speed
    return Crossing(after=after, aside=ball.y + velocity.y * ball.x / -velocity.x)
