"""Orientation from the accelerometer alone, and what it says about a fall."""

import math

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Vec, Vec3
from kickabout.geometry.rotations import rotation_x, rotation_y
from kickabout.representations import FallDirection, FallPhase, InertialState, SensorFrame
from kickabout.robots.kind import robot_kind
from kickabout.sensing.orientation.gravity_orientation_estimator import (
    GravityOrientationEstimator,
    GravityOrientationEstimatorParameters,
)
from kickabout.sensing.orientation.tilt_fall_detector import (
    TiltFallDetector,
    TiltFallDetectorParameters,
)

G = 9.81  # m/s²
STIFF = SensorFrame(connected=True, joint_stiffness=np.ones(18))


def measured(roll: float, pitch: float) -> Vec3:
    up: Vec3 = G * (rotation_y(pitch) @ rotation_x(roll))[2]
    return up


def after(estimator: GravityOrientationEstimator, up: Vec3, seconds: float) -> InertialState:
    state = InertialState()
    for _ in range(max(1, round(seconds / 0.008))):
        sensors = SensorFrame(connected=True, accelerometer=up)
        state = estimator.update(FrameInfo(dt=0.008), sensors)
    return state


def estimator() -> GravityOrientationEstimator:
    return GravityOrientationEstimator(GravityOrientationEstimatorParameters())


@pytest.mark.parametrize(("roll", "pitch"), [(0.0, 0.0), (0.3, -0.2), (-1.5, 0.1), (3.0, 0.0)])
def test_a_robot_at_rest_knows_its_tilt(roll: float, pitch: float) -> None:
    state = after(estimator(), measured(roll, pitch), 0.1)
    assert (state.roll, state.pitch) == pytest.approx((roll, pitch))
    assert np.allclose(state.torso_to_level @ measured(roll, pitch), (0.0, 0.0, G))


def test_a_jolt_of_a_step_changes_the_tilt_little() -> None:
    resting = estimator()
    after(resting, measured(0.0, 0.0), 1.0)
    state = after(resting, np.array((8.0, 0.0, G)), 0.016)
    assert abs(state.pitch) < 0.08
    assert state.acceleration[0] == 8.0


def test_a_new_tilt_is_known_after_a_while() -> None:
    tipping = estimator()
    after(tipping, measured(0.0, 0.0), 1.0)
    state = after(tipping, measured(math.pi / 2.0, 0.0), 1.5)
    assert state.roll == pytest.approx(math.pi / 2.0, abs=0.02)


def test_without_a_body_the_last_tilt_remains() -> None:
    lost = estimator()
    state = after(lost, measured(0.4, 0.0), 0.1)
    again = lost.update(FrameInfo(dt=0.008), SensorFrame(connected=False))
    assert again.roll == state.roll


def lying(roll: float, pitch: float) -> InertialState:
    return after(estimator(), measured(roll, pitch), 0.1)


@pytest.mark.parametrize(
    ("roll", "pitch", "side"),
    [
        (-math.pi / 2.0, 0.0, FallDirection.LEFT),
        (math.pi / 2.0, 0.2, FallDirection.RIGHT),
        (math.pi, 0.0, FallDirection.BACK),
        (0.0, 1.4, FallDirection.FRONT),
    ],
)
def test_the_side_that_is_down_is_told(roll: float, pitch: float, side: FallDirection) -> None:
    detector = TiltFallDetector(TiltFallDetectorParameters())
    state = detector.update(FrameInfo(), InertialState(), STIFF)
    for frame in range(60):
        state = detector.update(FrameInfo(time=0.008 * frame, dt=0.008), lying(roll, pitch), STIFF)
    assert state.phase is FallPhase.FALLEN
    assert state.direction is side


@pytest.mark.parametrize("name", ["ers210", "ers7"])
def test_a_limp_robot_on_its_belly_lies_until_it_stands(name: str) -> None:
    kind = robot_kind(name)
    detector = TiltFallDetector.made(TiltFallDetectorParameters(), RobotConfiguration(name))
    folded, stand = kind.stand.copy(), kind.stand
    folded[kind.joints_of("legs")] = np.tile((0.0, 0.0, 2.1), 4)
    limp, stiff = np.zeros(len(stand)), np.ones(len(stand))

    def phase(angles: Vec, stiffness: Vec) -> FallPhase:
        sensors = SensorFrame(connected=True, joint_angles=angles, joint_stiffness=stiffness)
        for _ in range(50):
            state = detector.update(FrameInfo(dt=0.008), lying(0.0, 0.0), sensors)
        return state.phase

    assert phase(folded, stiff) is FallPhase.UPRIGHT  # crouching
    assert phase(stand, limp) is FallPhase.UPRIGHT  # held by the starter
    assert phase(folded, limp) is FallPhase.FALLEN
    assert phase(folded, stiff) is FallPhase.FALLEN  # getting up
    assert phase(stand, stiff) is FallPhase.UPRIGHT


def test_a_short_tilt_is_no_fall() -> None:
    detector = TiltFallDetector(TiltFallDetectorParameters())
    tilted = lying(1.2, 0.0)
    phases = {
        detector.update(FrameInfo(time=0.008 * frame, dt=0.008), tilted, STIFF).phase
        for frame in range(20)
    }
    assert phases == {FallPhase.UPRIGHT}


def test_a_robot_that_is_upright_again_has_no_side() -> None:
    detector = TiltFallDetector(TiltFallDetectorParameters())
    for frame in range(60):
        detector.update(FrameInfo(time=0.008 * frame, dt=0.008), lying(1.6, 0.0), STIFF)
    state = detector.state
    for frame in range(60, 90):
        state = detector.update(FrameInfo(time=0.008 * frame, dt=0.008), lying(0.1, 0.0), STIFF)
    assert state.phase is FallPhase.UPRIGHT
    assert state.direction is FallDirection.NONE
    assert state.since > 0.4
