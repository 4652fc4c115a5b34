"""Modules of one team can be used in another one."""

import pytest
from tests.scenarios.staged import staged

from kickabout import Match
from kickabout.framework import build_graph, load_team
from kickabout.framework.errors import GraphError
from kickabout.framework.registry import module_named
from kickabout.simulation.match.fidelity import with_fidelity

SWAPS = [
    ("RobotPose", "SelfLocator", "HulksSelfLocator"),
    ("BallModel", "BallTracker", "HulksBallTracker"),
    ("TeamBall", "TeamBallLocator", "HulksTeamBallLocator"),
    ("ObstacleModel", "ObstacleTracker", "HulksObstacleTracker"),
    ("Navigator", "TangentPathPlanner", "HulksPathPlanner"),
    ("TeamPlayersModel", "TeamPlayersLocator", "HulksTeamPlayersLocator"),
    ("InertialState", "TorsoOrientationEstimator", "HulksOrientationEstimator"),
    ("WalkOutput", "WalkEngine", "HulksWalkEngine"),
    ("KickOutput", "BezierKickEngine", "HulksKickEngine"),
    ("JointRequest", "MotionCombiner", "HulksMotionCombiner"),
    ("LedRequest", "LedHandler", "HulksLedHandler"),
    ("GameStateModel", "GameStateFilter", "HulksGameStateFilter"),
    ("RoleState", "RoleAssigner", "HulksRoleAssigner"),
]
BOTH_WAYS = [
    *(f"bhuman2019+{kind}={hulks}" for kind, _, hulks in SWAPS),
    *(f"hulks2021+{kind}={bhuman}" for kind, bhuman, _ in SWAPS),
]


TEAMS = ("bhuman2019", "bhuman2021", "hulks2021")
# One team detects lines first, the other one robots: these are swapped together only.
TOGETHER = ("LineDetector", "HulksRobotDetector")


def _provided(team: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for thread in build_graph(load_team(team)).threads:
        for node in thread.nodes:
            for kind in filter(None, node.provides):
                found.setdefault(kind.__name__, set()).add(node.name)
    return found


def _foreign(team: str) -> list[str]:
    own = _provided(team)
    return sorted(
        f"{team}+{kind}={name}"
        for other in TEAMS
        for kind, names in _provided(other).items()
        for name in names - own.get(kind, names)
        if name not in TOGETHER
    )


@pytest.mark.parametrize("team", TEAMS)
def test_every_provider_of_another_team_fits(team: str) -> None:
    names = _foreign(team)
    assert len(names) > 20
    for name in names:
        graph = build_graph(load_team(name))
        swapped = module_named(name.partition("=")[2])
        assert swapped in [node.module for thread in graph.threads for node in thread.nodes]


def test_line_and_robot_detectors_are_swapped_together() -> None:
    with pytest.raises(GraphError, match=r"cyclic dependency.*or replace one"):
        build_graph(load_team("bhuman2019+RobotsPercept=HulksRobotDetector"))
    pair = "bhuman2019+RobotsPercept=HulksRobotDetector+LinesPercept=HulksLineDetector"
    build_graph(load_team(pair))


def test_detectors_are_swapped_for_both_cameras() -> None:
    graph = build_graph(load_team("bhuman2019+BallPercept=HulksBallDetector"))
    for camera in ("upper", "lower"):
        assert "HulksBallDetector" in [node.name for node in graph.thread(camera).nodes]


def test_modules_that_a_new_module_needs_are_added() -> None:
    graph = build_graph(load_team("bhuman2019+MotionRequest=HulksBehaviorControl"))
    names = [node.name for node in graph.thread("cognition").nodes]
    assert {"HulksBehaviorControl", "HulksBallSearchMapper"} <= set(names)
    assert "BehaviorControl" not in names


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
