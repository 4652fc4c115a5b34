"""Hot, stuck and broken joints are detected, and forbid some motions."""

import numpy as np
import pytest
from tests.sensing.body import SimulatedBody

from kickabout.framework import ConfigurationError, FrameInfo
from kickabout.representations import (
    JointCondition,
    JointHealthState,
    JointRequest,
    JointState,
    SensorFrame,
)
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.joints.joint_health_monitor import (
    JointHealthMonitor,
    JointHealthMonitorParameters,
)
from kickabout.simulation.match.faults import Fault, FaultKind

DT = 0.012


class Joints:
    def __init__(self, parameters: JointHealthMonitorParameters | None = None) -> None:
        self.monitor = JointHealthMonitor(parameters or JointHealthMonitorParameters())
        self.cycle = 0

    def check(
        self,
        seconds: float = DT,
        *,
        temperature: float = 30.0,
        away: dict[Joint, float] | None = None,
        stiffness: float = 0.8,
    ) -> JointHealthState:
        angles = STAND.copy()
        for joint, error in (away or {}).items():
            angles[joint] += error
        temperatures = np.full(JOINT_COUNT, 30.0)
        temperatures[Joint.LEFT_KNEE_PITCH] = temperature
        for _ in range(max(1, round(seconds / DT))):
            state = self.monitor.update(
                FrameInfo(time=self.cycle * DT, dt=DT, cycle=self.cycle),
                SensorFrame(connected=True, joint_temperatures=temperatures),
                JointState(angles=angles, velocities=np.zeros(JOINT_COUNT)),
                JointRequest(angles=STAND, stiffness=np.full(JOINT_COUNT, stiffness)),
            )
            self.cycle += 1
        return state


def test_a_healthy_robot_may_do_everything() -> None:
    state = Joints().check(3.0)
    assert set(state.conditions) == {JointCondition.GOOD}
    assert state.can_kick == (True, True)
    assert state.can_get_up
    assert state.hottest == 30.0


def test_a_hot_joint_stays_hot_until_it_has_cooled_down() -> None:
    joints = Joints()
    found = [
        joints.check(temperature=t).conditions[Joint.LEFT_KNEE_PITCH]
        for t in (74.0, 76.0, 70.0, 67.0)
    ]
    hot, good = JointCondition.HOT, JointCondition.GOOD
    assert found == [good, hot, hot, good]
    assert joints.check(temperature=90.0).can_get_up


def test_a_joint_that_rests_away_from_its_command_is_stuck_until_it_follows() -> None:
    joints, away = Joints(), {Joint.RIGHT_KNEE_PITCH: 0.4}
    assert joints.check(0.8, away=away).conditions[Joint.RIGHT_KNEE_PITCH] is JointCondition.GOOD
    stuck = joints.check(0.5, away=away)
    assert stuck.conditions[Joint.RIGHT_KNEE_PITCH] is JointCondition.STUCK
    assert stuck.can_kick == (False, False)
    assert not stuck.can_get_up
    assert joints.check().conditions[Joint.RIGHT_KNEE_PITCH] is JointCondition.GOOD


def test_a_limp_joint_is_not_stuck() -> None:
    state = Joints().check(3.0, away={Joint.RIGHT_KNEE_PITCH: 0.4}, stiffness=0.0)
    assert set(state.conditions) == {JointCondition.GOOD}


def test_a_stuck_head_forbids_nothing() -> None:
    state = Joints().check(2.0, away={Joint.HEAD_YAW: 1.0})
    assert state.conditions[Joint.HEAD_YAW] is JointCondition.STUCK
    assert state.can_get_up
    assert state.can_kick == (True, True)


def test_an_impossible_angle_is_a_broken_sensor() -> None:
    state = Joints().check(away={Joint.LEFT_ELBOW_ROLL: 2.0})
    assert state.conditions[Joint.LEFT_ELBOW_ROLL] is JointCondition.BROKEN
    assert not state.can_get_up


def test_damages_can_be_configured() -> None:
    parameters = JointHealthMonitorParameters(
        broken_joints=("left_ankle_roll",), may_kick_right=False
    )
    state = Joints(parameters).check()
    assert state.conditions[Joint.LEFT_ANKLE_ROLL] is JointCondition.BROKEN
    assert state.can_kick == (False, False)
    only = JointHealthMonitorParameters(may_kick_left=False, may_get_up=False)
    spared = Joints(only).check()
    assert spared.can_kick == (False, True)
    assert not spared.can_get_up


def test_an_unknown_joint_is_reported_with_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match="left_knee_pitch"):
        Joints(JointHealthMonitorParameters(broken_joints=("left_knee_pich",)))


def test_a_jammed_shoulder_of_the_simulated_robot_is_detected() -> None:
    fault = Fault(
        kind=FaultKind.STUCK_JOINT, robot="home 1", joint="left_shoulder_pitch", start=0.5
    )
    body = SimulatedBody(("JointReader", "JointHealthMonitor"), faults=(fault,))
    body.stand(1.0)
    assert set(body[JointHealthState].conditions) == {JointCondition.GOOD}
    raised = STAND.copy()
    raised[[Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH]] -= 0.8
    for _ in range(180):
        body.measure()
        body.move(raised)
    conditions = body[JointHealthState].conditions
    assert conditions[Joint.LEFT_SHOULDER_PITCH] is JointCondition.STUCK
    assert conditions[Joint.RIGHT_SHOULDER_PITCH] is JointCondition.GOOD
