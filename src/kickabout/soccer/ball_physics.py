"""The rolling ball: from position, speed and friction to where it will be, and when.

The carpet slows a rolling ball by a constant deceleration: s = v t - a t² / 2 until it stops.
"""

import math

from kickabout.geometry import Vector2
from kickabout.geometry.vector2 import F


def time_to_stop(speed: float, deceleration: float) -> float:
    return speed / deceleration


def stopping_distance(speed: float, deceleration: float) -> float:
    return 0.5 * speed * speed / deceleration


def speed_after(speed: float, time: float, deceleration: float) -> float:
    return max(0.0, speed - deceleration * time)


def distance_after(speed: float, time: float, deceleration: float) -> float:
    rolling = min(time, time_to_stop(speed, deceleration))
    return speed * rolling - 0.5 * deceleration * rolling * rolling


def time_to_roll(distance: float, speed: float, deceleration: float) -> float | None:
    """When the ball has rolled so far; None if it stops before."""
    discriminant = speed * speed - 2.0 * deceleration * distance
    if discriminant < 0.0:
        return None
    return (speed - math.sqrt(discriminant)) / deceleration


def speed_to_reach(distance: float, deceleration: float) -> float:
    """The speed with which a ball stops after this distance."""
    return math.sqrt(2.0 * deceleration * distance)


def position_after(
    position: Vector2[F], velocity: Vector2[F], *, time: float, deceleration: float
) -> Vector2[F]:
    way = distance_after(velocity.norm, time, deceleration)
    return position + velocity.normalized() * way


def velocity_after(velocity: Vector2[F], *, time: float, deceleration: float) -> Vector2[F]:
    return velocity.normalized() * speed_after(velocity.norm, time, deceleration)


def end_of_roll(position: Vector2[F], velocity: Vector2[F], deceleration: float) -> Vector2[F]:
    """Where the ball comes to rest if nothing is in its way."""
    return position + velocity.normalized() * stopping_distance(velocity.norm, deceleration)


def time_to_cross(
    position: Vector2[F],
    velocity: Vector2[F],
    *,
    start: Vector2[F],
    end: Vector2[F],
    deceleration: float,
) -> float | None:
    """When the ball rolls over the line between two points; None if it does not."""
    along = end - start
    turn = velocity.cross(along)
    if turn == 0.0:
        return None
    share = (start - position).cross(along) / turn  # of one second's way
    place = (start - position).cross(velocity) / turn
    if share < 0.0 or not 0.0 <= place <= 1.0:
        return None
    return time_to_roll(share * velocity.norm, velocity.norm, deceleration)
