"""Odometry of a trot: planned steps after a delay, while the robot stands on its paws."""

import math

import pytest

from kickabout.framework import FrameInfo, NoParameters
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2
from kickabout.motion.trot.trot_odometer import TrotOdometer
from kickabout.representations import (
    FallPhase,
    FallState,
    GroundContactState,
    Motion,
    MotionSelection,
    Odometry,
    WalkOutput,
)

WALKING = MotionSelection(target=Motion.WALK)
UPRIGHT = FallState()
STEP = WalkOutput(step=Pose2(0.002, 0.0, 0.01))


def run(
    odometer: TrotOdometer,
    frames: int,
    *,
    walk: WalkOutput = STEP,
    selection: MotionSelection = WALKING,
    fall: FallState = UPRIGHT,
    contact: bool = True,
) -> Odometry:
    for _ in range(frames):
        ground = GroundContactState(contact=contact)
        found = odometer.update(FrameInfo(dt=0.008), walk, selection, fall, ground)
    return found


@pytest.mark.parametrize("robot", ["ers210", "ers7"])
def test_steps_count_after_the_delay_of_commands(robot: str) -> None:
    odometer = TrotOdometer.made(NoParameters(), RobotConfiguration(robot))
    delay = len(odometer.waiting)
    assert delay > 0
    assert run(odometer, delay).walked == 0.0
    found = run(odometer, 100)
    assert found.walked == pytest.approx(0.2)
    assert found.robot_to_start.theta == pytest.approx(1.0)
    radius = 0.002 / 0.01
    assert found.robot_to_start.x == pytest.approx(radius * math.sin(1.0), abs=0.01)


@pytest.mark.parametrize("cause", ["fallen", "lifted", "kicks"])
def test_a_robot_that_does_not_walk_by_itself_stays_where_it_is(cause: str) -> None:
    odometer = TrotOdometer.made(NoParameters(), RobotConfiguration("ers210"))
    fall = FallState(phase=FallPhase.FALLEN if cause == "fallen" else FallPhase.UPRIGHT)
    selection = MotionSelection(target=Motion.KICK if cause == "kicks" else Motion.WALK)
    found = run(odometer, 50, fall=fall, selection=selection, contact=cause != "lifted")
    assert found.walked == 0.0
