"""When to speak: from what the team knows and what is true to whether a message is worth it."""

from dataclasses import dataclass

from kickabout.representations import Teammate


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsLimits:
    """Changes that the team should hear of before the next ordinary message."""

    ball_moved: float  # m, against where the team thinks it is
    ball_fresh: float  # s, a ball seen within this is seen
    robot_moved: float  # m
    robot_turned: float  # rad
    deceleration: float  # m/s², of a rolling ball


def news_in(now: Teammate, told: Teammate | None, limits: NewsLimits) -> str:
    """What the team does not know yet, or nothing; `told` is the last message."""
    if told is None:
        return "first"
    if now.whistle_heard_at > told.sent_at:
        return "whistle"
    if (now.upright, now.penalized) != (told.upright, told.penalized):
        return "posture"
    if (now.role, now.passing_to) != (told.role, told.passing_to):
        return "role"
    if _sees(now, limits) != _sees(told, limits):
        return "ball seen" if _sees(now, limits) else "ball lost"
    if _sees(now, limits) and _ball_surprise(now, told, limits) > limits.ball_moved:
        return "ball"
    there, here = told.robot_to_field, now.robot_to_field
    turned = abs((here.inverse() @ there).theta)
    if there.position.distance_to(here.position) > limits.robot_moved:
        return "place"
    return "turn" if turned > limits.robot_turned else ""


def _sees(mate: Teammate, limits: NewsLimits) -> bool:
    age = mate.sent_at - mate.ball_last_seen_at
    return mate.ball_in_field is not None and age <= limits.ball_fresh


def _ball_surprise(now: Teammate, told: Teammate, limits: NewsLimits) -> float:
    """How far the ball is from where the last message lets it be by now."""
    if now.ball_in_field is None or told.ball_in_field is None:
        return 0.0
    velocity = told.ball_velocity_in_field
    rolling = min(now.sent_at - told.sent_at, velocity.norm / limits.deceleration)
    way = (velocity.norm - 0.5 * limits.deceleration * rolling) * rolling
    expected = told.ball_in_field + velocity.normalized() * way
    return now.ball_in_field.distance_to(expected)
