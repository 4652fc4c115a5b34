"""Does odometry add up?"""

import math
from functools import partial

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2, Robot
from kickabout.motion.keyframes.fall_heading import FallHeading
from kickabout.motion.walk.odometer import Odometer, OdometerInputs, OdometerParameters
from kickabout.representations import (
    FallOutput,
    FallPhase,
    FallState,
    GetUpOutput,
    GroundContactState,
    InertialState,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionSelection,
    Odometry,
    WalkOutput,
)
from kickabout.robots.nao.defaults import nao_defaults

NO_GET_UP_OUTPUT = nao_defaults(GetUpOutput)

FRAME = 0.012


def _inputs(
    step: Pose2[Robot, Robot] = Pose2(),
    *,
    turn_rate: float = 0.0,
    target: Motion = Motion.WALK,
    standing: bool = False,
    contact: bool = True,
    phase: FallPhase = FallPhase.UPRIGHT,
    get_up: GetUpOutput = NO_GET_UP_OUTPUT,
) -> OdometerInputs:
    return OdometerInputs(
        selection=MotionSelection(target=target),
        walk=WalkOutput(step=step, standing=standing),
        kick=nao_defaults(KickOutput),
        keyframe=nao_defaults(KeyframeOutput),
        get_up=get_up,
        fall=nao_defaults(FallOutput),
        inertia=InertialState(gyro=np.array((0.0, 0.0, turn_rate))),
        fall_state=FallState(phase=phase),
        contact=GroundContactState(contact=contact),
    )


def _run(odometer: Odometer, given: OdometerInputs, frames: int) -> Odometry:
    for _ in range(frames):
        odometry = odometer.update(FrameInfo(dt=FRAME), given)
    return odometry


def test_steps_add_up_to_the_walked_distance() -> None:
    odometer = Odometer(OdometerParameters(settle_frames=0))
    odometry = _run(odometer, _inputs(Pose2(0.01, 0.0, 0.0)), 50)
    assert odometry.robot_to_start.x == pytest.approx(0.5)
    assert odometry.walked == pytest.approx(0.5)
    assert odometry.step.x == pytest.approx(0.01)


def test_a_plan_becomes_motion_some_frames_later() -> None:
    odometer = Odometer(OdometerParameters(settle_frames=3))
    distances = [
        odometer.update(FrameInfo(dt=FRAME), _inputs(Pose2(0.01, 0.0, 0.0))).walked
        for _ in range(5)
    ]
    assert distances == pytest.approx([0.0, 0.0, 0.0, 0.01, 0.02])


def test_the_gyroscope_gives_the_turn_while_stepping() -> None:
    odometer = Odometer(OdometerParameters(gyro_weight=1.0))
    odometry = _run(odometer, _inputs(Pose2(0.0, 0.0, 0.5), turn_rate=1.0), 100)
    assert odometry.robot_to_start.theta == pytest.approx(100 * FRAME)


def test_a_standing_robot_does_not_drift_with_the_gyroscope() -> None:
    odometry = _run(Odometer(OdometerParameters()), _inputs(turn_rate=0.1, standing=True), 100)
    assert odometry.robot_to_start == Pose2()


def test_plan_and_gyroscope_can_be_mixed() -> None:
    odometer = Odometer(OdometerParameters(gyro_weight=0.5, settle_frames=0))
    odometry = _run(odometer, _inputs(Pose2(0.0, 0.0, 0.02), turn_rate=0.0), 10)
    assert odometry.robot_to_start.theta == pytest.approx(0.1)


def test_a_carried_robot_does_not_walk() -> None:
    odometry = _run(
        Odometer(OdometerParameters(settle_frames=0)),
        _inputs(Pose2(0.01, 0.0, 0.0), contact=False),
        10,
    )
    assert odometry.walked == 0.0


def test_getting_up_moves_as_planned_and_turns_as_measured() -> None:
    """Turn by a quarter within a second, without ground contact until the robot stands."""
    rate = math.pi / 2.0 / (83 * FRAME)
    down = partial(_inputs, target=Motion.GET_UP, turn_rate=rate, contact=False)
    odometer = Odometer(OdometerParameters())
    _run(odometer, _inputs(target=Motion.STAND, standing=True), 5)
    assert _run(odometer, down(), 82).robot_to_start == Pose2()
    _run(odometer, down(get_up=GetUpOutput(step=Pose2(0.16, 0.0, 1.0))), 1)
    odometry = _run(odometer, _inputs(target=Motion.STAND, standing=True, contact=False), 1)
    assert odometry.robot_to_start.x == pytest.approx(0.16)
    assert odometry.robot_to_start.theta == pytest.approx(math.pi / 2.0, abs=0.02)


def test_rolling_over_and_getting_up_turns_the_robot_around() -> None:
    """Fall on the back, roll to the belly and get up."""
    heading = FallHeading()
    quarter = math.pi / 2.0 / FRAME / 50.0
    level = np.eye(3)
    for axis, quarters in ((1, -1.0), (2, 2.0), (1, -1.0)):  # about the torso's own axes
        gyro = np.zeros(3)
        gyro[axis] = quarters * quarter
        for _ in range(50):
            heading.update(on_feet=False, gyro=gyro, torso_to_level=level, dt=FRAME)
    turned = heading.update(on_feet=True, gyro=np.zeros(3), torso_to_level=level, dt=FRAME)
    assert turned is not None
    assert abs(turned) == pytest.approx(math.pi, abs=0.1)
