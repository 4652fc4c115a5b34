"""Does the robot fall softly, with a posture for the direction of the fall?"""

import mujoco
import numpy as np
import pytest
from tests.motion.selection.requests import selected

from kickabout.framework import FrameInfo
from kickabout.geometry import Vec
from kickabout.motion.keyframes.fall_engine import FallEngine, FallEngineParameters
from kickabout.representations import (
    FallDirection,
    FallOutput,
    FallPhase,
    FallState,
    JointState,
    Motion,
)
from kickabout.robots.nao.joints import Joint, Link
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.motion_trial import MotionTrial

DT = 0.012
PUSHES = {FallDirection.BACK: (-3.0, 0.0, 0.0), FallDirection.FRONT: (4.0, 0.0, 0.0)}


def fall(direction: FallDirection, seconds: float = 1.0) -> list[FallOutput]:
    engine = FallEngine(FallEngineParameters())
    state = FallState(phase=FallPhase.FALLING, direction=direction)
    joints = JointState(angles=STAND)
    return [
        engine.update(FrameInfo(time=DT * i, dt=DT, cycle=i), selected(Motion.FALL), state, joints)
        for i in range(round(seconds / DT))
    ]


def test_a_fall_to_the_back_squats_with_the_chin_to_the_chest() -> None:
    angles = fall(FallDirection.BACK)[-1].angles
    assert angles[Joint.LEFT_KNEE_PITCH] > 1.5
    assert angles[Joint.HEAD_PITCH] > 0.2


def test_a_fall_to_the_front_tilts_the_head_back() -> None:
    angles = fall(FallDirection.FRONT)[-1].angles
    assert angles[Joint.HEAD_PITCH] < -0.4
    assert angles[Joint.LEFT_SHOULDER_PITCH] < 0.5


@pytest.mark.parametrize("direction", list(FallDirection))
def test_legs_and_arms_are_soft_and_softer_in_the_end(direction: FallDirection) -> None:
    outputs = fall(direction)
    assert outputs[0].stiffness[Joint.LEFT_KNEE_PITCH] <= 0.5
    assert outputs[-1].stiffness[Joint.LEFT_KNEE_PITCH] <= 0.1
    assert outputs[-1].stiffness[Joint.LEFT_SHOULDER_ROLL] <= 0.1


def test_another_engine_may_take_over_when_the_robot_lies_or_was_put_upright() -> None:
    engine = FallEngine(FallEngineParameters())
    joints = JointState(angles=STAND)
    for phase, possible in (
        (FallPhase.FALLING, False),
        (FallPhase.FALLEN, True),
        (FallPhase.UPRIGHT, True),
    ):
        state = FallState(phase=phase, direction=FallDirection.FRONT)
        output = engine.update(FrameInfo(), selected(Motion.FALL), state, joints)
        assert output.leaving_possible is possible


def test_the_direction_of_a_fall_may_change_only_at_the_beginning() -> None:
    engine = FallEngine(FallEngineParameters(change_within=0.1))
    joints = JointState(angles=STAND)

    def direction_at(time: float, direction: FallDirection) -> FallDirection:
        state = FallState(phase=FallPhase.FALLING, direction=direction)
        engine.update(FrameInfo(time=time, dt=DT), selected(Motion.FALL), state, joints)
        return engine.direction

    assert direction_at(1.0, FallDirection.FRONT) is FallDirection.FRONT
    assert direction_at(1.05, FallDirection.LEFT) is FallDirection.LEFT
    assert direction_at(1.3, FallDirection.BACK) is FallDirection.LEFT


def head_impact(direction: FallDirection, *, protected: bool) -> float:
    """Return the maximum downward speed of the head in a fall, in m/s."""
    trial = MotionTrial(seed=3)
    engine = FallEngine(FallEngineParameters())
    head = int(trial.robot.links[Link.HEAD])
    trial.world.push(0, PUSHES[direction])
    fastest = 0.0
    for _ in range(140):
        angles: Vec = STAND
        stiffness = np.ones(25)
        state = FallState(phase=FallPhase.FALLING, direction=direction)
        if protected:
            joints = trial.sense().joints
            output = engine.update(trial.frame, selected(Motion.FALL), state, joints)
            angles, stiffness = output.angles, output.stiffness
        trial.command(angles, stiffness)
        velocity = np.zeros(6)
        mujoco.mj_objectVelocity(
            trial.world.model, trial.world.data, mujoco.mjtObj.mjOBJ_BODY, head, velocity, 0
        )
        fastest = max(fastest, -float(velocity[5]))
    assert trial.torso_to_world[2, 2] < 0.5, "the robot did not fall"
    return fastest


@pytest.mark.parametrize("direction", [FallDirection.BACK, FallDirection.FRONT])
def test_the_head_hits_the_ground_more_slowly_than_without_protection(
    direction: FallDirection,
) -> None:
    protected = head_impact(direction, protected=True)
    assert protected < head_impact(direction, protected=False)
