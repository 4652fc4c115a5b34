"""The team bhuman2019 plays: alone, and five against five."""

import pytest

from kickabout import Match
from kickabout.representations import GameState, Penalty
from kickabout.simulation.scene import RefereePlan, RobotPlan, Scene, TeamPlan

ALONE = Scene(
    home=TeamPlan(color="blue", number=1, robots=(RobotPlan(number=2, pose=(-1.0, 0.0, 0.0)),)),
    away=TeamPlan(color="red", number=2, robots=(RobotPlan(number=1, pose=(-4.3, 2.5, 0.0)),)),
    referee=RefereePlan(automatic=False, start="playing"),
)


def test_a_scene_may_begin_in_play() -> None:
    with Match("bhuman2019", "dummies", scene=ALONE, workers=0) as match:
        match.run(1.0)
        assert match.control.state.state is GameState.PLAYING
        game = match.robot("home", 2)["GameInfo"]
        assert game.data.state is GameState.PLAYING
        assert game.data.teams[0].player(2).penalty is Penalty.NONE


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_lone_striker_brings_the_ball_into_the_goal(seed: int) -> None:
    with Match("bhuman2019", "dummies", scene=ALONE, seed=seed) as match:
        field = match.field

        def is_in_goal() -> bool:
            ball = match.truth.ball
            return ball.x > field.goal_line_x and abs(ball.y) < field.goal.inner_half_width

        assert match.forward(until=is_in_goal, timeout=120.0)
        assert not match.report().failed


@pytest.mark.slow
def test_five_against_five_play_without_a_failure() -> None:
    with Match("bhuman2019", "bhuman2019", seed=3) as match:
        match.run(75.0)
        report = match.report()
    assert not report.failed
    assert sum(robot.kicks for robot in report.robots) >= 1
    assert max(robot.localization_p95 or 0.0 for robot in report.robots) < 0.5
