"""Kick trials: kicks are measured by the motion of the ball."""

import math

import pytest

from kickabout.evaluation.trials.kick_trials import KickResult, standing_kick, summary, walk_kicks


def test_a_summary_has_reach_direction_hits_and_falls() -> None:
    results = [
        KickResult(reach=2.0, error=0.1, fell=False, ball_time=0.3),
        KickResult(reach=3.0, error=-0.1, fell=True, ball_time=0.5),
        KickResult(reach=0.1, error=2.0, fell=False, ball_time=0.0),
        KickResult(reach=2.5, error=0.0, fell=False, ball_time=0.4),
    ]
    found = summary(results)
    assert found.reach == pytest.approx(2.5)
    assert found.hit == pytest.approx(0.75)
    assert found.falls == pytest.approx(0.25)
    assert found.bias == pytest.approx(0.0)
    assert found.miss == pytest.approx(math.sqrt(0.02 / 3.0))
    assert found.ball_time == pytest.approx(0.4)


def test_without_a_hit_there_is_no_reach() -> None:
    found = summary([KickResult(reach=0.1, error=0.0, fell=False, ball_time=0.0)])
    assert (found.hit, found.reach) == (0.0, 0.0)


def test_the_long_in_walk_kick_reaches_its_goal() -> None:
    for left in (False, True):
        (kick,) = walk_kicks("forward_long", left=left, seed=5)
        assert kick.reach > 2.7
        assert abs(kick.error) < math.radians(5.0)
        assert not kick.fell


@pytest.mark.slow
def test_the_long_standing_kick_reaches_its_goal() -> None:
    kick = standing_kick("forward_long", left=False, seed=1)
    assert kick.reach > 4.0
    assert not kick.fell


@pytest.mark.slow
@pytest.mark.parametrize("seed", [31, 32, 33, 34])
def test_a_worn_robot_that_has_just_walked_kicks_far_and_walks_on(seed: int) -> None:
    kick = standing_kick("forward_long", left=seed % 2 == 0, seed=seed, walked=True, offset_deg=1.0)
    assert kick.reach > 4.0
    assert abs(kick.error) < math.radians(7.0)
    assert not kick.fell
