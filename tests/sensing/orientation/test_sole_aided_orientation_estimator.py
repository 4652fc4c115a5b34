"""Feet on the ground correct roll and pitch, each at its time."""

import math
from dataclasses import replace

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose3, rotation_from_roll_pitch_yaw
from kickabout.geometry.frames import Link, Torso
from kickabout.representations import (
    BodyModel,
    FootSupportState,
    GyroOffsetState,
    InertialState,
    SensorFrame,
)
from kickabout.sensing.orientation.sole_aided_orientation_estimator import (
    SoleAidedOrientationEstimator,
    SoleAidedOrientationEstimatorParameters,
    SoleAidedOrientationInputs,
)
from kickabout.sensing.orientation.torso_orientation import GRAVITY

DT = 0.012
FLAT = np.full((2, 4), 6.0)
TOES = np.array(((10.0, 10.0, 0.0, 0.0),) * 2)


def body_over_flat_feet(roll: float, pitch: float) -> BodyModel:
    """Return a tilted torso over soles that are flat side by side."""
    to_torso = rotation_from_roll_pitch_yaw(roll, pitch, 0.0).T
    soles: list[Pose3[Link, Torso]] = [
        Pose3(to_torso, to_torso @ np.array((0.0, side, -0.23))) for side in (0.05, -0.05)
    ]
    return BodyModel(left_sole_to_torso=soles[0], right_sole_to_torso=soles[1])


class Robot:
    """A robot whose accelerometer and gyroscope show it upright, independent of the feet."""

    def __init__(self, *, soles_calibrated: bool = True) -> None:
        parameters = SoleAidedOrientationEstimatorParameters(soles_calibrated=soles_calibrated)
        self.filter = SoleAidedOrientationEstimator(parameters)
        self.given = SoleAidedOrientationInputs(
            frame=FrameInfo(dt=DT),
            sensors=SensorFrame(
                connected=True,
                accelerometer=np.array((0.0, 0.0, GRAVITY)),
                foot_forces=FLAT,
            ),
            offset=GyroOffsetState(),
            body=BodyModel(),
            support=FootSupportState(support=0.8, reliable=True),
        )

    def frames(
        self,
        count: int,
        body: BodyModel,
        *,
        switched: bool = False,
        reliable: bool = True,
        forces: np.ndarray = FLAT,
    ) -> InertialState:
        for number in range(count):
            support = FootSupportState(
                support=0.8, reliable=reliable, switched=switched and number == 0
            )
            sensors = replace(self.given.sensors, foot_forces=forces)
            given = replace(self.given, body=body, support=support, sensors=sensors)
            state = self.filter.update(given)
        return state


def test_a_switch_of_the_support_foot_corrects_roll() -> None:
    robot = Robot(soles_calibrated=False)
    tilted = body_over_flat_feet(roll=0.05, pitch=0.0)
    assert robot.frames(50, tilted).roll == pytest.approx(0.0, abs=1e-6)
    for _ in range(60):
        state = robot.frames(20, tilted, switched=True)
    assert 0.25 * 0.05 < state.roll < 0.051


def test_the_level_line_between_the_feet_is_exact_for_a_pitched_torso() -> None:
    robot = Robot(soles_calibrated=False)
    robot.frames(50, body_over_flat_feet(0.0, 0.0))
    before = robot.filter.orientation.filter.rotation.copy()
    state = robot.frames(1, body_over_flat_feet(0.0, 0.3), switched=True)
    assert state.roll == pytest.approx(0.0, abs=1e-3)
    np.testing.assert_allclose(robot.filter.orientation.filter.rotation, before, atol=1e-3)


def test_a_flat_support_foot_corrects_pitch() -> None:
    robot = Robot()
    tilted = body_over_flat_feet(roll=0.0, pitch=-0.06)
    for _ in range(60):
        state = robot.frames(20, tilted, switched=True)
    assert -0.061 < state.pitch < 0.4 * -0.06


def test_pitch_is_corrected_only_once_per_step() -> None:
    once, again = Robot(), Robot()
    tilted = body_over_flat_feet(roll=0.0, pitch=0.1)
    for robot in (once, again):
        robot.frames(50, tilted, reliable=False)
    first = once.frames(1, tilted, switched=True).pitch
    second = once.frames(1, tilted).pitch
    assert first > 0.001
    assert second < first
    renewed = again.frames(1, tilted, switched=True).pitch
    assert again.frames(1, tilted, switched=True).pitch > renewed


@pytest.mark.parametrize("calibrated", [True, False])
def test_toes_alone_or_uncalibrated_soles_correct_nothing(calibrated: bool) -> None:
    robot = Robot(soles_calibrated=calibrated)
    tilted = body_over_flat_feet(roll=0.0, pitch=0.1)
    forces = TOES if calibrated else FLAT
    for _ in range(20):
        state = robot.frames(20, tilted, switched=True, forces=forces)
    assert math.degrees(state.pitch) == pytest.approx(0.0, abs=0.05)


def test_unreliable_feet_correct_nothing() -> None:
    robot = Robot()
    tilted = body_over_flat_feet(roll=0.1, pitch=0.1)
    state = robot.frames(200, tilted, switched=True, reliable=False)
    assert abs(state.roll) + abs(state.pitch) < 1e-6
