"""Do in-walk kicks move the ball as expected, and does the robot continue to walk?"""

import math

import pytest

from kickabout.evaluation.trials.kick_trials import summary, walk_kicks

PRECISION_DEG = {"forward": 4.0, "forward_long": 5.0, "side": 5.0, "turn": 4.0}
REACH = {"forward": 1.5, "forward_long": 2.7, "side": 0.9, "turn": 1.4}  # m, with some margin


@pytest.mark.parametrize("left", [False, True])
def test_a_forward_kick_sends_the_ball_straight_ahead(left: bool) -> None:
    (kick,) = walk_kicks("forward", left=left, seed=1)
    assert kick.reach > REACH["forward"]
    assert abs(kick.error) < math.radians(PRECISION_DEG["forward"])
    assert not kick.fell


@pytest.mark.slow
@pytest.mark.parametrize("name", REACH)
@pytest.mark.parametrize("seed", [1, 2])
def test_each_kick_reaches_its_distance_and_direction(name: str, seed: int) -> None:
    result = summary(walk_kicks(name, left=seed % 2 == 0, seed=seed, count=3))
    assert result.hit == 1.0
    assert result.falls == 0.0
    assert result.reach > REACH[name]
    assert result.miss < math.radians(PRECISION_DEG[name])
