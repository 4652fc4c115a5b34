"""How precise is localization over many seeds, compared with our goals?"""

import math
from itertools import pairwise

import numpy as np
import pytest
from tests.modeling.pose.wanderer import Step, Wanderer, game

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.pose.side_monitor import SideMonitor, SideMonitorParameters
from kickabout.representations import (
    BallModel,
    FallState,
    GameState,
    ObstacleModel,
    Penalty,
    RobotPose,
    TeamData,
    Teammate,
)

SEEDS = range(10)


def lined_up(seed: int, *, field: str = "spl2019") -> Wanderer:
    wanderer = Wanderer(seed, Pose2(-3.2, -3.0, 0.5 * math.pi), field=field, number=2)
    wanderer.game, wanderer.walks = game(GameState.INITIAL), False
    for _ in wanderer.run(1.0):
        pass
    wanderer.game, wanderer.walks = game(GameState.PLAYING), True
    return wanderer


def seconds_until_right(wanderer: Wanderer, limit: float = 12.0) -> float:
    """Return the time until the pose is right for a second; infinite if that takes too long."""
    start, since = wanderer.time, math.inf
    for step in wanderer.run(limit):
        since = min(since, step.time) if step.right else math.inf
        if step.time - since >= 1.0:
            return since - start
    return math.inf


def in_play(seed: int, field: str, seconds: float) -> list[Step]:
    """Return the steps of a robot that falls or is pushed every 15 s, by up to 0.5 m and 60°."""
    wanderer = lined_up(seed, field=field)
    steps: list[Step] = []
    while wanderer.time < seconds:
        steps += wanderer.run(15.0)
        if wanderer.random.random() < 0.5:
            steps += wanderer.fall_over(0.5, math.radians(60.0))
        else:
            wanderer.jolt(0.5, math.radians(60.0))
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("field", ["spl2019", "spl2020"])
def test_robots_that_fall_and_are_pushed_are_localized(field: str) -> None:
    steps = [step for seed in SEEDS for step in in_play(seed, field, 45.0)]
    distances = np.array([step.distance for step in steps])
    assert np.median(distances) <= 0.08
    assert np.quantile(distances, 0.95) <= 0.25
    assert np.median([step.turn for step in steps]) <= math.radians(2.5)
    assert np.mean(distances > 1.0) <= 0.005


@pytest.mark.slow
def test_a_robot_walks_a_square() -> None:
    wanderer = lined_up(1)
    corners = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0)]
    steps: list[Step] = []
    for _, corner in pairwise([(0.0, 0.0), *corners]):
        wanderer.target = Pose2(*corner, 0.0)
        while math.dist(wanderer.truth.position, corner) > 0.35:
            steps.append(wanderer.step())
    root_mean_square = math.sqrt(np.mean([step.distance**2 for step in steps]))
    assert root_mean_square < 0.1
    assert np.mean([step.pose.validity for step in steps]) > 0.85


@pytest.mark.slow
@pytest.mark.parametrize("field", ["spl2019", "spl2020"])
def test_carried_robots_find_their_pose_on_the_right_side(field: str) -> None:
    times = []
    for seed in range(100, 150):
        wanderer = lined_up(seed, field=field)
        for _ in wanderer.run(2.0):
            pass
        for _ in wanderer.carry(wanderer.anywhere(0.5)):
            pass
        times.append(seconds_until_right(wanderer))
    assert np.median(times) <= 8.0
    assert np.mean(np.isfinite(times)) >= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("field", ["spl2019", "spl2020"])
def test_robots_return_from_penalties_in_five_seconds(field: str) -> None:
    times = []
    for seed in range(200, 250):
        wanderer = lined_up(seed, field=field)
        wanderer.game = game(GameState.PLAYING, Penalty.PLAYER_PUSHING)
        side = 1.0 if wanderer.random.random() < 0.5 else -1.0
        x = -3.2 + 0.5 * float(wanderer.random.integers(-1, 2))
        for _ in wanderer.carry(Pose2(x, side * 3.0, -side * 0.5 * math.pi), seconds=1.0):
            pass
        wanderer.game = game(GameState.PLAYING)
        times.append(seconds_until_right(wanderer))
    assert np.mean(np.array(times) <= 5.0) >= 0.98


def test_a_mirrored_robot_is_corrected_by_three_teammates_that_see_the_ball() -> None:
    wanderer = Wanderer(3, Pose2(1.5, 1.5, 0.4), number=5)
    wanderer.walks = False
    wanderer.step()
    locator = wanderer.locator
    locator.own_half_until = 0.0
    mirrored = np.array((-1.5, -1.5, 0.4 - math.pi))
    locator.particles.reset(np.tile(mirrored, (12, 1)), 0.01 * np.eye(3), 0.8)
    locator.pose = mirrored
    monitor = SideMonitor(SideMonitorParameters())
    ball: Vector2[Field] = Vector2(2.5, 1.8)
    pose = wanderer.step().pose
    corrected_after = math.inf
    for step in range(600):
        wanderer.side = monitor.update(
            FrameInfo(time=wanderer.time),
            team_that_sees(ball, wanderer.time),
            wanderer.field,
            FallState(),
            pose,
            BallModel(
                position_in_robot=wanderer.truth.inverse() @ ball,
                last_seen_at=wanderer.time,
                known=True,
            ),
            ObstacleModel(),
        )
        done = wanderer.step()
        pose = done.pose
        assert isinstance(pose, RobotPose)
        corrected_after = step / 60.0 if done.mirrored else corrected_after
    assert corrected_after < 10.0 - 1.0 / 60.0
    assert done.right


def team_that_sees(ball: Vector2[Field], now: float) -> TeamData:
    """Return three teammates that report once a second what they saw half a second ago."""
    poses: dict[int, Pose2[Robot, Field]] = {
        2: Pose2(-2.0, 0.0, 0.0),
        3: Pose2(0.0, 1.0, 0.0),
        4: Pose2(1.0, -1.0, 0.5),
    }
    return TeamData(
        teammates=tuple(
            Teammate(
                number=number,
                robot_to_field=pose,
                ball_in_field=ball,
                ball_last_seen_at=math.floor(now + number / 4.0) - number / 4.0 - 0.5,
            )
            for number, pose in poses.items()
        )
    )
