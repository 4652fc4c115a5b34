"""Passes: from the ball and the teammates to a receiver and a direction."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kickabout.geometry import Field, Vector2
from kickabout.geometry.pose2 import wrapped


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRules:
    """Conditions for a good pass; `stability` favors the previous receiver."""

    reach: float  # m
    ahead: float = 0.5  # m; minimum lead of the receiver over the ball
    lead: float = 0.5  # m; the pass ends this far in front of the receiver
    min_length: float = 1.0  # m
    lane: float = math.radians(12.0)  # rad; half width of the sector that has to be free
    stability: float = 0.3  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A pass: its receiver and where it ends."""

    receiver: int
    direction: float  # rad in the field
    length: float  # m
    end: Vector2[Field]


def best_pass(
    ball: Vector2[Field],
    goal: Vector2[Field],
    *,
    teammates: Mapping[int, Vector2[Field]],
    opponents: Sequence[Vector2[Field]],
    before: int,
    rules: PassRules,
) -> Pass | None:
    """Return the pass that ends nearest to the goal; None if no teammate can get the ball."""
    found = [
        candidate
        for number, position in teammates.items()
        if (candidate := _candidate(ball, goal, number, position, opponents, before, rules))
        is not None
    ]
    return min(
        found,
        key=lambda p: p.end.distance_to(goal) - (rules.stability if p.receiver == before else 0.0),
        default=None,
    )


def _candidate(
    ball: Vector2[Field],
    goal: Vector2[Field],
    number: int,
    position: Vector2[Field],
    opponents: Sequence[Vector2[Field]],
    before: int,
    rules: PassRules,
) -> Pass | None:
    tolerance = rules.stability if number == before else 0.0
    end = position + (goal - position).normalized() * rules.lead
    path = end - ball
    is_ahead = position.x > ball.x + rules.ahead - tolerance
    in_range = rules.min_length - tolerance < path.norm < rules.reach + tolerance
    comes_closer = position.distance_to(end) < position.distance_to(ball)
    if not (is_ahead and in_range and comes_closer):
        return None
    lane = rules.lane * (0.7 if number == before else 1.0)
    for opponent in opponents:
        to_opponent = opponent - ball
        if (
            to_opponent.norm < path.norm + 0.3
            and abs(wrapped(to_opponent.angle - path.angle)) < lane
        ):
            return None
    return Pass(receiver=number, direction=path.angle, length=path.norm, end=end)
