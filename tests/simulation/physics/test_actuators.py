"""Simulated actuators: commands with and without faults."""

from typing import Any

import numpy as np
import pytest

from kickabout.representations import JointRequest
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.physics.actuators import ActuatorModel

KNEE = Joint.LEFT_KNEE_PITCH
STIFF = np.ones(JOINT_COUNT)


def actuators(kind: FaultKind | None = None, **more: Any) -> ActuatorModel:
    fault = (Fault(kind=kind, robot="home 1", **more),) if kind else ()
    return ActuatorModel(NAO, Faults(fault))


def commanded(model: ActuatorModel, measured: float, now: float) -> float:
    """Command all joints to zero, and return the angle that reaches the knee's servo."""
    request = JointRequest(angles=np.zeros(JOINT_COUNT), stiffness=0.5 * STIFF)
    model.command(request, measured=np.full(JOINT_COUNT, measured), now=now)
    return float(model.angles[KNEE])


def test_without_faults_a_request_is_the_command() -> None:
    model = actuators()
    model.command(JointRequest(angles=STAND, stiffness=STIFF), measured=0.0 * STAND, now=0.0)
    assert model.angles.tolist() == STAND.tolist()
    assert model.stiffness.tolist() == STIFF.tolist()


def test_before_the_first_command_a_robot_is_limp() -> None:
    assert not actuators().stiffness.any()


def test_a_joint_offset_is_subtracted_from_the_command() -> None:
    model = actuators(FaultKind.JOINT_OFFSET, joint="left_knee_pitch", value=0.1)
    assert commanded(model, measured=0.7, now=1.0) == pytest.approx(-0.1)


def test_a_stuck_joint_keeps_the_angle_at_which_it_got_stuck() -> None:
    model = actuators(FaultKind.STUCK_JOINT, joint="left_knee_pitch", start=1.0, end=3.0)
    angles = [commanded(model, measured=0.1 * now, now=now) for now in (0.0, 1.0, 2.0, 3.0)]
    assert angles == [0.0, 0.1, 0.1, 0.0]


def test_a_stuck_joint_is_stiff() -> None:
    model = actuators(FaultKind.STUCK_JOINT, joint="left_knee_pitch")
    commanded(model, measured=0.3, now=0.0)
    assert model.stiffness[KNEE] == 1.0
    assert model.stiffness[Joint.HEAD_YAW] == 0.5


def test_a_lost_body_is_limp() -> None:
    model = actuators(FaultKind.LOST_BODY)
    commanded(model, measured=0.0, now=0.0)
    assert model.stiffness.max() == 0.0


def test_a_dead_motor_is_limp_and_the_other_ones_are_not() -> None:
    model = actuators(FaultKind.DEAD_MOTOR, joint="left_knee_pitch", end=2.0)
    commanded(model, measured=0.3, now=0.0)
    assert model.stiffness[KNEE] == 0.0
    assert np.delete(model.stiffness, KNEE).tolist() == [0.5] * (JOINT_COUNT - 1)
    commanded(model, measured=0.3, now=2.0)
    assert model.stiffness[KNEE] == 0.5


def test_weak_motors_are_less_stiff() -> None:
    model = actuators(FaultKind.WEAK_MOTORS, value=0.7)
    commanded(model, measured=0.3, now=0.0)
    assert model.stiffness == pytest.approx(0.35 * STIFF)
