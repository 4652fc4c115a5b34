"""Walk targets: from a pose to reach to the size of the next step.

Far away the robot turns towards the target and walks forward; near it, or if asked to keep its
heading, it moves in any direction while it turns to the heading of the target. The last steps are
planned so that the feet end side by side exactly there.
"""

import math
from dataclasses import dataclass

from kickabout.motion.walk.gait import FootPose
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

TargetPose = tuple[float, float, float]  # m, m, rad


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetParameters:
    """Parameters of the approach to a target."""

    near_target: float = 0.35  # m; closer than this, the robot turns to the target's heading
    turn_fraction: float = 0.5  # of the bearing, requested from the next step
    turn_on_spot: float = 1.0  # rad; from this bearing on, the robot turns without walking


def far_speed(
    target: TargetPose, limits: SpeedLimits, parameters: TargetParameters, duration: float
) -> Speed:
    """Return the speed to turn to the target and walk forward."""
    bearing = math.atan2(target[1], target[0])
    turn = clipped(
        bearing * parameters.turn_fraction / duration, -limits.turn_limit, limits.turn_limit
    )
    forward = limits.forward_limit * max(0.0, 1.0 - abs(bearing) / parameters.turn_on_spot)
    return Speed(forward, 0.0, turn)


def near_speed(
    target: TargetPose, support: FootPose, *, left_swings: bool, duration: float
) -> Speed:
    """Return the speed of the step after which one closing step ends exactly at the target.

    A step of size F puts the feet F apart, half of it in front of and half behind the torso;
    closing them adds another half. The distance of the support foot ahead of the torso is gained
    in any case.
    """
    ahead = target[0] - support.x
    outward = 1.0 if left_swings else -1.0
    aside = (target[1] - support.y) / 2.0
    if aside * outward <= 0.0:
        aside = 0.0  # this step can only close the feet
    return Speed(ahead / duration, aside / duration, 0.0)


def near_turn(
    angle: float, support: FootPose, *, left_swings: bool, duration: float, inside_turn: float
) -> float:
    """Return the turn speed after which one closing step ends exactly at the angle."""
    rest = angle - support.turn
    opens = (rest > 0.0) == left_swings
    fraction = 1.0 - inside_turn if opens else inside_turn
    return rest / (2.0 * fraction) / duration


def target_speed(
    target: TargetPose,
    limits: SpeedLimits,
    parameters: TargetParameters,
    *,
    support: FootPose,
    left_swings: bool,
    duration: float,
    inside_turn: float,
    keep_heading: bool,
) -> Speed:
    """Return the desired speed of the next step."""
    distance = math.hypot(target[0], target[1])
    if distance > parameters.near_target and not keep_heading:
        return far_speed(target, limits, parameters, duration)
    speed = near_speed(target, support, left_swings=left_swings, duration=duration)
    turn = near_turn(
        target[2],
        support,
        left_swings=left_swings,
        duration=duration,
        inside_turn=inside_turn,
    )
    largest = max(
        abs(speed.x) / max(limits.forward_limit, 1e-6), abs(speed.y) / max(limits.side_limit, 1e-6)
    )
    if largest > 1.0:  # straight towards the target while one step is not enough
        speed = Speed(speed.x / largest, speed.y / largest, 0.0)
    return Speed(speed.x, speed.y, clipped(turn, -limits.turn_limit, limits.turn_limit))
