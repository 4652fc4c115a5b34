"""HULKs' ball tracker follows the ball and drops it when it is gone."""

import math
from typing import Any

import numpy as np
from tests.modeling.ball.ball_world import BallWorld
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Vector2
from kickabout.modeling.ball.ball_tracker import BallPushers
from kickabout.modeling.ball.ball_view import BallView
from kickabout.modeling.ball.hulks_ball_tracker import HulksBallTracker
from kickabout.representations import BallModel, BallPercept, FilteredBallPercept
from kickabout.soccer.ball_physics import end_of_roll, stopping_distance


class TrackerAdapter:
    """HULKs' tracker with the interface of the other tracker; it gets unfiltered percepts."""

    def __init__(self, world: BallWorld) -> None:
        self.world = world
        self.filter = made(HulksBallTracker)

    def update(
        self, frame: FrameInfo, percept: FilteredBallPercept, view: BallView, pushed: BallPushers
    ) -> BallModel:
        model: BallModel = self.filter.update(
            frame,
            self.world.percept,
            view,
            pushed.odometry,
            pushed.friction,
            FIELD,
        )
        return model


def hulks_world(**changes: Any) -> BallWorld:
    world = BallWorld(**changes)
    world.tracker = TrackerAdapter(world)
    return world


def test_a_resting_ball_has_no_velocity() -> None:
    world = hulks_world(camera_error=0.3)
    world.run(1.5)
    moving, errors = 0, []
    for _ in range(120):
        moving += world.step().velocity_in_robot.norm > 0.0
        errors.append(world.error)
    assert moving <= 6
    assert np.median(errors) < 0.03


def test_the_median_position_error_is_at_most_ten_centimeters() -> None:
    random = np.random.default_rng(3)
    errors = []
    for seed in range(8):
        distance, angle = random.uniform((0.5, -0.8), (3.0, 0.8)).tolist()
        world = hulks_world(seed=seed, ball=Vector2.from_polar(distance, angle))
        world.run(0.5)
        for _ in range(60):
            if world.step().known:
                errors.append(world.error)
    assert len(errors) > 300
    assert np.median(errors) <= 0.1


def test_the_end_of_a_roll_is_predicted_within_a_sixth_of_its_length() -> None:
    random = np.random.default_rng(2)
    errors = []
    for seed in range(24):
        distance, angle, speed = random.uniform((0.8, -0.6, 0.8), (2.5, 0.6, 1.5)).tolist()
        world = hulks_world(seed=seed, ball=Vector2.from_polar(distance, angle))
        world.run(1.0)
        world.velocity = Vector2.from_polar(speed, float(random.uniform(-math.pi, math.pi)))
        length = stopping_distance(speed, 0.35)
        true_end: Vector2[Field] = end_of_roll(world.ball, world.velocity, 0.35)
        model = world.run(1.0)
        ball = world.ball_in_robot
        if model.known and 0.3 < ball.norm < 3.0 and abs(ball.angle) < 1.4:
            end = end_of_roll(model.position_in_robot, model.velocity_in_robot, 0.35)
            errors.append((world.pose @ end).distance_to(true_end) / length)
    assert len(errors) > 8
    assert np.median(errors) < 0.16


def test_a_ball_that_was_taken_away_is_dropped() -> None:
    world = hulks_world(camera_error=0.3)
    assert world.run(1.0).known
    world.ball_oracle = NoBallOracle()
    assert not world.run(4.0).known


class NoBallOracle:
    """An oracle without any ball."""

    def update(self, *given: object) -> BallPercept:
        return BallPercept()


def test_single_false_balls_are_not_accepted() -> None:
    world = hulks_world(camera_error=0.3, false_fraction=0.1)
    world.run(1.0)
    far = 0
    for _ in range(150):
        model = world.step()
        far += model.known and world.error > 0.5
    assert far == 0


def test_the_same_seed_gives_the_same_ball() -> None:
    first, second = hulks_world(seed=7).run(1.0), hulks_world(seed=7).run(1.0)
    assert first.position_in_robot == second.position_in_robot
