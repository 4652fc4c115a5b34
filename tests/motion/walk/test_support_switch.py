"""Do steps end when the weight on the feet shifts, and only then?"""

import pytest

from kickabout.motion.walk.support_switch import StepEnd, SwitchRules, Weight, step_end

RULES = SwitchRules(
    earliest_switch=0.6, earliest_prediction=0.75, latest_switch=3.0, prediction_turn=0.14
)


def _end(
    support: float,
    phase: float,
    *,
    left_swings: bool = True,
    predicted: bool = False,
    turn: float = 0.0,
    reliable: bool = True,
) -> StepEnd:
    weight = Weight(support=support, reliable=reliable, predicted_switch=predicted)
    return step_end(weight, RULES, left_swings=left_swings, phase=phase, turn=turn)


def test_weight_on_the_swing_foot_ends_the_step() -> None:
    assert _end(0.5, 0.8) is StepEnd.SWITCHED
    assert _end(-0.5, 0.8, left_swings=False) is StepEnd.SWITCHED


def test_weight_on_the_support_foot_does_not() -> None:
    assert _end(-0.5, 1.5) is StepEnd.NOT_YET


def test_nothing_ends_a_step_before_its_earliest_phase() -> None:
    assert _end(0.9, 0.5, predicted=True) is StepEnd.NOT_YET


def test_a_prediction_ends_the_step_one_frame_early_unless_the_robot_turns() -> None:
    assert _end(-0.2, 0.8, predicted=True) is StepEnd.PREDICTED
    assert _end(-0.2, 0.8, predicted=True, turn=0.5) is StepEnd.NOT_YET


def test_a_robot_on_one_foot_for_too_long_is_stuck() -> None:
    assert _end(-1.0, 3.0) is StepEnd.TIMEOUT


@pytest.mark.parametrize(("phase", "end"), [(0.99, StepEnd.NOT_YET), (1.0, StepEnd.CLOCK)])
def test_without_pressure_the_clock_decides(phase: float, end: StepEnd) -> None:
    assert _end(0.9, phase, reliable=False) is end
