"""The physical world: ball, robots, contacts and commands."""

import itertools
import math

import numpy as np
import pytest

from kickabout.geometry import Pose2, Vector2
from kickabout.representations import FieldDimensions, load_field
from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.truth import is_upright, truth_of
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide

FIELD = load_field("spl2019")


@pytest.fixture
def empty() -> PhysicsWorld:
    """A world with a ball only; its robot stands outside the field."""
    return PhysicsWorld(FIELD, [NAO])


@pytest.fixture
def one_robot() -> PhysicsWorld:
    world = PhysicsWorld(FIELD, [NAO])
    world.place_robot(0, Pose2(0.0, 0.0, 0.5))
    world.place_ball(Vector2(2.0, 2.0))
    return world


def run(world: PhysicsWorld, seconds: float) -> None:
    for _ in range(round(seconds / world.frame_time)):
        world.advance()


@pytest.mark.parametrize("speed", [0.3, 1.0, 2.0])
def test_a_rolling_ball_stops_at_the_distance_of_the_friction_model(
    empty: PhysicsWorld, speed: float
) -> None:
    empty.place_ball(Vector2(0.0, 0.0), Vector2(speed * 0.6, speed * 0.8))
    run(empty, speed / FIELD.ball.deceleration + 0.5)
    expected = speed**2 / (2.0 * FIELD.ball.deceleration)
    assert empty.ball_in_world.norm == pytest.approx(expected, rel=0.05)
    assert np.abs(empty.snapshot().ball_velocity).max() < 1e-3


def test_a_rolling_ball_never_becomes_faster(empty: PhysicsWorld) -> None:
    empty.place_ball(Vector2(0.0, 0.0), Vector2(1.5, 0.0))
    speeds = []
    for _ in range(300):
        empty.advance()
        speeds.append(float(np.linalg.norm(empty.snapshot().ball_velocity)))
    assert speeds[0] == pytest.approx(1.5, abs=0.05)
    assert speeds[-1] < 0.5
    assert all(later <= earlier + 1e-6 for earlier, later in itertools.pairwise(speeds))


def test_the_net_stops_the_ball_and_the_post_reflects_it(empty: PhysicsWorld) -> None:
    empty.place_ball(Vector2(3.5, 0.3), Vector2(3.0, 0.0))
    run(empty, 3.0)
    assert FIELD.goal_line_x < empty.ball_in_world.x < FIELD.goal.post_x + FIELD.goal.depth
    empty.place_ball(Vector2(4.0, FIELD.goal.post_y), Vector2(2.0, 0.0))
    run(empty, 2.0)
    assert empty.ball_in_world.x < FIELD.goal.post_x


def test_a_standing_robot_stays_where_it_is(one_robot: PhysicsWorld) -> None:
    run(one_robot, 5.0)
    robot = truth_of(one_robot.snapshot(), [RobotId(TeamSide.HOME, 1)]).robots["home", 1]
    assert robot.upright
    assert math.hypot(robot.pose.x, robot.pose.y) < 0.01
    assert robot.pose.theta == pytest.approx(0.5, abs=0.01)


def test_the_foot_forces_add_up_to_the_weight(one_robot: PhysicsWorld) -> None:
    run(one_robot, 2.0)
    weight = 9.81 * float(one_robot.model.body_subtreemass[one_robot.robots[0].torso])
    assert one_robot.snapshot().foot_forces.sum() == pytest.approx(weight, rel=0.03)


def test_a_limp_robot_falls_and_settles(one_robot: PhysicsWorld) -> None:
    one_robot.command(0, STAND, np.zeros(JOINT_COUNT))
    run(one_robot, 4.0)
    snapshot = one_robot.snapshot()
    assert not is_upright(snapshot, 0)
    assert np.isfinite(one_robot.data.qpos).all()
    assert np.abs(one_robot.data.qvel).max() < 1.0


def test_joints_follow_their_commands_three_frames_later(one_robot: PhysicsWorld) -> None:
    times = one_robot.frame_time * np.arange(400)
    wanted = 0.3 * np.sin(2.0 * math.pi * 0.5 * times)
    measured = []
    for angle in wanted:
        measured.append(one_robot.snapshot().joint_angles[0, 0])
        command = STAND.copy()
        command[0] = angle
        one_robot.advance()
        one_robot.command(0, command, np.ones(JOINT_COUNT))
    errors = [
        float(np.abs(np.array(measured[100 + lag :]) - wanted[100 : len(wanted) - lag]).max())
        for lag in range(1, 8)
    ]
    assert int(np.argmin(errors)) + 1 == 3
    assert min(errors) < 0.02


def test_a_push_moves_a_robot_by_its_momentum(one_robot: PhysicsWorld) -> None:
    one_robot.push(0, (2.0, 0.0, 0.0))
    mass = float(one_robot.model.body_subtreemass[one_robot.robots[0].torso])
    dof = one_robot.robots[0].root_dof
    assert one_robot.data.qvel[dof] == pytest.approx(2.0 / mass)


def test_contacts_with_the_ball_are_detected() -> None:
    world = PhysicsWorld(FIELD, [NAO])
    world.place_robot(0, Pose2(0.0, 0.0, 0.0))
    world.place_ball(Vector2(0.6, 0.05), Vector2(-1.0, 0.0))
    touched, bumped = False, False
    for _ in range(80):
        world.advance()
        touched |= bool(world.ball_contacts.touched[0])
        bumped |= bool(world.snapshot().switches[0].any())
    assert touched
    assert bumped


def test_the_same_commands_give_the_same_bytes() -> None:
    def play() -> bytes:
        world = PhysicsWorld(FIELD, [NAO] * 2)
        world.place_robot(0, Pose2(0.0, 0.0, 0.0))
        world.place_robot(1, Pose2(0.35, 0.0, math.pi))
        world.push(0, (3.0, 0.0, 0.0))
        run(world, 1.0)
        return bytes(world.data.qpos.tobytes())

    assert play() == play()


def test_other_fields_have_other_goals() -> None:
    wide = FieldDimensions(goal=type(FIELD.goal)(post_y=1.2))
    world = PhysicsWorld(wide, [NAO])
    world.place_ball(Vector2(4.0, 1.0), Vector2(2.0, 0.0))
    run(world, 2.0)
    assert world.ball_in_world.x > wide.goal_line_x
