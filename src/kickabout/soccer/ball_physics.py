"""The rolling ball: from position, velocity and friction to its future position.

The carpet slows a rolling ball by a constant deceleration: s = v t - a t² / 2 until it stops.
"""

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


def position_after(
    position: Vector2[F], velocity: Vector2[F], *, time: float, deceleration: float
) -> Vector2[F]:
    distance = distance_after(velocity.norm, time, deceleration)
    return position + velocity.normalized() * distance


def velocity_after(velocity: Vector2[F], *, time: float, deceleration: float) -> Vector2[F]:
    return velocity.normalized() * speed_after(velocity.norm, time, deceleration)


def end_of_roll(position: Vector2[F], velocity: Vector2[F], deceleration: float) -> Vector2[F]:
    """Return where the ball stops if there are no obstacles."""
    return position + velocity.normalized() * stopping_distance(velocity.norm, deceleration)
