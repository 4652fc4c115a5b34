"""The team hulks2021 plays, alone and against others, and its modules fit into another team."""

import pytest

from kickabout import Match
from kickabout.framework import build_graph, load_team
from kickabout.framework.registry import module_named
from kickabout.simulation.fidelity import with_fidelity
from kickabout.simulation.scene import RefereePlan, RobotPlan, Scene, TeamPlan

ALONE = Scene(
    home=TeamPlan(color="blue", number=1, robots=(RobotPlan(number=1, pose=(-1.0, 0.0, 0.0)),)),
    away=TeamPlan(color="red", number=2, robots=(RobotPlan(number=1, pose=(-4.3, 2.5, 0.0)),)),
    referee=RefereePlan(automatic=False, start="playing"),
)
SWAPS = [
    ("RobotPose", "SelfLocator", "HulksSelfLocator"),
    ("BallModel", "BallTracker", "HulksBallFilter"),
    ("TeamBall", "TeamBallClusterer", "HulksTeamBallSelector"),
    ("ObstacleModel", "ObstacleTracker", "HulksObstacleFilter"),
    ("Navigator", "TangentNavigator", "HulksNavigator"),
    ("TeamPlayersModel", "TeamPlayersLocator", "HulksTeamObstacleFilter"),
    ("InertialState", "TorsoOrientationFilter", "HulksOrientationFilter"),
    ("LedRequest", "LedHandler", "HulksLedHandler"),
    ("GameStateModel", "GameStateFilter", "HulksGameStateFilter"),
    ("RoleState", "RoleAssigner", "HulksRoleAssigner"),
]
BOTH_WAYS = [
    *(f"bhuman2019+{kind}={hulks}" for kind, _, hulks in SWAPS),
    *(f"hulks2021+{kind}={bhuman}" for kind, bhuman, _ in SWAPS),
]


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_each_provider_can_be_swapped_in_both_directions(name: str) -> None:
    graph = build_graph(with_fidelity(load_team(name), "percepts"))
    swapped = name.partition("=")[2]
    nodes = [node.module for thread in graph.threads for node in thread.nodes]
    assert nodes.count(module_named(swapped)) == 1


def test_a_swap_leaves_nothing_of_the_other_module() -> None:
    team = load_team("bhuman2019+RobotPose=HulksSelfLocator")
    graph = build_graph(with_fidelity(team, "percepts"))
    names = [node.name for node in graph.thread("cognition").nodes]
    assert "SelfLocator" not in names


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_lone_striker_brings_the_ball_into_the_goal(seed: int) -> None:
    with Match("hulks2021", "dummies", scene=ALONE, seed=seed) as match:
        field = match.field

        def is_in_goal() -> bool:
            ball = match.truth.ball
            return ball.x > field.goal_line_x and abs(ball.y) < field.goal.inner_half_width

        assert match.forward(until=is_in_goal, timeout=120.0)
        assert not match.report().failed


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTH_WAYS)
def test_a_match_with_a_swapped_provider_has_no_failure(name: str) -> None:
    with Match(name, "dummies", scene=ALONE, seed=1, workers=0) as match:
        match.run(20.0)
        report = match.report()
    assert not report.failed
    assert report.robots[0].walked > 1.0


@pytest.mark.slow
def test_five_against_five_play_without_a_failure() -> None:
    with Match("hulks2021", "bhuman2019", seed=3) as match:
        match.run(75.0)
        report = match.report()
    assert not report.failed
    assert sum(robot.kicks for robot in report.robots) >= 1
    assert max(robot.localization_p95 or 0.0 for robot in report.robots) < 0.5
