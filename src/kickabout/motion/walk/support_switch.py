"""Support switch: from the weight on the feet to the end of a step.

A step ends when the pressure shows that the weight has shifted to the swing foot, but not before a
fraction of its planned duration and not long after it. If the pressure is unreliable, the clock
decides.
"""

import enum
from dataclasses import dataclass

from kickabout.framework import frozen


class StepEnd(enum.Enum):
    """Reason for the end of a step."""

    NOT_YET = "not yet"
    SWITCHED = "switched"  # the weight is on the other foot
    PREDICTED = "predicted"  # the weight will be there when the next command takes effect
    CLOCK = "clock"  # the pressure is unreliable
    TIMEOUT = "timeout"  # stuck on one foot


NOT_YET = StepEnd.NOT_YET


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchRules:
    """When a step may end; phases are fractions of its planned duration."""

    earliest_switch: float = 0.6
    earliest_prediction: float = 0.75
    latest_switch: float = 3.0
    prediction_turn: float = 0.14  # rad/s; predictions are used while turning slower


@frozen
class Weight:
    """Load of the feet."""

    support: float = 0.0  # −1 all on the right foot … 1 all on the left
    reliable: bool = False
    predicted_switch: bool = False


def step_end(
    weight: Weight, rules: SwitchRules, *, left_swings: bool, phase: float, turn: float
) -> StepEnd:
    """Return whether and why a step is over at a phase of its planned duration."""
    if not weight.reliable:
        return StepEnd.CLOCK if phase >= 1.0 else NOT_YET
    on_swing_foot = weight.support if left_swings else -weight.support
    if on_swing_foot > 0.0 and phase >= rules.earliest_switch:
        return StepEnd.SWITCHED
    soon = weight.predicted_switch and abs(turn) < rules.prediction_turn
    if soon and phase >= rules.earliest_prediction:
        return StepEnd.PREDICTED
    return StepEnd.TIMEOUT if phase >= rules.latest_switch else NOT_YET
