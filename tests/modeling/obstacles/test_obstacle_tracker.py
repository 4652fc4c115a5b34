"""Positions and teams of tracked obstacles."""

import math

import numpy as np
import pytest
from tests.modeling.ball.ball_world import DT
from tests.modeling.obstacles.obstacle_world import ObstacleWorld
from tests.simulation.oracles.scenes import standing

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import (
    ArmContactState,
    FootBumperState,
    ObstacleKind,
    RobotPercept,
    RobotsPercept,
    TeamSeen,
)


def test_a_robot_is_published_after_three_percepts_and_not_earlier() -> None:
    world = ObstacleWorld(others=(standing(1.5, 0.2),))
    shown, seen = [], 0
    while seen < 3:
        world.step()
        seen += len(world.percept.robots)
        shown.append((seen, len(world.robots)))
    assert all(count == (1 if percepts >= 3 else 0) for percepts, count in shown)


def test_a_single_false_percept_is_never_published() -> None:
    world = ObstacleWorld(seed=3)
    for _ in range(600):
        world.step()
        assert not world.robots


def test_the_median_error_of_opponents_is_at_most_a_quarter_meter() -> None:
    random = np.random.default_rng(2)
    errors = []
    for seed in range(10):
        positions = random.uniform((0.6, -1.2), (3.5, 1.2), (2, 2)).tolist()
        speeds = random.uniform(-0.2, 0.2, (2, 2)).tolist()
        velocities: tuple[Vector2[Field], ...] = tuple(Vector2(*v) for v in speeds)
        world = ObstacleWorld(
            seed=seed,
            others=tuple(standing(x, y) for x, y in positions),
            velocities=velocities,
            head_swing=0.4,
        )
        world.run(1.0)
        for _ in range(90):
            world.step()
            errors += [world.error(i) for i in range(2) if world.in_robot(i).norm < 3.5]
    assert np.median(errors) <= 0.25


def test_obstacles_keep_their_positions_while_the_robot_turns() -> None:
    world = ObstacleWorld(others=(standing(1.5, 0.0),))
    world.run(1.0)
    world.walking = Pose2(0.0, 0.0, 1.5)
    world.run(2.0 * math.pi / 1.5)
    assert world.error(0) < 0.25


def test_a_robot_that_left_is_dropped_when_its_position_is_in_view() -> None:
    world = ObstacleWorld(others=(standing(1.5, 0.0),))
    world.run(1.0)
    assert world.robots
    world.others = ()
    world.run(1.3)
    assert not world.robots


def test_a_robot_behind_is_remembered_for_a_while() -> None:
    world = ObstacleWorld(others=(standing(1.5, 0.0),))
    world.run(1.0)
    world.pose = Pose2(0.0, 0.0, math.pi)
    world.tracker.hypotheses.means[:, :2] *= -1.0
    world.run(3.0)
    assert world.robots
    world.run(4.0)
    assert not world.robots


def test_an_arm_contact_makes_an_obstacle_at_the_shoulder() -> None:
    world = ObstacleWorld(arms=ArmContactState(contact=(True, False)), blind=True)
    world.run(0.2)
    (obstacle,) = world.robots
    assert obstacle.kind is ObstacleKind.UNKNOWN
    assert obstacle.center_in_robot.distance_to(Vector2(0.05, 0.27)) < 0.05


def test_a_foot_contact_makes_an_obstacle_in_front_of_the_foot() -> None:
    world = ObstacleWorld(feet=FootBumperState(contact=(False, True)), blind=True)
    world.run(0.2)
    (obstacle,) = world.robots
    assert obstacle.center_in_robot.distance_to(Vector2(0.2, -0.06)) < 0.05


def percepts_of(team: TeamSeen, x: float = 1.5, y: float = 0.0) -> RobotsPercept:
    return RobotsPercept(
        robots=(
            RobotPercept(
                box_in_image=(0.0, 0.0, 1.0, 1.0),
                position_in_robot=Vector2(x, y),
                covariance=0.01 * np.eye(2),
                team=team,
            ),
        )
    )


def tracked(*positions: tuple[float, float]) -> ObstacleWorld:
    """Return a world after percepts at these positions, 30 per second."""
    world = ObstacleWorld()
    for i, (x, y) in enumerate(positions):
        percept = percepts_of(TeamSeen.OPPONENT, x, y)
        world.tracker.hypotheses.correct(percept, i / 30.0, world.tracker.parameters)
    return world


def test_a_wrong_distance_does_not_add_a_robot() -> None:
    world = tracked(*((4.0, 0.0),) * 10, (3.2, 0.0), (4.9, 0.0))
    assert len(world.tracker.hypotheses.candidates) == 1
    assert world.tracker.hypotheses.means[0, 0] == pytest.approx(4.0, abs=0.15)


def test_a_robot_beside_another_one_is_added() -> None:
    assert len(tracked(*((4.0, 0.0),) * 10, (4.0, 0.8)).tracker.hypotheses.candidates) == 2


def test_a_robot_that_is_missed_more_often_than_seen_is_dropped() -> None:
    world = ObstacleWorld(others=(standing(1.5, 0.0),))
    world.run(1.0)
    for cycle in range(120):
        world.blind = cycle % 12 > 0
        world.step()
    assert not world.robots


def test_the_majority_of_jerseys_decides() -> None:
    random = np.random.default_rng(4)
    right = 0
    for _ in range(40):
        world = ObstacleWorld(others=(standing(1.5, 0.0),))
        for i in range(20):
            wrong = random.random() < 0.3
            percept = percepts_of(TeamSeen.OPPONENT if wrong else TeamSeen.OWN)
            frame = FrameInfo(time=i * DT, dt=DT, cycle=i)
            world.tracker.hypotheses.correct(percept, frame.time, world.tracker.parameters)
        (candidate,) = world.tracker.hypotheses.candidates
        team = candidate.team(0.5)
        right += team is TeamSeen.OWN
    assert right >= 36


def test_goal_posts_come_from_the_map() -> None:
    world = ObstacleWorld(pose=Pose2(3.0, 0.0, 0.0))
    posts = [o for o in world.step().obstacles if o.kind is ObstacleKind.GOAL_POST]
    positions = sorted((post.center_in_robot.x, post.center_in_robot.y) for post in posts)
    assert np.allclose(positions, [(1.525, -0.8), (1.525, 0.8)], atol=0.05)


def test_two_robots_side_by_side_stay_two() -> None:
    world = ObstacleWorld(others=(standing(1.5, 0.4), standing(1.5, -0.4)))
    world.run(2.0)
    assert len(world.robots) == 2
