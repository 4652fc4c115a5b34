"""Events for team messages: from the last message and the current content to what changed."""

from dataclasses import dataclass

from kickabout.representations import Teammate


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLimits:
    """Minimum changes for a message before the next ordinary one."""

    ball_moved: float  # m, from the position predicted by the last message
    ball_fresh: float  # s, maximum age of a ball that counts as seen
    robot_moved: float  # m
    robot_turned: float  # rad
    deceleration: float  # m/s², of a rolling ball


def change_since(now: Teammate, sent: Teammate | None, limits: ChangeLimits) -> str:
    """Return the kind of change since the last message, empty without one."""
    if sent is None:
        return "first"
    if now.whistle_heard_at > sent.sent_at:
        return "whistle"
    if (now.upright, now.penalized) != (sent.upright, sent.penalized):
        return "posture"
    if (now.role, now.passing_to) != (sent.role, sent.passing_to):
        return "role"
    if _sees(now, limits) != _sees(sent, limits):
        return "ball seen" if _sees(now, limits) else "ball lost"
    if _sees(now, limits) and _ball_error(now, sent, limits) > limits.ball_moved:
        return "ball"
    there, here = sent.robot_to_field, now.robot_to_field
    turned = abs((here.inverse() @ there).theta)
    if there.position.distance_to(here.position) > limits.robot_moved:
        return "position"
    return "turn" if turned > limits.robot_turned else ""


def _sees(teammate: Teammate, limits: ChangeLimits) -> bool:
    age = teammate.sent_at - teammate.ball_last_seen_at
    return teammate.ball_in_field is not None and age <= limits.ball_fresh


def _ball_error(now: Teammate, sent: Teammate, limits: ChangeLimits) -> float:
    """Return the distance of the ball from the position predicted by the last message."""
    if now.ball_in_field is None or sent.ball_in_field is None:
        return 0.0
    velocity = sent.ball_velocity_in_field
    rolling = min(now.sent_at - sent.sent_at, velocity.norm / limits.deceleration)
    distance = (velocity.norm - 0.5 * limits.deceleration * rolling) * rolling
    expected = sent.ball_in_field + velocity.normalized() * distance
    return now.ball_in_field.distance_to(expected)
