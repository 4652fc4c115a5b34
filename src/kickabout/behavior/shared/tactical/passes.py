"""Passes: from the ball and the teammates to a receiver and a direction."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kickabout.geometry import Field, Vector2
from kickabout.geometry.pose2 import wrapped


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRules:
    """What counts as a good pass; offsets favor the receiver of before."""

    reach: float  # m
    ahead: float = 0.5  # m that the receiver has to be nearer to the goal
    lead: float = 0.5  # m before the receiver, towards the goal
    shortest: float = 1.0  # m
    lane: float = math.radians(12.0)  # rad around the way that has to be free
    stability: float = 0.3  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Who gets the ball, and where."""

    receiver: int
    direction: float  # rad in the field
    length: float  # m
    end: Vector2[Field]


def best_pass(
    ball: Vector2[Field],
    goal: Vector2[Field],
    *,
    mates: Mapping[int, Vector2[Field]],
    rivals: Sequence[Vector2[Field]],
    before: int,
    rules: PassRules,
) -> Pass | None:
    """To the receiver that is nearest to the goal, if anybody can get the ball."""
    found = [
        candidate
        for number, place in mates.items()
        if (candidate := _candidate(ball, goal, number, place, rivals, before, rules)) is not None
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
    place: Vector2[Field],
    rivals: Sequence[Vector2[Field]],
    before: int,
    rules: PassRules,
) -> Pass | None:
    slack = rules.stability if number == before else 0.0
    end = place + (goal - place).normalized() * rules.lead
    way = end - ball
    is_ahead = place.x > ball.x + rules.ahead - slack
    in_reach = rules.shortest - slack < way.norm < rules.reach + slack
    comes_closer = place.distance_to(end) < place.distance_to(ball)
    if not (is_ahead and in_reach and comes_closer):
        return None
    lane = rules.lane * (0.7 if number == before else 1.0)
    for rival in rivals:
        to_rival = rival - ball
        if to_rival.norm < way.norm + 0.3 and abs(wrapped(to_rival.angle - way.angle)) < lane:
            return None
    return Pass(receiver=number, direction=way.angle, length=way.norm, end=end)
