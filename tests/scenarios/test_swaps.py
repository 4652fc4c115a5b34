"""Modules of one team fit into another one."""

import pytest
from tests.scenarios.staged import staged

from kickabout import Match
from kickabout.framework import build_graph, load_team
from kickabout.framework.registry import module_named
from kickabout.simulation.fidelity import with_fidelity

SWAPS = [
    ("RobotPose", "SelfLocator", "HulksSelfLocator"),
    ("BallModel", "BallTracker", "HulksBallFilter"),
    ("TeamBall", "TeamBallClusterer", "HulksTeamBallSelector"),
    ("ObstacleModel", "ObstacleTracker", "HulksObstacleFilter"),
    ("Navigator", "TangentNavigator", "HulksNavigator"),
    ("TeamPlayersModel", "TeamPlayersLocator", "HulksTeamObstacleFilter"),
    ("InertialState", "TorsoOrientationFilter", "HulksOrientationFilter"),
    ("WalkOutput", "WalkEngine", "HulksWalkEngine"),
    ("KickOutput", "BezierKickEngine", "HulksKickEngine"),
    ("JointRequest", "MotionCombiner", "HulksMotionBlender"),
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
@pytest.mark.parametrize("name", BOTH_WAYS)
def test_a_match_with_a_swapped_provider_has_no_failure(name: str) -> None:
    with Match(name, "dummies", scene=staged([(1, -1.0, 0.0, 0.0)]), seed=1, workers=0) as match:
        match.run(20.0)
        report = match.report()
    assert not report.failed
    assert report.robots[0].walked > 1.0
