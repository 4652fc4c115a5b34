"""Poses of a robot that walks, falls, is carried or penalized; short versions."""

import math
from collections.abc import Iterable

import numpy as np
import pytest
from tests.architecture.comparison import same
from tests.filters.gaussians import is_positive_definite
from tests.modeling.pose.no_percepts import NO_FIELD_PERCEPTS
from tests.modeling.pose.wanderer import Step, Wanderer, game

from kickabout.framework import Team, build_graph
from kickabout.framework.teams.team import ThreadPlan
from kickabout.geometry import Field, Pose2, Robot
from kickabout.modeling.pose.pose_percepts import FieldPercepts
from kickabout.representations import (
    GamePhase,
    GameState,
    Penalty,
    PoseQuality,
    RobotPose,
    Side,
    SideState,
)

AT_SIDE_LINE: Pose2[Robot, Field] = Pose2(-3.0, -3.0, 0.5 * math.pi)


def last(steps: Iterable[Step]) -> Step:
    return list(steps)[-1]


def started(seed: int, *, field: str = "spl2019") -> Wanderer:
    """Return a robot that was lined up and has found its pose."""
    wanderer = Wanderer(seed, AT_SIDE_LINE, field=field, number=2)
    wanderer.game, wanderer.walks = game(GameState.INITIAL), False
    last(wanderer.run(0.5))
    wanderer.game, wanderer.walks = game(GameState.PLAYING), True
    return wanderer


def mirror_estimate(wanderer: Wanderer) -> None:
    """Mirror the estimated pose of a robot that was not placed recently."""
    locator = wanderer.locator
    locator.own_half_until = 0.0
    locator.particles.mirror()
    locator.pose = locator.particles.means[0].copy()


class NoPercepts:
    """Returns no percepts."""

    def see(self, *_: object) -> FieldPercepts:
        return NO_FIELD_PERCEPTS


@pytest.mark.parametrize("field", ["spl2019", "spl2020"])
def test_a_walking_robot_is_localized(field: str) -> None:
    steps = list(started(1, field=field).run(8.0))
    assert np.median([step.distance for step in steps]) < 0.08
    assert max(step.distance for step in steps) < 0.4
    assert np.median([step.turn for step in steps]) < math.radians(2.5)
    assert steps[-1].pose.validity > 0.7


def test_there_are_twelve_hypotheses_with_valid_covariances() -> None:
    step = last(started(2).run(2.0))
    assert len(step.hypotheses.poses) == 12
    for covariance in step.hypotheses.covariances:
        assert is_positive_definite(covariance)
        np.testing.assert_array_equal(covariance, covariance.T)
    assert is_positive_definite(step.pose.covariance)


def test_a_robot_at_an_unusual_start_position_finds_its_pose() -> None:
    wanderer = Wanderer(3, Pose2(-1.0, 3.3, -0.5 * math.pi), number=2)
    wanderer.game, wanderer.walks = game(GameState.INITIAL), False
    assert last(wanderer.run(6.0)).right


def test_a_robot_finds_its_pose_after_a_fall() -> None:
    wanderer = started(4)
    last(wanderer.run(2.0))
    last(wanderer.fall_over(0.5, 1.0, seconds=1.0))
    assert last(wanderer.run(5.0)).right


def test_a_pushed_robot_finds_its_pose_and_publishes_a_jump() -> None:
    wanderer = started(5)
    before = last(wanderer.run(2.0))
    x, y, theta = wanderer.truth.array.tolist()
    wanderer.truth = Pose2(x, y + 0.5, theta + 1.0)
    after = last(wanderer.run(6.0))
    assert after.right
    assert before.pose.last_jump_at < before.time - 1.0 < after.pose.last_jump_at


def test_a_carried_robot_finds_its_pose_in_its_own_half() -> None:
    wanderer = started(6)
    last(wanderer.run(1.0))
    last(wanderer.carry(Pose2(-1.5, 1.5, math.pi), seconds=1.0))
    put_down = wanderer.step()
    assert put_down.pose.quality is PoseQuality.POOR
    assert not put_down.right
    assert last(wanderer.run(6.0)).right


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_robot_returns_from_a_penalty(side: float) -> None:
    wanderer = started(7)
    wanderer.game = game(GameState.PLAYING, Penalty.PLAYER_PUSHING)
    last(wanderer.carry(Pose2(-3.2, side * 3.0, -side * 0.5 * math.pi), seconds=0.6))
    wanderer.game = game(GameState.PLAYING)
    step = wanderer.step()
    assert 3 <= np.sum(step.hypotheses.poses[:, 1] > 0.0) <= 9
    assert last(wanderer.run(4.0)).right


