"""Are the outputs of all engines combined to one joint request, without jumps?"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.motion.selection.idle_engines import IDLE_OUTPUTS, without_head

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2
from kickabout.motion.head_and_arms.head_motion_engine import (
    HeadMotionEngine,
    HeadMotionEngineParameters,
)
from kickabout.motion.selection.motion_combiner import (
    MOTIONS,
    MotionCombiner,
    MotionCombinerParameters,
)
from kickabout.representations import (
    ArmOutput,
    FallPhase,
    FallState,
    HeadMode,
    HeadOutput,
    HeadRequest,
    JointRequest,
    JointState,
    KeyframeOutput,
    Motion,
    MotionSelection,
    MotionState,
    SensorFrame,
    TorsoState,
    WalkOutput,
)
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import HEAD, LEFT_ARM, RIGHT_ARM, Joint
from kickabout.robots.nao.postures import SIT, STAND

ONES = np.ones(len(Joint))
CONNECTED = SensorFrame(connected=True, joint_angles=SIT)


WALK = WalkOutput(angles=without_head(STAND), stiffness=ONES)


def _selection(
    target: Motion, ratio: float = 1.0, arms: tuple[float, float] = (0.0, 0.0)
) -> MotionSelection:
    ratios = np.zeros(len(MOTIONS))
    ratios[MOTIONS.index(target)] = ratio
    return MotionSelection(target=target, ratios=ratios, arms_by_keyframe=arms)


def _run(
    combiner: MotionCombiner,
    selection: MotionSelection,
    *,
    sensors: SensorFrame = CONNECTED,
    walk: WalkOutput = WALK,
    **outputs: Any,
) -> tuple[JointRequest, MotionState]:
    joints = JointState(angles=sensors.joint_angles)
    given = replace(
        IDLE_OUTPUTS, sensors=sensors, joints=joints, selection=selection, walk=walk, **outputs
    )
    return combiner.update(FrameInfo(time=1.0, dt=0.012), given)


def _combiner() -> MotionCombiner:
    return MotionCombiner(MotionCombinerParameters())


def test_the_selected_engine_controls_the_body() -> None:
    request, _ = _run(_combiner(), _selection(Motion.STAND))
    assert np.allclose(request.angles[2:], STAND[2:])


def test_the_head_engine_controls_the_head_if_the_selected_engine_does_not() -> None:
    head = HeadOutput(yaw=0.4, pitch=-0.2, stiffness=0.6)
    request, _ = _run(_combiner(), _selection(Motion.WALK), head=head)
    assert request.angles[HEAD] == pytest.approx((0.4, -0.2))
    assert request.stiffness[Joint.HEAD_YAW] == pytest.approx(0.6)


def test_a_limp_head_does_not_change_the_stiffness_of_the_legs() -> None:
    mover = HeadMotionEngine(HeadMotionEngineParameters())
    limp = HeadRequest(mode=HeadMode.LIMP)
    head, _ = mover.update(FrameInfo(dt=0.012), limp, JointState(angles=SIT), TorsoState())
    request, _ = _run(_combiner(), _selection(Motion.STAND), head=head)
    assert not request.stiffness[HEAD].any()
    assert request.stiffness[Joint.LEFT_KNEE_PITCH] == 1.0


def test_a_head_engine_without_a_stiffness_gets_the_default() -> None:
    request, _ = _run(_combiner(), _selection(Motion.STAND), head=HeadOutput(yaw=0.1))
    assert request.stiffness[HEAD] == pytest.approx(MotionCombinerParameters().head_stiffness)


def test_an_engine_that_controls_the_head_keeps_it() -> None:
    keyframe = KeyframeOutput(angles=np.full(len(Joint), 0.1), stiffness=ONES)
    head = HeadOutput(yaw=0.4)
    request, _ = _run(_combiner(), _selection(Motion.SPECIAL), keyframe=keyframe, head=head)
    assert request.angles[Joint.HEAD_YAW] == pytest.approx(0.1)


def test_each_arm_comes_from_the_walk_or_from_the_arm_engine() -> None:
    arms = ArmOutput(active=(True, False), angles=np.full(len(Joint), 0.3), stiffness=ONES)
    request, _ = _run(_combiner(), _selection(Motion.WALK, arms=(1.0, 0.0)), arms=arms)
    assert np.allclose(request.angles[LEFT_ARM], 0.3)
    assert np.allclose(request.angles[RIGHT_ARM], STAND[RIGHT_ARM])


def test_a_change_of_motion_starts_where_the_joints_are_and_has_no_jump() -> None:
    combiner = _combiner()
    _run(combiner, _selection(Motion.PLAY_DEAD))
    requests = [
        _run(combiner, _selection(Motion.STAND, ratio))[0].angles
        for ratio in np.linspace(0.0, 1.0, 100)
    ]
    assert np.allclose(requests[0][2:], SIT[2:])
    assert np.allclose(requests[-1][2:], STAND[2:])
    assert np.abs(np.diff(requests, axis=0)).max() < 0.03


def test_a_limp_robot_gets_its_stiffness_at_once_when_it_rises() -> None:
    combiner = _combiner()
    assert _run(combiner, _selection(Motion.PLAY_DEAD))[0].stiffness.max() == 0.0
    request, _ = _run(combiner, _selection(Motion.STAND, 0.1))
    assert request.stiffness[Joint.LEFT_KNEE_PITCH] == 1.0


def test_a_robot_that_goes_limp_loses_its_stiffness_slowly() -> None:
    combiner = _combiner()
    _run(combiner, _selection(Motion.STAND))
    request, _ = _run(combiner, _selection(Motion.PLAY_DEAD, 0.25))
    assert request.stiffness[Joint.LEFT_KNEE_PITCH] == pytest.approx(0.75)


def test_a_disconnected_body_is_limp() -> None:
    request, state = _run(_combiner(), _selection(Motion.STAND), sensors=nao_defaults(SensorFrame))
    assert request.stiffness.max() == 0.0
    assert not state.stable


def test_uncontrolled_joints_keep_their_last_command() -> None:
    combiner = _combiner()
    first, _ = _run(combiner, _selection(Motion.STAND))
    blank = KeyframeOutput(angles=np.full(len(Joint), np.nan), stiffness=ONES)
    second, _ = _run(combiner, _selection(Motion.SPECIAL), keyframe=blank)
    assert np.allclose(second.angles[2:], first.angles[2:])


def test_the_state_reports_the_actual_motion() -> None:
    stepping = WalkOutput(
        angles=without_head(STAND), stiffness=ONES, standing=False, speed=Pose2(0.2, 0.0, 0.0)
    )
    _, state = _run(_combiner(), _selection(Motion.STAND), walk=stepping)
    assert state.motion is Motion.WALK
    assert state.walking_at.x == 0.2
    assert state.stable
    _, state = _run(_combiner(), _selection(Motion.WALK))
    assert state.motion is Motion.STAND


def test_a_falling_robot_is_not_stable() -> None:
    fall = FallState(phase=FallPhase.FALLING)
    _, state = _run(_combiner(), _selection(Motion.WALK), fall_state=fall)
    assert not state.stable


def test_kicks_are_reported_with_their_time() -> None:
    kicking = WalkOutput(
        angles=without_head(STAND), stiffness=ONES, standing=False, kicking="forward"
    )
    _, state = _run(_combiner(), _selection(Motion.WALK), walk=kicking)
    assert (state.kicking, state.last_kick_at) == ("forward", 1.0)
