"""Step planner: from a desired step to a step within the walk's limits."""

import math

from kickabout.behavior.hulks.parameters import WalkParameters
from kickabout.geometry import Pose2, Robot

DECELERATION = 2.0  # a step may shrink this many times faster than it may grow


def planned_step(
    desired: Pose2[Robot, Robot], walking_at: Pose2[Robot, Robot], parameters: WalkParameters
) -> Pose2[Robot, Robot]:
    """Return the step inside an ellipsoid of maximum steps, near the last step.

    `walking_at` is the speed over the last step. Turning comes first; forward and sideways
    share the rest.
    """
    f = parameters
    turn = max(-f.step_turn, min(f.step_turn, desired.theta))
    left = math.sqrt(max(0.0, 1.0 - 0.7 * (turn / f.step_turn) ** 2))
    forward = f.step_forward if desired.x >= 0.0 else f.step_backward
    size = math.hypot(desired.x / forward, desired.y / f.step_sideways)
    scale = min(1.0, left / size) if size > 0.0 else 0.0
    duration = f.step_duration
    return Pose2(
        _changed(walking_at.x * duration, desired.x * scale, f.step_gain),
        _changed(walking_at.y * duration, desired.y * scale, 2.0 * f.step_gain),
        _changed(walking_at.theta * duration, turn, f.step_turn_gain),
    )


def _changed(last: float, desired: float, gain: float) -> float:
    """Return the desired value, or the nearest one that a step may reach."""
    if abs(desired) > abs(last) or desired * last < 0.0:
        return max(last - gain, min(last + gain, desired))
    return max(last - DECELERATION * gain, min(last + DECELERATION * gain, desired))
