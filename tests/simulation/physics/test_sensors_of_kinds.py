"""Robots have the sensors that their kind lists: switches anywhere, infrared rays, no gyroscope."""

from dataclasses import replace

import numpy as np
import pytest
from tests.boxes.test_boxes import BOX

from kickabout.framework import ConfigurationError
from kickabout.geometry import Pose2, Vector2
from kickabout.representations import SensorFrame, load_field
from kickabout.robots.kind import RobotKind
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.sensor_kinds import ContactSwitch, Infrared, SensorErrors, SensorKind
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.sensors import SensorModel

WHEELS = BOX.link_names[1:]
PAWS = tuple(ContactSwitch(button=f"{wheel}_paw", link=wheel, ground=True) for wheel in WHEELS)
CHEST = ContactSwitch(button="chest", link="body", low=(0.1, -1.0, -1.0))
CHIN = Infrared(name="chin", link="body", position=(0.12, 0.0, 0.0), noise=0.0)
BACK = replace(CHIN, name="back", direction=(-1.0, 0.0, 0.0), period=1)
DOG = replace(
    BOX,
    sensors=SensorKind(
        gyroscope=False,
        board_angles=False,
        buttons=("head", "chest", *(paw.button for paw in PAWS)),
        switches=(*PAWS, CHEST),
        distances=(CHIN, BACK),
    ),
)


def world_of(*kinds: RobotKind) -> PhysicsWorld:
    world = PhysicsWorld(load_field("spl2019"), kinds)
    for index in range(len(kinds)):
        world.place_robot(index, Pose2(-2.0 * index, 0.0, 0.0))
    world.place_ball(Vector2(2.0, 2.0))
    return world


def settled(world: PhysicsWorld) -> PhysicsWorld:
    for _ in range(60):
        world.advance()
    return world


def felt(world: PhysicsWorld, robot: int = 0) -> SensorFrame:
    kind = world.kinds[robot]
    model = SensorModel(
        robot, kind=kind, name="home 1", settings=SensorErrors(), faults=Faults(), seed=1
    )
    return model.measure(world.snapshot())


def test_the_ground_presses_the_switches_under_the_feet() -> None:
    frame = felt(settled(world_of(DOG)))
    assert frame.buttons == {"head": False, "chest": False} | {paw.button: True for paw in PAWS}


def test_feet_in_the_air_press_nothing() -> None:
    world = settled(world_of(DOG))
    world.data.qpos[world.robots[0].root_qpos + 2] += 0.5
    world.advance()
    assert not any(felt(world).buttons.values())


def test_only_the_ball_presses_a_switch_that_the_ground_does_not() -> None:
    world = settled(world_of(DOG))
    world.place_ball(Vector2(0.18, 0.0), Vector2(-1.0, 0.0))
    pressed = []
    for _ in range(10):
        world.advance()
        pressed.append(felt(world).buttons["chest"])
    assert any(pressed)


def test_switches_of_two_kinds_do_not_mix() -> None:
    world = settled(world_of(NAO, DOG))
    assert not any(felt(world, 0).buttons.values())
    assert felt(world, 1).buttons[PAWS[3].button]


def test_an_infrared_sensor_measures_to_the_next_object_within_its_range() -> None:
    world = settled(world_of(DOG))
    world.place_ball(Vector2(0.52, 0.0))
    distances = felt(world).distances
    assert distances["chin"] == pytest.approx(0.40 - 0.046, abs=0.005)  # the ray is 2 cm too high
    assert distances["back"] == 0.9
    world.place_ball(Vector2(0.15, 0.0))
    assert felt(world).distances["chin"] == 0.1


def test_an_infrared_sensor_keeps_its_value_between_two_measurements() -> None:
    world = settled(world_of(DOG))
    assert world.frame % CHIN.period == 0
    near = felt(world).distances["chin"]
    world.place_ball(Vector2(0.52, 0.0))
    world.advance()
    assert np.isinf(near) or near == 0.9
    assert world.snapshot().ranges[0, 0] > 1.0


def test_a_robot_without_a_gyroscope_reports_zeros() -> None:
    frame = felt(settled(world_of(DOG)))
    assert not frame.gyro.any()
    assert not frame.board_angles.any()
    assert frame.accelerometer[2] == pytest.approx(9.81, abs=0.5)


def test_a_kind_has_errors_of_its_own_of_which_a_scene_changes_some() -> None:
    errors = SensorErrors(accelerometer_noise=0.5).with_changes({"joint_noise": 0.01})
    assert (errors.accelerometer_noise, errors.joint_noise) == (0.5, 0.01)
    with pytest.raises(ConfigurationError, match="no sensor error 'joint_nois'"):
        SensorErrors().with_changes({"joint_nois": 0.01})
