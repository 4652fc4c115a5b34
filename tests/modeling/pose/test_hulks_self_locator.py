"""Pose estimates of HULKs' set of filters, and the convergence of its hypotheses."""

import math
from typing import cast

import numpy as np
import pytest
from tests.modeling.pose.wanderer import Step, Wanderer, game, made

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot
from kickabout.modeling.pose.hulks_pose_hypotheses import PoseSet
from kickabout.modeling.pose.hulks_self_locator import HulksSelfLocator
from kickabout.modeling.pose.placed_poses import BodyAndGame
from kickabout.modeling.pose.pose_percepts import FieldPercepts
from kickabout.modeling.pose.self_locator import SelfLocator
from kickabout.representations import (
    AlternativePose,
    GameState,
    InertialState,
    Penalty,
    PoseHypotheses,
    RobotPose,
    SideState,
)

SPREAD = np.diag((0.01, 0.01, 0.01))


class LocatorAdapter:
    """Calls the HULKs' locator like `SelfLocator`; alternatives and teammates are ignored."""

    def __init__(self, seed: int) -> None:
        self.locator: HulksSelfLocator = made(HulksSelfLocator, seed=seed)

    def update(
        self,
        frame: FrameInfo,
        percepts: FieldPercepts,
        given: BodyAndGame,
        alternative: AlternativePose,
        side: SideState,
    ) -> tuple[RobotPose, PoseHypotheses]:
        return self.locator.update(frame, percepts, given, InertialState())


def hulks_wanderer(seed: int, start: Pose2[Robot, Field]) -> Wanderer:
    wanderer = Wanderer(seed, start)
    wanderer.locator = cast(SelfLocator, LocatorAdapter(seed))
    wanderer.game = game(GameState.INITIAL)
    return wanderer


def placed(seed: int) -> Wanderer:
    """Return a robot lined up at the side line as number 1, in PLAYING."""
    wanderer = hulks_wanderer(seed, Pose2(-4.0, 3.0, -0.5 * math.pi))
    wanderer.walks = False
    for _ in wanderer.run(1.0):
        pass
    wanderer.walks = True
    wanderer.game = game(GameState.PLAYING)
    return wanderer


def steps_of(wanderer: Wanderer, seconds: float) -> list[Step]:
    return list(wanderer.run(seconds))


def test_the_pose_errs_by_a_decimeter_while_walking() -> None:
    errors, turns = [], []
    for seed in (1, 2):
        steps = steps_of(placed(seed), 25.0)
        errors += [step.distance for step in steps[300:]]
        turns += [step.turn for step in steps[300:]]
    assert np.median(errors) <= 0.12
    assert np.percentile(errors, 95) <= 0.35
    assert np.median(turns) < math.radians(5.0)


def test_hypotheses_converge_to_a_few() -> None:
    wanderer = hulks_wanderer(3, Pose2(-4.0, 3.0, -0.5 * math.pi))
    wanderer.walks = False
    first = len(wanderer.step().hypotheses.poses)
    last = steps_of(wanderer, 8.0)[-1]
    assert first > 3
    assert len(last.hypotheses.poses) <= 2
    assert last.right


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_robot_returning_from_a_penalty_finds_the_right_side_line(side: float) -> None:
    wanderer = placed(5)
    wanderer.game = game(GameState.PLAYING, Penalty.PLAYER_PUSHING)
    steps_of(wanderer, 1.0)
    wanderer.truth = Pose2(-3.2, 3.0 * side, -0.5 * math.pi * side)
    wanderer.game = game(GameState.PLAYING)
    assert steps_of(wanderer, 10.0)[-1].right


def test_the_pose_recovers_after_a_fall_that_turns_the_robot() -> None:
    right = 0
    for seed in (1, 2, 3):
        wanderer = placed(seed)
        steps_of(wanderer, 5.0)
        list(wanderer.fall_over(0.2, math.pi))
        right += steps_of(wanderer, 8.0)[-1].right
    assert right >= 2


def test_a_worse_hypothesis_is_eliminated() -> None:
    poses = PoseSet()
    poses.reset(np.array(((0.0, 0.0, 0.0), (2.0, 0.0, 0.0))), SPREAD, 0.2)
    poses.errors[1] = 0.6
    poses.eliminate(0.25)
    assert poses.means.tolist() == [[0.0, 0.0, 0.0]]


def test_two_similar_hypotheses_are_merged_to_one_between_them() -> None:
    poses = PoseSet()
    poses.reset(np.array(((0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (3.0, 0.0, 0.0))), SPREAD, 0.2)
    poses.merge(0.25, 0.3)
    assert len(poses) == 2
    assert poses.means[0, 0] == pytest.approx(0.05)
    assert np.allclose(poses.covariances[0], SPREAD)


def test_the_same_seed_gives_the_same_poses() -> None:
    first, second = (steps_of(placed(4), 1.0)[-1].pose for _ in range(2))
    assert first.robot_to_field == second.robot_to_field
