"""Teams play: a robot alone, and five against five."""

import pytest
from tests.scenarios.staged import is_in_goal, staged

from kickabout import Match
from kickabout.representations import GameState, Penalty

TEAMS = ["bhuman2019", "hulks2021", "bhuman2021"]
OPPONENT = "bhuman2019"
ALONE = staged([(1, -1.0, 0.0, 0.0)])


def test_a_scene_may_begin_in_play() -> None:
    with Match("bhuman2019", "dummies", scene=ALONE, workers=0) as match:
        match.run(1.0)
        assert match.control.state.state is GameState.PLAYING
        game = match.robot("home", 1)["GameInfo"]
        assert game.data.state is GameState.PLAYING
        assert game.data.teams[0].player(1).penalty is Penalty.NONE


@pytest.mark.slow
@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_lone_striker_brings_the_ball_into_the_goal(team: str, seed: int) -> None:
    scene = staged([(2, -1.0, 0.0, 0.0)])
    with Match(team, "dummies", scene=scene, seed=seed, workers=0) as match:
        assert match.forward(until=lambda: is_in_goal(match), timeout=120.0)
        assert not match.report().failed


@pytest.mark.slow
@pytest.mark.parametrize("team", [team for team in TEAMS if team != OPPONENT])
def test_five_against_five_play_without_a_failure(team: str) -> None:
    with Match(team, OPPONENT, seed=3) as match:
        match.run(75.0)
        report = match.report()
    assert not report.failed
    assert sum(robot.kicks for robot in report.robots) >= 1
    assert max(robot.localization_p95 or 0.0 for robot in report.robots) < 0.5