def test_a_pose_in_the_opponents_half_is_mirrored_after_ready() -> None:
    wanderer = started(8)
    wanderer.game = game(GameState.READY)
    last(wanderer.run(1.0))
    mirror_estimate(wanderer)
    assert last(wanderer.run(0.1)).mirrored
    wanderer.game = game(GameState.SET)
    step = wanderer.step()
    assert step.right
    assert (step.hypotheses.poses[:, 0] < 0.3).all()


def test_a_robot_that_waits_at_the_halfway_line_does_not_flip() -> None:
    wanderer = Wanderer(14, Pose2(-0.2, 3.0, -0.5 * math.pi), number=2)
    wanderer.game, wanderer.walks = game(GameState.INITIAL), False
    assert last(wanderer.run(4.0)).right
    assert all(step.right for step in wanderer.run(10.0))


def test_the_kicker_may_stand_in_the_center_circle_beyond_the_halfway_line() -> None:
    wanderer = started(12)
    wanderer.game = game(GameState.READY)
    wanderer.walks, wanderer.truth = False, Pose2(0.5, 0.0, math.pi)
    wanderer.locator.own_half_until = 0.0
    here = wanderer.truth.array
    wanderer.locator.particles.reset(np.tile(here, (12, 1)), 0.01 * np.eye(3), 0.8)
    wanderer.locator.pose = here
    wanderer.step()
    wanderer.game = game(GameState.SET, kicking_team=1)
    assert last(wanderer.run(2.0)).right


def test_a_striker_knows_its_position_in_a_shootout() -> None:
    wanderer = started(13)
    wanderer.walks, wanderer.truth = False, Pose2(2.2, 0.0, 0.0)
    shootout = GamePhase.PENALTY_SHOOTOUT
    wanderer.game = game(GameState.INITIAL, Penalty.SUBSTITUTE, game_phase=shootout)
    last(wanderer.run(0.5))
    wanderer.game = game(GameState.SET, game_phase=shootout, kicking_team=1)
    assert all(step.right for step in wanderer.run(2.0))


def test_the_pose_is_mirrored_if_teammates_report_so() -> None:
    wanderer = started(9)
    last(wanderer.run(1.0))
    mirror_estimate(wanderer)
    assert last(wanderer.run(0.3)).mirrored
    wanderer.side = SideState(side=Side.MIRRORED)
    step = wanderer.step()
    assert step.right
    assert step.pose.last_jump_at == pytest.approx(step.time - 1.0 / 60.0)
    assert wanderer.step().right  # reported twice, mirrored once


def test_without_percepts_validity_stays_and_uncertainty_grows() -> None:
    wanderer = started(10)
    before = last(wanderer.run(2.0)).pose
    # Types: stand-ins without percepts.
    wanderer.cameras = [NoPercepts(), NoPercepts()]  # type: ignore[list-item]
    after = last(wanderer.run(3.0)).pose
    assert after.validity == pytest.approx(before.validity)
    assert np.trace(after.covariance) > np.trace(before.covariance)


def test_cognition_runs_the_locator_after_side_and_alternative_pose() -> None:
    percepts: tuple[str, ...] = ("LinesPercept", "CenterCirclePercept", "PenaltyMarkPercept")
    percepts += ("IntersectionsPercept", "FieldFeaturesPercept")
    body = ("Odometry", "FallState", "GroundContactState", "GameInfo", "TeamData")
    models = ("BallModel", "ObstacleModel")
    team = Team(
        name="locators",
        robot="nao",
        constants=("FieldDimensions", "PlayerInfo"),
        threads=(
            ThreadPlan(name="upper", rate=30.0, defaults=percepts),
            ThreadPlan(name="lower", rate=30.0, phase=0.5, defaults=percepts),
            ThreadPlan(
                name="cognition",
                after=("upper", "lower"),
                modules=("SelfLocator", "SideMonitor", "AlternativePoseLocator"),
                defaults=(*body, *models),
            ),
        ),
    )
    names = [node.name for node in build_graph(team).thread("cognition").nodes]
    assert names[-1] == "SelfLocator"


def test_same_seed_same_poses() -> None:
    def poses() -> list[RobotPose]:
        return [step.pose for step in started(11).run(1.0)]

    assert same(poses(), poses())
