"""Simulated sensors: close to the truth, with the declared noise and the declared faults."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.geometry import Pose2
from kickabout.representations import load_field
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.sensor_kinds import SensorErrors
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.sensors import SensorModel
from kickabout.simulation.physics.snapshot import Snapshot

GOOD = NAO.sensor_errors
KNEE = Joint.LEFT_KNEE_PITCH


@pytest.fixture(scope="module")
def standing() -> Snapshot:
    world = PhysicsWorld(load_field("spl2019"), [NAO] * 2)
    world.place_robot(0, Pose2(0.0, 0.0, 0.0))
    world.place_robot(1, Pose2(0.9, 0.3, 0.0))
    for _ in range(80):
        world.advance()
    return world.snapshot()


def sensors(*faults: Fault, settings: SensorErrors = GOOD, seed: int = 1) -> SensorModel:
    return SensorModel(
        0, kind=NAO, name="home 1", settings=settings, faults=Faults(faults), seed=seed
    )


def fault(kind: FaultKind, **more: Any) -> Fault:
    return Fault(kind=kind, robot="home 1", **more)


def test_measurements_are_close_to_the_truth(standing: Snapshot) -> None:
    frame = sensors().measure(standing)
    assert frame.connected
    assert np.abs(frame.joint_angles - standing.joint_angles[0]).max() < 0.005
    assert frame.accelerometer[2] == pytest.approx(9.81, abs=0.5)
    assert np.abs(frame.gyro - standing.gyros[0]).max() < 0.05
    assert frame.foot_forces.sum() == pytest.approx(standing.foot_forces[0].sum(), rel=0.2)


def test_the_noise_has_the_declared_standard_deviation(standing: Snapshot) -> None:
    settings = GOOD.with_changes({"gyro_noise": 0.02, "gyro_bias": 0.0})
    model = sensors(settings=settings)
    readings = np.array([model.measure(standing).gyro for _ in range(2000)])
    assert readings.std(axis=0) == pytest.approx(0.02, rel=0.1)


def test_the_same_seed_measures_the_same_and_another_does_not(standing: Snapshot) -> None:
    one, same, other = (sensors(seed=seed).measure(standing).gyro for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_the_sonar_measures_the_distance_to_a_robot_in_front(standing: Snapshot) -> None:
    left, right = sensors().measure(standing).distances.values()
    assert left == pytest.approx(0.75, abs=0.1)
    assert right in (5.0, left)


def test_a_gyro_offset_is_added_while_it_lasts(standing: Snapshot) -> None:
    model = sensors(fault(FaultKind.GYRO_OFFSET, values=(1.0, 0.0, 0.0), start=0.5, end=2.0))
    assert model.measure(standing).gyro[0] > 0.9
    later = replace(standing, time=2.5)
    assert model.measure(later).gyro[0] < 0.1


def test_a_frozen_inertial_board_repeats_its_values(standing: Snapshot) -> None:
    model = sensors(fault(FaultKind.FROZEN_IMU))
    first, second = model.measure(standing).gyro, model.measure(standing).gyro
    assert np.array_equal(first, second)


def test_a_wrong_gain_scales_the_foot_forces(standing: Snapshot) -> None:
    half = sensors(fault(FaultKind.FSR_GAIN, values=(0.5,) * 8)).measure(standing)
    assert half.foot_forces.sum() == pytest.approx(
        sensors().measure(standing).foot_forces.sum() / 2, rel=0.1
    )


def test_a_joint_offset_is_measured(standing: Snapshot) -> None:
    model = sensors(fault(FaultKind.JOINT_OFFSET, joint="left_knee_pitch", value=0.1))
    measured = model.measure(standing).joint_angles[KNEE]
    assert measured == pytest.approx(standing.joint_angles[0, KNEE] + 0.1, abs=0.01)


def test_the_stiffness_of_the_last_command_is_measured(standing: Snapshot) -> None:
    stiffness = np.linspace(0.0, 1.0, JOINT_COUNT)
    assert not sensors().measure(standing).joint_stiffness.any()
    assert sensors().measure(standing, stiffness).joint_stiffness is stiffness


def test_a_lost_body_is_not_connected(standing: Snapshot) -> None:
    model = sensors(fault(FaultKind.LOST_BODY))
    assert not model.measure(standing).connected


def test_a_dropped_frame_repeats_the_previous_one(standing: Snapshot) -> None:
    model = sensors(fault(FaultKind.DROPOUTS, value=0.5))
    frames = [model.measure(standing) for _ in range(400)]
    repeated = sum(a is b for a, b in itertools.pairwise(frames))
    assert 150 < repeated < 250


def test_motors_under_load_become_warmer(standing: Snapshot) -> None:
    model = sensors()
    for second in range(60):
        frame = model.measure(replace(standing, time=1.0 + second))
    assert frame.joint_temperatures[KNEE] > frame.joint_temperatures[Joint.HEAD_YAW]


def test_cameras_and_microphones_have_the_declared_faults() -> None:
    faults = Faults(
        (
            fault(FaultKind.DEAD_CAMERA, camera="lower"),
            fault(FaultKind.CAMERA_MOUNTING, camera="upper", values=(0.0, 0.02, 0.0)),
            fault(FaultKind.DEAD_MICROPHONE, value=2.0),
        )
    )
    assert faults.camera_is_dead("lower", 0.0)
    assert not faults.camera_is_dead("upper", 0.0)
    assert faults.camera_mounting("upper", 0.0)[1] == 0.02
    assert faults.dead_microphones(0.0) == {2}


def test_an_inconsistent_fault_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="takes 3 values"):
        fault(FaultKind.GYRO_OFFSET)


def test_a_fault_of_a_part_that_the_robot_does_not_have_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="nao has no joint 'left_kne'"):
        fault(FaultKind.STUCK_JOINT, joint="left_kne").check(NAO)


@pytest.mark.parametrize(
    ("faulty", "sentence"),
    [
        (fault(FaultKind.FSR_GAIN, values=(0.5,) * 4), "4 values of fault fsr_gain, but nao has 8"),
        (fault(FaultKind.DEAD_MICROPHONE, value=4.0), "microphone 4 is faulty, but nao has 4"),
        (fault(FaultKind.DEAD_CAMERA, camera="left"), "nao has no camera 'left'"),
    ],
)
def test_a_fault_of_a_sensor_that_the_robot_lacks_is_refused(faulty: Fault, sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=sentence):
        faulty.check(NAO)
