"""Do arms change to the arm engine and back without a jump, with every motion combiner?"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.motion.selection.idle_engines import IDLE_FEEDBACK, IDLE_OUTPUTS, without_head

from kickabout.framework import FrameInfo
from kickabout.geometry import Vec
from kickabout.motion.head_and_arms.arm_keyframe_engine import (
    ArmKeyframeEngine,
    ArmKeyframeEngineParameters,
)
from kickabout.motion.keyframes.fall_engine import FallEngine, FallEngineParameters
from kickabout.motion.selection.body_layers import EngineOutputs
from kickabout.motion.selection.hulks_motion_combiner import (
    HulksMotionCombiner,
    HulksMotionCombinerParameters,
)
from kickabout.motion.selection.motion_combiner import MotionCombiner, MotionCombinerParameters
from kickabout.motion.selection.motion_selector import MotionSelector, MotionSelectorParameters
from kickabout.motion.selection.phase_motion_combiner import (
    PhaseMotionCombiner,
    PhaseMotionCombinerParameters,
)
from kickabout.motion.selection.phase_motion_selector import (
    PhaseMotionSelector,
    PhaseMotionSelectorParameters,
)
from kickabout.representations import (
    ArmContactState,
    ArmOutput,
    ArmRequest,
    FallDirection,
    FallPhase,
    FallState,
    JointHealthState,
    JointRequest,
    JointState,
    KickOutput,
    Motion,
    MotionRequest,
    MotionState,
    SensorFrame,
    WalkOutput,
)
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM, Joint
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.drill import Drill

FRAME = 0.012
FOLLOWING = 0.2  # fraction of the remaining distance that a joint moves in a frame
MAX_STEP = MotionCombinerParameters().max_speed * FRAME  # rad
NO_ARMS = ArmRequest()
BOTH_BACK = ArmRequest(motions=("back", "back"))
BOTH_BACK_FAST = ArmRequest(motions=("back", "back"), fast=(True, True))
UPRIGHT = FallState()

Combine = Callable[[FrameInfo, EngineOutputs], tuple[JointRequest, MotionState]]


def combiner_of_2019() -> Combine:
    return MotionCombiner(MotionCombinerParameters()).update


def combiner_of_2021() -> Combine:
    return PhaseMotionCombiner(PhaseMotionCombinerParameters()).update


def combiner_of_hulks() -> Combine:
    combiner = HulksMotionCombiner(HulksMotionCombinerParameters())
    return lambda frame, given: combiner.update(frame, given, JointHealthState())


class Trial:
    """Real selector, combiner, arm and fall engine; other engines stand, and joints lag."""

    def __init__(self, selector: MotionSelector | PhaseMotionSelector, combine: Combine) -> None:
        self.selector = selector
        self.combine = combine
        self.engine = ArmKeyframeEngine(ArmKeyframeEngineParameters())
        self.falling = FallEngine(FallEngineParameters())
        self.walk = WalkOutput(angles=without_head(STAND), stiffness=np.full(len(Joint), 0.5))
        self.kick = KickOutput(
            angles=without_head(STAND),
            stiffness=np.full(len(Joint), 0.7),
            leaving_possible=False,
        )
        self.arms = nao_defaults(ArmOutput)
        self.measured: Vec = np.array(STAND)
        self.cycle = 0
        self.run(2.0)  # up from limp

    def run(
        self,
        seconds: float,
        arms: ArmRequest = NO_ARMS,
        *,
        motion: Motion = Motion.STAND,
        fall: FallState = UPRIGHT,
    ) -> list[JointRequest]:
        frames = round(seconds / FRAME)
        return [self._frame(MotionRequest(motion=motion), arms, fall) for _ in range(frames)]

    def _frame(self, request: MotionRequest, arms: ArmRequest, fall: FallState) -> JointRequest:
        frame = FrameInfo(time=self.cycle * FRAME, dt=FRAME, cycle=self.cycle)
        self.cycle += 1
        joints = JointState(angles=self.measured.copy())
        engines: dict[str, Any] = {"walk": self.walk, "kick": self.kick}
        feedback = replace(IDLE_FEEDBACK, request=request, fall=fall, arms=self.arms, **engines)
        selection = self.selector.update(frame, feedback)
        self.arms = self.engine.update(frame, arms, ArmContactState(), joints, selection)
        given = replace(
            IDLE_OUTPUTS,
            sensors=SensorFrame(connected=True),
            joints=joints,
            selection=selection,
            fall_state=fall,
            fall=self.falling.update(frame, selection, fall, joints),
            arms=self.arms,
            **engines,
        )
        commanded, _ = self.combine(frame, given)
        self.measured += FOLLOWING * (commanded.angles - self.measured)
        return commanded


@pytest.fixture(params=["2019", "2021", "hulks"])
def trial(request: pytest.FixtureRequest) -> Trial:
    if request.param == "2021":
        return Trial(PhaseMotionSelector(PhaseMotionSelectorParameters()), combiner_of_2021())
    combine = combiner_of_hulks() if request.param == "hulks" else combiner_of_2019()
    return Trial(MotionSelector(MotionSelectorParameters()), combine)


def max_step(requests: list[JointRequest]) -> float:
    return max(float(np.abs(b.angles - a.angles).max()) for a, b in pairwise(requests))


def softest_arm(requests: list[JointRequest]) -> float:
    return min(float(r.stiffness[arm].min()) for r in requests for arm in (LEFT_ARM, RIGHT_ARM))


@pytest.mark.parametrize("back", [BOTH_BACK, BOTH_BACK_FAST])
def test_arm_motions_begin_and_end_without_a_jump(trial: Trial, back: ArmRequest) -> None:
    requests = trial.run(0.1) + trial.run(1.0, back) + trial.run(0.5)
    assert max_step(requests) <= MAX_STEP
    assert np.allclose(requests[-1].angles[LEFT_ARM], STAND[LEFT_ARM])


def test_arms_are_never_limp_when_their_motion_ends(trial: Trial) -> None:
    assert softest_arm(trial.run(1.0, BOTH_BACK) + trial.run(0.5)) > 0.3


def test_an_arm_may_return_while_the_other_one_stays(trial: Trial) -> None:
    requests = trial.run(1.0, BOTH_BACK) + trial.run(0.5, ArmRequest(motions=("", "back")))
    assert max_step(requests) <= MAX_STEP
    assert softest_arm(requests) > 0.3


def test_an_arm_may_begin_a_motion_before_the_last_one_has_faded(trial: Trial) -> None:
    keeper = ArmRequest(motions=("keeper", "keeper"))
    requests = trial.run(1.0, BOTH_BACK)
    requests += trial.run(0.06) + trial.run(0.3, BOTH_BACK_FAST) + trial.run(1.0, keeper)
    assert max_step(requests) <= MAX_STEP
    assert softest_arm(requests) > 0.3


def test_a_kick_takes_the_arms_without_a_jump(trial: Trial) -> None:
    requests = trial.run(1.0, BOTH_BACK) + trial.run(0.5, BOTH_BACK, motion=Motion.KICK)
    assert max_step(requests) <= MAX_STEP
    assert softest_arm(requests) > 0.3
    assert np.allclose(requests[-1].angles[LEFT_ARM], STAND[LEFT_ARM])


@pytest.mark.parametrize(
    "direction", [FallDirection.FRONT, FallDirection.BACK, FallDirection.LEFT, FallDirection.RIGHT]
)
def test_a_fall_takes_the_arms_without_a_jump(trial: Trial, direction: FallDirection) -> None:
    requests = trial.run(1.0, BOTH_BACK)
    fall = FallState(phase=FallPhase.FALLING, direction=direction, since=trial.cycle * FRAME)
    requests += trial.run(0.5, BOTH_BACK, fall=fall)
    assert max_step(requests) <= MAX_STEP


def test_an_untouched_arm_has_no_contact_when_its_motion_ends() -> None:
    contacts: list[bool] = []

    def watch(drill: Drill) -> None:
        contacts.append(any(drill.robot["ArmContactState"].contact))

    with Drill("walkers") as drill:
        drill.request(MotionRequest(motion=Motion.STAND))
        drill.run(1.8)
        drill.request(BOTH_BACK)
        drill.run(1.0)
        drill.request(NO_ARMS)
        drill.run(0.6, each_frame=watch)
    assert not any(contacts)
