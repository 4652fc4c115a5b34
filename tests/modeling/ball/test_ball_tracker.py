"""Position and velocity of the tracked ball, and when it is dropped."""

import math

import numpy as np
import pytest
from tests.modeling.ball.ball_world import DT, BallWorld

from kickabout.geometry import Field, Pose2, Pose3, Robot, Vector2
from kickabout.representations import BodyModel, TorsoState
from kickabout.soccer.ball_physics import end_of_roll, stopping_distance


def rolling_worlds(count: int, seed: int) -> list[BallWorld]:
    """Return worlds with balls that rest for a second and are then kicked in any direction."""
    random = np.random.default_rng(seed)
    worlds = []
    for i in range(count):
        distance, angle, speed = random.uniform((0.8, -0.6, 0.8), (2.5, 0.6, 2.0)).tolist()
        world = BallWorld(seed=100 + i, ball=Vector2.from_polar(distance, angle))
        world.run(1.0)
        world.velocity = Vector2.from_polar(speed, float(random.uniform(-math.pi, math.pi)))
        worlds.append(world)
    return worlds


def is_visible(world: BallWorld) -> bool:
    ball = world.ball_in_robot
    return 0.3 < ball.norm <= 3.0 and abs(ball.angle) < 1.4


def test_a_resting_ball_has_no_velocity() -> None:
    world = BallWorld(camera_error=0.3)
    world.run(1.0)
    moving, errors = 0, []
    for _ in range(120):
        moving += world.step().velocity_in_robot.norm > 0.0
        errors.append(world.error)
    assert moving == 0
    assert np.median(errors) < 0.03


def test_the_median_position_error_is_at_most_eight_centimeters() -> None:
    random = np.random.default_rng(3)
    errors = []
    for seed in range(12):
        distance, angle = random.uniform((0.4, -0.8), (3.0, 0.8)).tolist()
        walking: Pose2[Robot, Robot] = Pose2(*random.uniform(-0.2, 0.2, 3).tolist())
        world = BallWorld(seed=seed, ball=Vector2.from_polar(distance, angle), walking=walking)
        world.run(0.5)
        for _ in range(90):
            world.step()
            if is_visible(world):
                errors.append(world.error)
    assert len(errors) > 800
    assert np.median(errors) <= 0.08


def test_the_median_speed_error_of_rolling_balls_is_at_most_fifteen_percent() -> None:
    errors = []
    for world in rolling_worlds(24, seed=1):
        world.run(0.3)
        while world.velocity.norm > 0.4 and is_visible(world):
            speed = world.step().velocity_in_robot.norm
            errors.append(abs(speed - world.velocity.norm) / world.velocity.norm)
    assert len(errors) > 300
    assert np.median(errors) <= 0.15


def test_the_end_of_a_roll_is_predicted_within_a_tenth_of_its_length() -> None:
    errors = []
    for world in rolling_worlds(40, seed=2):
        length = stopping_distance(world.velocity.norm, 0.35)
        true_end: Vector2[Field] = end_of_roll(world.ball, world.velocity, 0.35)
        world.run(1.0)
        if is_visible(world):
            model = world.model
            end = end_of_roll(model.position_in_robot, model.velocity_in_robot, 0.35)
            errors.append((world.pose @ end).distance_to(true_end) / length)
    assert len(errors) > 10
    assert np.median(errors) <= 0.1


def test_a_kick_is_detected_within_half_a_second() -> None:
    world = BallWorld(ball=Vector2(1.2, 0.5), camera_error=0.5)
    world.run(1.0)
    world.velocity = Vector2(0.0, -1.5)
    model = world.run(0.4)
    assert model.velocity_in_robot.distance_to(world.velocity_in_robot) < 0.3


