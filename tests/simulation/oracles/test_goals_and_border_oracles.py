"""The oracles find visible parts of colored goals, and the feet of walls."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles import oracle_runner
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import scene, standing

from kickabout.framework.debug import DebugChannel
from kickabout.geometry import Field, Pose2, Robot
from kickabout.representations import BorderPercept, GoalPercept, GoalsPercept, GroundTruth
from kickabout.simulation.oracles.border_oracle import BorderOracle
from kickabout.simulation.oracles.field_boundary_oracle import FieldBoundaryOracle
from kickabout.simulation.oracles.goals_oracle import GoalsOracle
from kickabout.soccer.landmark_edges import goal_edges
from kickabout.soccer.league import load_league

FIELD = load_league("legged2004").field


@pytest.fixture(autouse=True)
def legged_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_runner, "FIELD", FIELD)


def goal_at(truth: GroundTruth) -> GoalPercept:
    percept: GoalsPercept = perfect(GoalsOracle)(truth)
    (goal,) = percept.goals
    return goal


@pytest.mark.parametrize("pose", [(0.0, 0.0, 0.0), (-0.5, 0.8, -0.3), (0.4, -0.9, 0.4)])
def test_a_whole_goal_is_seen_between_its_posts(pose: tuple[float, float, float]) -> None:
    truth = scene(Pose2(*pose))
    goal = goal_at(truth)
    camera = truth.camera_to_field.translation
    expected = goal_edges(camera[0], camera[1], FIELD.goal.post_x, FIELD.goal.post_y)
    found = (goal.left_bearing + pose[2], goal.right_bearing + pose[2])
    assert found == pytest.approx(expected, abs=0.01)
    assert (goal.color, goal.left_is_post, goal.right_is_post) == ("sky_blue", True, True)
    offset = np.array((FIELD.goal.post_x + FIELD.goal.depth, 0.0)) - camera[:2]
    assert goal.distance == pytest.approx(float(np.hypot(*offset)))


def test_an_edge_outside_of_the_image_is_no_post() -> None:
    goal = goal_at(scene(Pose2(1.0, 0.0, 0.5)))
    assert not goal.right_is_post or not goal.left_is_post
    assert goal.box_in_image[2] > 600.0


def test_a_robot_in_front_of_a_post_takes_its_edge() -> None:
    free = goal_at(scene(Pose2(0.0, 0.0, 0.0)))
    hidden = goal_at(scene(Pose2(0.0, 0.0, 0.0), others=(standing(1.0, 0.17),)))
    assert free.left_is_post
    assert not hidden.left_is_post
    assert hidden.right_is_post
    assert hidden.left_bearing < free.left_bearing - 0.02


def test_a_robot_in_the_middle_leaves_the_wider_part() -> None:
    goal = goal_at(scene(Pose2(0.0, 0.0, 0.0), others=(standing(1.0, 0.05),)))
    assert goal.right_is_post
    assert not goal.left_is_post
    assert goal.left_bearing < 0.0


def test_teams_see_the_color_of_the_world() -> None:
    ahead = scene(Pose2(0.0, 0.0, 0.0))
    turned = GroundTruth(own=ahead.own, camera_to_field=ahead.camera_to_field, direction=-1.0)
    assert goal_at(turned).color == "yellow"
    back = scene(Pose2(0.0, 0.0, math.pi))
    assert goal_at(back).color == "yellow"


def test_goals_without_color_are_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_runner, "FIELD", load_league("spl2019").field)
    assert not perfect(GoalsOracle)(scene()).goals


def test_errors_of_bearings_fit_their_variance() -> None:
    runner, truth = OracleRunner(made(GoalsOracle)), scene(Pose2(0.0, 0.0, 0.0))
    true = goal_at(truth)
    squares = []
    for _ in range(600):
        for goal in runner(truth).goals:
            squares.append((goal.left_bearing - true.left_bearing) ** 2 / goal.variance)
    assert len(squares) > 540
    assert np.mean(squares) == pytest.approx(1.0, abs=0.5)


def border_at(truth: GroundTruth) -> BorderPercept:
    percept: BorderPercept = perfect(BorderOracle)(truth)
    return percept


def test_the_feet_of_walls_are_seen_but_not_the_outer_boards() -> None:
    pose: Pose2[Robot, Field] = Pose2(0.5, 0.0, 0.3)
    edges = border_at(scene(pose, down=0.3)).edges
    assert edges
    for edge in edges:
        for end in (edge.start_in_robot, edge.end_in_robot):
            x, y = pose @ end
            corner = abs(x) + abs(y) - (FIELD.goal_line_x + FIELD.side_line_y - 0.3)
            off = (abs(x) - FIELD.goal_line_x, abs(y) - FIELD.side_line_y, corner)
            assert min(map(abs, off)) < 0.03


def test_a_robot_hides_a_part_of_the_border() -> None:
    def length(truth: GroundTruth) -> float:
        edges = border_at(truth).edges
        return sum(edge.start_in_robot.distance_to(edge.end_in_robot) for edge in edges)

    free = scene(Pose2(0.0, 0.3, math.pi / 2.0), down=0.3)
    hidden = scene(Pose2(0.0, 0.3, math.pi / 2.0), down=0.3, others=(standing(0.0, 0.9),))
    assert length(hidden) < length(free) - 0.2


def test_the_usual_field_has_no_border(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_runner, "FIELD", load_league("spl2019").field)
    assert not border_at(scene()).edges


def test_the_carpet_ends_at_the_feet_of_the_walls() -> None:
    percept = perfect(FieldBoundaryOracle)(scene(Pose2(0.0, 0.0, math.pi / 2.0), down=0.3))
    middle = percept.points_in_robot[len(percept.points_in_robot) // 2]
    assert middle[0] == pytest.approx(FIELD.side_line_y, abs=0.01)


def test_goals_and_border_are_drawn() -> None:
    truth = scene(Pose2(0.0, 0.0, 0.3), down=0.25)
    channel = DebugChannel()
    channel.listen("*")
    perfect(GoalsOracle)(truth).draw(channel.debug_of("GoalsPercept"))
    border_at(truth).draw(channel.debug_of("BorderPercept"))
    assert len(channel.taken()) == 3
