"""Joint angles are calibrated and differentiated."""

import math

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.representations import JointCalibration, JointState, SensorFrame
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.sensing.joints.joint_reader import JointReader, JointReaderParameters

DT = 0.012


def read(reader: JointReader, cycle: int, angle: float, connected: bool = True) -> JointState:
    frame = FrameInfo(time=cycle * DT, dt=DT if cycle else 0.0, cycle=cycle)
    sensors = SensorFrame(connected=connected, joint_angles=np.full(JOINT_COUNT, angle))
    return reader.update(frame, sensors, JointCalibration())


def test_each_angle_is_the_measured_one_plus_its_offset() -> None:
    measured, offsets = np.linspace(-1.0, 1.0, JOINT_COUNT), np.linspace(0.02, -0.03, JOINT_COUNT)
    state = JointReader(JointReaderParameters()).update(
        FrameInfo(time=3.0),
        SensorFrame(connected=True, joint_angles=measured),
        JointCalibration(offsets=offsets),
    )
    np.testing.assert_array_equal(state.angles, measured + offsets)
    assert state.measured_at == 3.0


def test_a_joint_that_moves_steadily_has_that_velocity() -> None:
    reader = JointReader(JointReaderParameters())
    for cycle in range(30):
        state = read(reader, cycle, 0.5 * cycle * DT)
    assert state.velocities[Joint.LEFT_KNEE_PITCH] == pytest.approx(0.5, abs=0.01)


def test_the_steps_of_the_angle_sensor_are_smoothed_away() -> None:
    reader = JointReader(JointReaderParameters())
    velocities = []
    for cycle in range(200):
        rounded = round(0.1 * cycle * DT / 0.0015) * 0.0015
        velocities.append(read(reader, cycle, rounded).velocities[0])
    assert max(velocities[20:]) < 0.1 + 0.0015 / DT
    assert np.mean(velocities[20:]) == pytest.approx(0.1, abs=0.02)


def test_a_disconnected_body_keeps_its_angles_and_does_not_move() -> None:
    reader = JointReader(JointReaderParameters())
    for cycle in range(10):
        read(reader, cycle, 0.1 * cycle)
    lost = read(reader, 10, 0.0, connected=False)
    assert lost.angles[0] == pytest.approx(0.9)
    assert lost.measured_at == pytest.approx(9 * DT)
    assert not lost.velocities.any()
    back = read(reader, 11, -1.0)
    assert not back.velocities.any()


def test_an_angle_that_is_no_number_has_no_effect_on_later_ones() -> None:
    reader = JointReader(JointReaderParameters())
    for cycle in range(10):
        read(reader, cycle, 0.1 * cycle)
    spoiled = read(reader, 10, math.nan)
    assert spoiled.angles[0] == pytest.approx(0.9)
    assert spoiled.velocities[0] == 0.0
    for cycle in range(11, 30):
        state = read(reader, cycle, 0.5 * cycle * DT)
    assert state.velocities[0] == pytest.approx(0.5, abs=0.01)