@pytest.mark.parametrize("turning", [-1.0, 1.0])
def test_a_turning_robot_does_not_make_the_ball_roll(turning: float) -> None:
    world = BallWorld(ball=Vector2(1.2, 0.0), camera_error=0.3)
    world.run(1.0)
    world.walking = Pose2(0.0, 0.0, turning)
    for _ in range(30):
        assert world.step().velocity_in_robot.norm == 0.0
    assert world.error < 0.1


def test_a_ball_moved_by_hand_is_found_within_a_few_images() -> None:
    world = BallWorld(ball=Vector2(1.8, -0.8))
    world.run(1.0)
    world.ball = Vector2(1.0, 1.2)
    world.run(10 * DT)
    assert world.error < 0.2
    assert world.model.velocity_in_robot.norm < 0.2


def test_a_ball_that_is_not_where_it_should_be_is_dropped() -> None:
    world = BallWorld(ball=Vector2(1.5, 0.0))
    assert world.run(1.0).known
    world.looks_at_ball = False
    world.ball = Vector2(-3.0, 0.0)
    assert not world.run(4.0).known


def test_a_ball_behind_the_robot_is_remembered_and_moved_by_odometry() -> None:
    world = BallWorld(ball=Vector2(1.5, 0.0))
    world.run(1.0)
    world.looks_at_ball = False
    world.walking = Pose2(0.0, 0.0, 1.0)
    model = world.run(math.pi)
    assert model.known
    assert model.last_seen_at < world.time - 1.0
    assert world.error < 0.3


def test_false_balls_have_no_effect() -> None:
    random = np.random.default_rng(5)
    affected, cycles = 0, 0
    for seed in range(6):
        ball: Vector2[Field] = Vector2.from_polar(*random.uniform((0.5, -0.7), (2.5, 0.7)))
        true, disturbed = BallWorld(seed=seed, ball=ball), BallWorld(seed=seed, ball=ball)
        disturbed.false_fraction = 0.05
        true.run(1.0)
        disturbed.run(1.0)
        for _ in range(200):
            true.step()
            model = disturbed.step()
            cycles += 1
            apart = model.position_in_robot.distance_to(true.model.position_in_robot)
            affected += not model.known or apart > 0.1
    assert affected <= 0.01 * cycles


def standing_body(left: tuple[float, float]) -> BodyModel:
    x, y = left
    return BodyModel(
        left_sole_to_torso=Pose3.from_translation(x, y, 0.0),
        right_sole_to_torso=Pose3.from_translation(0.0, -0.05, 0.0),
        mass=5.0,
    )


def test_a_ball_does_not_roll_through_the_feet() -> None:
    world = BallWorld(ball=Vector2(1.2, 0.05), camera_error=0.2)
    world.body, world.torso = standing_body((0.0, 0.05)), TorsoState(valid=True)
    world.run(1.0)
    world.velocity = Vector2(-1.0, 0.0)
    world.run(0.6)
    assert world.model.velocity_in_robot.x < -0.5
    world.looks_at_ball = False
    for _ in range(40):
        model = world.step()
        assert model.position_in_robot.x > 0.12
    assert abs(model.velocity_in_robot.x) < 0.4


def test_a_swinging_foot_makes_the_ball_roll() -> None:
    world = BallWorld(ball=Vector2(0.25, 0.05), camera_error=0.2)
    world.body, world.torso = standing_body((0.0, 0.05)), TorsoState(valid=True)
    world.run(1.0)
    world.looks_at_ball = False
    for i in range(5):
        world.body = standing_body((0.05 * (i + 1), 0.05))
        world.step()
    rolling = world.tracker.hypotheses.rolling.means
    assert rolling[:, 2].max() > 1.0
    assert world.model.position_in_robot.x > 0.39


def test_the_same_seed_gives_the_same_model() -> None:
    first, second = BallWorld(seed=7).run(1.0), BallWorld(seed=7).run(1.0)
    assert first.position_in_robot == second.position_in_robot
    assert np.array_equal(first.covariance, second.covariance)
