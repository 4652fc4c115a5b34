"""Does the way add up?"""

import math

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2
from kickabout.motion.odometer import Odometer, OdometerInputs, OdometerParameters
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

NO_GET_UP_OUTPUT = GetUpOutput()

FRAME = 0.012


def _inputs(
    step: Pose2 = Pose2(),  # type: ignore[type-arg]
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
        kick=KickOutput(),
        keyframe=KeyframeOutput(),
        get_up=get_up,
        fall=FallOutput(),
        inertia=InertialState(gyro=np.array((0.0, 0.0, turn_rate))),
        fall_state=FallState(phase=phase),
        contact=GroundContactState(contact=contact),
    )


def _run(odometer: Odometer, given: OdometerInputs, frames: int) -> Odometry:
    for _ in range(frames):
        odometry = odometer.update(FrameInfo(dt=FRAME), given)
    return odometry


def test_steps_add_up_to_the_way() -> None:
    odometer = Odometer(OdometerParameters(settle_frames=0))
    odometry = _run(odometer, _inputs(Pose2(0.01, 0.0, 0.0)), 50)
    assert odometry.robot_to_start.x == pytest.approx(0.5)
    assert odometry.walked == pytest.approx(0.5)
    assert odometry.step.x == pytest.approx(0.01)


def test_a_plan_becomes_motion_some_frames_later() -> None:
    odometer = Odometer(OdometerParameters(settle_frames=3))
    ways = [
        odometer.update(FrameInfo(dt=FRAME), _inputs(Pose2(0.01, 0.0, 0.0))).walked
        for _ in range(5)
    ]
    assert ways == pytest.approx([0.0, 0.0, 0.0, 0.01, 0.02])


def test_the_gyroscope_tells_the_turn_while_stepping() -> None:
    odometer = Odometer(OdometerParameters(gyro_share=1.0))
    odometry = _run(odometer, _inputs(Pose2(0.0, 0.0, 0.5), turn_rate=1.0), 100)
    assert odometry.robot_to_start.theta == pytest.approx(100 * FRAME)


def test_a_standing_robot_does_not_drift_with_the_gyroscope() -> None:
    odometry = _run(Odometer(OdometerParameters()), _inputs(turn_rate=0.1, standing=True), 100)
    assert odometry.robot_to_start == Pose2()


def test_plan_and_gyroscope_can_be_mixed() -> None:
    odometer = Odometer(OdometerParameters(gyro_share=0.5, settle_frames=0))
    odometry = _run(odometer, _inputs(Pose2(0.0, 0.0, 0.02), turn_rate=0.0), 10)
    assert odometry.robot_to_start.theta == pytest.approx(0.1)


def test_a_carried_robot_does_not_walk() -> None:
    odometry = _run(
        Odometer(OdometerParameters(settle_frames=0)),
        _inputs(Pose2(0.01, 0.0, 0.0), contact=False),
        10,
    )
    assert odometry.walked == 0.0


def test_getting_up_moves_the_robot_as_its_engine_says() -> None:
    up = GetUpOutput(step=Pose2(0.16, 0.0, math.pi / 2.0))
    odometer = Odometer(OdometerParameters(settle_frames=0))
    odometry = _run(odometer, _inputs(target=Motion.GET_UP, get_up=up), 1)
    assert odometry.robot_to_start == up.step
