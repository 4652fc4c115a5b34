"""Sensors of the Aibos in their league: paws, chin, infrared distances, acceleration, battery."""

import math

import numpy as np
import pytest

from kickabout.evaluation.trials.four_legged_ball_trials import CARRY, take_ball
from kickabout.evaluation.trials.four_legged_drills import four_legged_drill
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2, Vector2, World
from kickabout.motion.trot.trot_gait import load_gait
from kickabout.representations import SensorFrame
from kickabout.robots.kind import robot_kind
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.sensors import SensorModel
from kickabout.soccer.league import load_league

KINDS = ("ers210", "ers7")
HEAD_INFRARED = {"ers210": "head_infrared", "ers7": "near_infrared"}
AWAY = Vector2[World](-1.0, -0.6)


def world_of(name: str, ball: Vector2[World] = AWAY) -> PhysicsWorld:
    """Return a world with a robot that stands at its center."""
    kind = robot_kind(name)
    world = PhysicsWorld(load_league("legged2001").field, [kind])
    world.place_robot(0, Pose2())
    world.place_ball(ball)
    stand(world, 0.8)
    return world


def stand(world: PhysicsWorld, seconds: float, **joints: float) -> None:
    """Let the robot stand, with some joints at other angles."""
    kind = world.kinds[0]
    angles = kind.stand.copy()
    for joint, angle in joints.items():
        angles[kind.joint(joint)] = angle
    for _ in range(round(seconds / kind.frame_time)):
        world.command(0, angles, np.ones(len(kind.joints)))
        world.advance()


def felt(world: PhysicsWorld) -> SensorFrame:
    kind = world.kinds[0]
    model = SensorModel(
        0, kind=kind, name="home 1", settings=kind.sensor_errors, faults=Faults(), seed=1
    )
    return model.measure(world.snapshot())


def pressed(world: PhysicsWorld) -> set[str]:
    return {name for name, is_pressed in felt(world).buttons.items() if is_pressed}


@pytest.mark.parametrize("name", KINDS)
def test_the_ground_presses_the_switches_of_the_paws(name: str) -> None:
    world = world_of(name)
    assert pressed(world) == set(world.kinds[0].feet)
    stand(world, 0.5, left_fore_knee=2.1, left_fore_rotator=0.0)
    assert "left_fore_paw" not in pressed(world)


@pytest.mark.parametrize("name", ["ers7"])
def test_a_ball_under_the_chin_presses_its_switch(name: str) -> None:
    grip = load_gait(CARRY, RobotConfiguration(name)).grip
    assert grip is not None
    with four_legged_drill(name, seed=1, gait=CARRY) as drill:
        drill.run(1.0)
        assert not drill.robot["SensorFrame"].buttons["chin"]
        take_ball(drill, grip, (0.0, 0.0))
        assert drill.robot["SensorFrame"].buttons["chin"]


@pytest.mark.parametrize("name", KINDS)
def test_infrared_sensors_of_the_head_measure_to_the_ball(name: str) -> None:
    kind, sensor = robot_kind(name), HEAD_INFRARED[name]
    world = world_of(name)
    low, high = next(s.range for s in kind.sensors.distances if s.name == sensor)
    assert felt(world).distances[sensor] == high  # it looks over the ramps
    nose = world.data.site(f"robot0_{sensor}").xpos.copy()
    world.place_ball(Vector2(float(nose[0]) + 0.3, 0.0))
    tilt = math.atan2(float(nose[2]) - 0.042, 0.3)
    joint = "neck_tilt" if name == "ers210" else "neck_nod"
    before = float(kind.stand[kind.joint(joint)])
    stand(world, 0.8, **{joint: max(before - tilt, -0.26 if name == "ers7" else -1.4)})
    assert low < felt(world).distances[sensor] < 0.4


def test_the_far_sensor_of_an_ers7_measures_beyond_the_near_one() -> None:
    world = world_of("ers7")
    stand(world, 0.8, neck_tilt=-0.1, neck_nod=-0.1)
    distances = felt(world).distances
    assert distances["near_infrared"] == 0.5
    assert 0.5 < distances["far_infrared"] < 1.5


def test_the_chest_of_an_ers7_measures_to_the_ground_ahead() -> None:
    world = world_of("ers7")
    start = world.data.site("robot0_chest_infrared").xpos
    ahead = float(start[2]) / math.sin(math.radians(30.0))
    assert felt(world).distances["chest_infrared"] == pytest.approx(ahead, rel=0.15)


@pytest.mark.parametrize("name", KINDS)
def test_the_acceleration_of_a_standing_robot_is_upward_and_nothing_measures_turns(
    name: str,
) -> None:
    frame = felt(world_of(name))
    assert np.linalg.norm(frame.accelerometer - (0.0, 0.0, 9.81)) < 1.0
    assert not frame.gyro.any()
    assert not frame.board_angles.any()


@pytest.mark.parametrize("name", KINDS)
def test_the_battery_runs_down(name: str) -> None:
    world = world_of(name)
    before = felt(world)
    stand(world, 2.0)
    after = felt(world)
    assert after.battery_charge < before.battery_charge < 1.0
    assert after.battery_current < 0.0


def test_samples_wait_for_packets_and_targets_for_buffers() -> None:
    for name in KINDS:
        kind = robot_kind(name)
        assert kind.command_delay == pytest.approx(0.032 + 0.032)
