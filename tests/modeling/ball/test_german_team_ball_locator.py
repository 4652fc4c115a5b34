"""GermanTeam's ball: position by odometry, velocity of a rolling ball, age of the last sighting."""

import math

import numpy as np
import pytest
from tests.modules import made

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.modeling.ball.german_team_ball_locator import GermanTeamBallLocator
from kickabout.modeling.ball.straight_roll import straight_roll
from kickabout.representations import BallModel, BallPercept, Odometry, Seen

DT = 0.04  # s


class Robots:
    """A robot that moves on a circle past a ball in the frame of its start."""

    def __init__(self, *, moves: bool = True) -> None:
        self.locator = made(GermanTeamBallLocator)
        self.step: Pose2[Robot, Robot] = Pose2(0.006, 0.001, 0.03) if moves else Pose2()
        self.pose: Pose2[Robot, Robot] = Pose2()
        self.random = np.random.default_rng(1)
        self.cycle = 0

    def see(self, x: float, y: float, *, seen: bool = True, noise: float = 0.0) -> BallModel:
        self.pose = self.pose @ self.step
        at: Vector2[Robot] = Vector2(x, y) + Vector2(*self.random.normal(0.0, noise, 2).tolist())
        percept = BallPercept(
            seen=Seen.YES if seen else Seen.NO, position_in_robot=self.pose.inverse() @ at
        )
        frame = FrameInfo(time=self.cycle * DT, dt=DT if self.cycle else 0.0, cycle=self.cycle)
        self.cycle += 1
        model: BallModel = self.locator.update(frame, percept, Odometry(robot_to_start=self.pose))
        return model


def test_an_unseen_ball_stays_where_it_was_while_the_robot_moves() -> None:
    robot = Robots()
    for _ in range(10):
        robot.see(1.0, 0.3)
    for _ in range(20):
        model = robot.see(0.0, 0.0, seen=False)
    assert robot.pose @ model.position_in_robot == pytest.approx((1.0, 0.3), abs=1e-9)
    assert model.known


def test_the_age_of_the_last_sighting_is_known() -> None:
    robot = Robots()
    seen = robot.see(1.0, 0.3)
    for _ in range(25):
        model = robot.see(0.0, 0.0, seen=False)
    assert 25 * DT - model.last_seen_at == pytest.approx(1.0)
    assert model.last_seen_in_robot == seen.position_in_robot


def test_a_rolling_ball_has_its_velocity_relative_to_the_ground() -> None:
    robot = Robots()
    for cycle in range(20):
        model = robot.see(1.0 - 0.5 * DT * cycle, 0.2 * DT * cycle, noise=0.005)
    turned = model.velocity_in_robot.rotated(robot.pose.theta)
    assert turned == pytest.approx((-0.5, 0.2), abs=0.06)


def test_a_resting_ball_with_noisy_percepts_does_not_move() -> None:
    robot = Robots()
    moving = [robot.see(0.8, 0.1, noise=0.02).velocity_in_robot.norm > 0.0 for _ in range(500)]
    assert np.mean(moving) < 0.02


def test_long_unseen_a_ball_does_not_move_and_then_is_forgotten() -> None:
    robot = Robots(moves=False)
    for cycle in range(20):
        robot.see(1.0 - 0.5 * DT * cycle, 0.0)
    ages = []
    for _ in range(300):
        model = robot.see(0.0, 0.0, seen=False)
        ages.append((model.velocity_in_robot.norm > 0.0, model.known))
    assert ages[10] == (True, True)
    assert ages[40] == (False, True)
    assert ages[-1] == (False, False)


def test_guessed_balls_do_not_count() -> None:
    percept = BallPercept(seen=Seen.GUESSED, position_in_robot=Vector2(1.0, 0.0))
    model = made(GermanTeamBallLocator).update(FrameInfo(), percept, Odometry())
    assert not model.known


def test_the_fitted_line_is_that_of_least_squares() -> None:
    random = np.random.default_rng(3)
    rows = np.column_stack((np.sort(random.uniform(0, 1, 12)), random.normal(0, 1, (12, 2))))
    roll = straight_roll(rows)
    for found, column in ((roll.x, 1), (roll.y, 2)):
        assert found == pytest.approx(np.polyfit(rows[:, 0], rows[:, column], 1)[0])
    assert roll.speed == pytest.approx(math.hypot(roll.x, roll.y))
