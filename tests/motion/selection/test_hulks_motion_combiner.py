"""Are joint angles sums over all motions weighted by activation, without jumps?"""

from dataclasses import replace

import numpy as np
import pytest
from tests.motion.selection.idle_engines import IDLE_OUTPUTS

from kickabout.framework import FrameInfo
from kickabout.geometry import Vec
from kickabout.motion.selection.hulks_motion_combiner import (
    MOTIONS,
    HulksMotionCombiner,
    HulksMotionCombinerParameters,
    sum_of,
)
from kickabout.representations import (
    JointCondition,
    JointHealthState,
    JointRequest,
    JointState,
    KeyframeOutput,
    Motion,
    MotionSelection,
    SensorFrame,
    WalkOutput,
)
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.robots.nao.postures import SIT, STAND

DT = 0.012
ONES = np.ones(len(Joint))
WALK = WalkOutput(angles=STAND, stiffness=ONES)
SITS = KeyframeOutput(angles=SIT, stiffness=0.5 * ONES)
HEALTHY = JointHealthState(conditions=(JointCondition.GOOD,) * JOINT_COUNT)


def selection(target: Motion, **weights: float) -> MotionSelection:
    ratios = np.zeros(len(MOTIONS))
    for name, weight in weights.items():
        ratios[MOTIONS.index(Motion[name])] = weight
    return MotionSelection(target=target, ratios=ratios)


def combined(
    combiner: HulksMotionCombiner,
    chosen: MotionSelection,
    *,
    measured: Vec = SIT,
    connected: bool = True,
    health: JointHealthState = HEALTHY,
) -> JointRequest:
    given = replace(
        IDLE_OUTPUTS,
        sensors=SensorFrame(connected=connected),
        joints=JointState(angles=measured),
        selection=chosen,
        walk=WALK,
        keyframe=SITS,
    )
    request, _ = combiner.update(FrameInfo(dt=DT), given, health)
    return request


def standing() -> HulksMotionCombiner:
    combiner = HulksMotionCombiner(HulksMotionCombinerParameters())
    combined(combiner, selection(Motion.STAND, STAND=1.0))
    return combiner


def test_angles_and_stiffness_are_weighted_sums() -> None:
    request = combined(standing(), selection(Motion.SIT, STAND=0.3, SIT=0.7))
    assert request.angles == pytest.approx(0.3 * STAND + 0.7 * SIT)
    assert request.stiffness == pytest.approx(0.3 * ONES + 0.7 * 0.5 * ONES)


def test_a_transition_begins_where_the_motion_before_left_the_joints() -> None:
    request = combined(standing(), selection(Motion.SIT, STAND=1.0))
    assert request.angles == pytest.approx(STAND)


def test_an_interrupted_transition_does_not_jump() -> None:
    combiner = standing()
    before = combined(combiner, selection(Motion.SIT, STAND=0.4, SIT=0.6))
    after = combined(combiner, selection(Motion.STAND, STAND=0.4, SIT=0.6))
    assert after.angles == pytest.approx(before.angles)


def test_a_rising_robot_is_stiff_at_once_and_moves_slowly_from_its_measured_angles() -> None:
    combiner = HulksMotionCombiner(HulksMotionCombinerParameters())
    limp = combined(combiner, selection(Motion.PLAY_DEAD, PLAY_DEAD=1.0))
    assert not limp.stiffness.any()
    request = combined(combiner, selection(Motion.STAND, PLAY_DEAD=1.0))
    assert request.stiffness == pytest.approx(ONES)
    assert request.angles == pytest.approx(SIT)
    request = combined(combiner, selection(Motion.STAND, PLAY_DEAD=0.75, STAND=0.25))
    assert request.angles == pytest.approx(0.75 * SIT + 0.25 * STAND)


def test_a_robot_that_goes_limp_softens_gradually() -> None:
    request = combined(standing(), selection(Motion.PLAY_DEAD, STAND=0.5, PLAY_DEAD=0.5))
    assert request.stiffness == pytest.approx(0.5 * ONES)


def test_broken_joints_get_no_stiffness() -> None:
    conditions = list(HEALTHY.conditions)
    conditions[Joint.LEFT_ELBOW_ROLL] = JointCondition.BROKEN
    health = JointHealthState(conditions=tuple(conditions))
    request = combined(standing(), selection(Motion.STAND, STAND=1.0), health=health)
    assert np.flatnonzero(request.stiffness == 0.0).tolist() == [Joint.LEFT_ELBOW_ROLL]


def test_without_a_body_nothing_is_commanded() -> None:
    request = combined(standing(), selection(Motion.STAND, STAND=1.0), connected=False)
    assert not request.stiffness.any()


def test_activations_that_do_not_add_up_to_one_are_scaled() -> None:
    summed = sum_of(
        {Motion.WALK: 0.2, Motion.SIT: 0.2}, {Motion.WALK: ONES, Motion.SIT: 3.0 * ONES}
    )
    assert summed == pytest.approx(2.0 * ONES)
