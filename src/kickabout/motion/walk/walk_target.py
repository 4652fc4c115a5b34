"""Walk targets: from a pose to reach to the size of the next step.

Far away the robot turns towards the target and walks forward; near it, or if asked to keep its
heading, it moves in any direction while it turns to the heading of the target. The last steps are
made so that the feet come level exactly there.
"""

import math
from dataclasses import dataclass

from kickabout.motion.walk.gait import FootPlace
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

Place = tuple[float, float, float]  # m, m, rad


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetParameters:
    """How targets are approached."""

    near: float = 0.35  # m; nearer, the heading of the target counts
    turn_share: float = 0.5  # of the angle to go that is asked from the next step
    turn_on_spot: float = 1.0  # rad; with more to turn, no step forward


def far_speed(
    target: Place, limits: SpeedLimits, figures: TargetParameters, duration: float
) -> Speed:
    """Turn to the target and walk forward."""
    bearing = math.atan2(target[1], target[0])
    turn = clipped(bearing * figures.turn_share / duration, -limits.turn, limits.turn)
    forward = limits.forward * max(0.0, 1.0 - abs(bearing) / figures.turn_on_spot)
    return Speed(forward, 0.0, turn)


def near_speed(target: Place, support: FootPlace, *, left_swings: bool, duration: float) -> Speed:
    """The step after which one closing step ends exactly at the target.

    A step of size F puts the feet F apart, half of it before and half behind the torso; closing
    them is another half. What the support foot is ahead of the torso is gained in any case.
    """
    ahead = target[0] - support.x
    outward = 1.0 if left_swings else -1.0
    aside = (target[1] - support.y) / 2.0
    if aside * outward <= 0.0:
        aside = 0.0  # this step can only close the feet
    return Speed(ahead / duration, aside / duration, 0.0)


def near_turn(
    angle: float, support: FootPlace, *, left_swings: bool, duration: float, inside_turn: float
) -> float:
    """The turn speed after which one closing step ends exactly at the angle."""
    rest = angle - support.turn
    opens = (rest > 0.0) == left_swings
    share = 1.0 - inside_turn if opens else inside_turn
    return rest / (2.0 * share) / duration


def target_speed(
    target: Place,
    limits: SpeedLimits,
    figures: TargetParameters,
    *,
    support: FootPlace,
    left_swings: bool,
    duration: float,
    inside_turn: float,
    keep_heading: bool,
) -> Speed:
    """The speed to wish for in the next step."""
    distance = math.hypot(target[0], target[1])
    if distance > figures.near and not keep_heading:
        return far_speed(target, limits, figures, duration)
    speed = near_speed(target, support, left_swings=left_swings, duration=duration)
    turn = near_turn(
        target[2],
        support,
        left_swings=left_swings,
        duration=duration,
        inside_turn=inside_turn,
    )
    largest = max(
        abs(speed.x) / max(limits.forward, 1e-6), abs(speed.y) / max(limits.sideways, 1e-6)
    )
    if largest > 1.0:  # straight towards the target as long as one step does not do
        speed = Speed(speed.x / largest, speed.y / largest, 0.0)
    return Speed(speed.x, speed.y, clipped(turn, -limits.turn, limits.turn))
