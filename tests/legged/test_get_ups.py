"""Get-ups of Aibos: from every side they stand up, and stay so."""

import math

import pytest

from kickabout.evaluation.trials.four_legged_drills import WEAK, four_legged_drill
from kickabout.evaluation.trials.four_legged_trials import LYING, get_ups, stands
from kickabout.evaluation.trials.motion_trials import STAND
from kickabout.representations import Motion

KINDS = ("ers210", "ers7")


@pytest.mark.parametrize("robot", KINDS)
def test_a_robot_that_is_pushed_over_gets_up_by_itself(robot: str) -> None:
    with four_legged_drill(robot, seed=1) as drill:
        drill.request(STAND)
        drill.run(1.5)
        drill.push(0.0, 2.5)
        motions = set()
        for _ in range(40):
            drill.run(0.1, fence=math.inf)
            motions.add(drill.robot["MotionSelection"].target)
        assert {Motion.FALL, Motion.GET_UP} <= motions
        assert stands(drill)


@pytest.mark.slow
@pytest.mark.parametrize("strength", [1.0, WEAK])
@pytest.mark.parametrize("side", LYING)
@pytest.mark.parametrize("robot", KINDS)
def test_a_robot_stands_up_for_good(robot: str, side: str, strength: float) -> None:
    trials = get_ups(robot, side, count=4, seed=11, strength=strength)
    assert sum(trial.stood_within(3.0) for trial in trials) >= 3
