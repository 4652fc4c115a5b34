"""Robots that were carried or placed at the wrong end, and teams with false balls and reports."""

import math

import numpy as np
import pytest

from kickabout import Match
from kickabout.evaluation.trials.ball_trials import false_balls, team_ball_with_outlier
from kickabout.evaluation.trials.carrying import carry
from kickabout.evaluation.trials.pose_trials import carried, solo, started_mirrored
from kickabout.representations import FallPhase


@pytest.mark.slow
def test_a_carried_robot_is_put_down_at_its_target_and_detects_it() -> None:
    with Match("bhuman2019", "dummies", scene=solo((-2.0, 0.0, 0.0)), seed=31, workers=0) as match:
        match.run(2.0)
        begin = match.time
        carry(match, match.ids[0], (-3.0, 1.0, 2.0))
        fall = match.robot("home", 2)["FallState"]
        assert fall.phase is FallPhase.PICKED_UP
        assert begin < fall.since < begin + 0.6
        pose = match.truth.robots["home", 2].pose
        assert math.hypot(pose.x + 3.0, pose.y - 1.0) < 0.1
        assert abs(math.remainder(pose.theta - 2.0, 2.0 * math.pi)) < 0.5
        match.run(1.0)
        ground = match.robot("home", 2)["GroundContactState"]
        assert ground.contact
        assert ground.changed_at > begin + 3.0


@pytest.mark.slow
def test_a_carried_robot_is_localized_in_the_right_half() -> None:
    assert max(carried(seed) for seed in (31, 32, 33)) < 8.0


@pytest.mark.slow
def test_a_robot_at_the_wrong_end_is_corrected_by_its_teammates() -> None:
    assert max(started_mirrored(seed) for seed in (31, 32)) < 10.0


@pytest.mark.slow
def test_false_balls_do_not_move_the_model() -> None:
    stays = [stay for seed in (31, 32) for stay in false_balls(seed)]
    assert len(stays) > 500
    assert np.mean(stays) >= 0.98


@pytest.mark.slow
def test_a_false_report_does_not_move_the_ball_of_the_team() -> None:
    assert np.mean(team_ball_with_outlier(31)) >= 0.99
