"""Does one phase follow the other when allowed, and a fall at once?"""

import gc
import weakref
from dataclasses import replace
from typing import Any

import pytest
from tests.motion.selection.idle_engines import IDLE_FEEDBACK

from kickabout.framework import FrameInfo
from kickabout.motion.selection.motion_phase import (
    GetUpPhase,
    MotionPhase,
    StandingKickPhase,
    StandPhase,
    StepPhase,
    phase_for,
)
from kickabout.motion.selection.phase_motion_selector import (
    PhaseMotionSelector,
    PhaseMotionSelectorParameters,
)
from kickabout.representations import (
    ArmOutput,
    FallDirection,
    FallPhase,
    FallState,
    GetUpOutput,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionRequest,
    MotionSelection,
    WalkOutput,
)

FRAME = 0.012
BUSY_KICK = KickOutput(leaving_possible=False)


class Trial:
    """A selector with a clock."""

    def __init__(self) -> None:
        self.selector = PhaseMotionSelector(PhaseMotionSelectorParameters())
        self.cycle = 0

    @property
    def time(self) -> float:
        return FRAME * self.cycle

    @property
    def phase(self) -> MotionPhase:
        return self.selector.phase

    def run(self, motion: Motion, seconds: float = FRAME, **outputs: Any) -> MotionSelection:
        given = replace(IDLE_FEEDBACK, request=MotionRequest(motion=motion), **outputs)
        for _ in range(max(1, round(seconds / FRAME))):
            frame = FrameInfo(time=self.time, dt=FRAME, cycle=self.cycle)
            selection = self.selector.update(frame, given)
            self.cycle += 1
        return selection

    def fall(self, phase: FallPhase) -> FallState:
        return FallState(phase=phase, direction=FallDirection.FRONT, since=self.time)


def stepping(phase: float, *, left: bool = True) -> WalkOutput:
    return WalkOutput(standing=False, leaving_possible=False, phase=phase, left_swings=left)


def test_a_robot_is_limp_until_the_first_request() -> None:
    trial = Trial()
    assert trial.run(Motion.PLAY_DEAD).target is Motion.PLAY_DEAD
    assert trial.run(Motion.STAND).target is Motion.STAND


@pytest.mark.parametrize("motion", list(Motion))
def test_each_request_has_a_phase_and_falls_end_in_a_stand(motion: Motion) -> None:
    phase = phase_for(motion, PhaseMotionSelectorParameters())
    unasked = (Motion.FALL, Motion.GET_UP)
    assert phase.motion is (Motion.STAND if motion in unasked else motion)


def test_each_step_is_a_phase_of_its_own() -> None:
    trial, phases = Trial(), []
    trial.run(Motion.STAND)
    for left in (True, False, True):
        for phase in (0.0, 0.3, 0.6, 0.9):
            assert trial.run(Motion.WALK, walk=stepping(phase, left=left)).target is Motion.WALK
            phases.append(trial.phase)
    steps = list(dict.fromkeys(phases))
    assert len(steps) == 3
    assert all(isinstance(step, StepPhase) for step in steps)


def test_a_kick_waits_until_the_feet_are_side_by_side() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.WALK, 0.1, walk=stepping(0.5))
    for phase in (0.7, 0.9, 0.1, 0.4):  # one more step is needed to bring the feet together
        assert trial.run(Motion.KICK, walk=stepping(phase)).target is Motion.WALK
    assert trial.run(Motion.KICK).target is Motion.KICK


def test_a_kick_plays_to_its_end() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.KICK)
    assert (
        trial.run(Motion.WALK).target is Motion.KICK
    )  # the engines' outputs do not belong to it yet
    assert trial.run(Motion.WALK, 1.0, kick=BUSY_KICK).target is Motion.KICK
    assert trial.run(Motion.WALK).target is Motion.WALK


def test_a_finished_kick_stays_one_phase_until_another_request() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.KICK)
    phase = trial.phase
    trial.run(Motion.KICK, 0.5, kick=KickOutput(finished=True))
    assert isinstance(phase, StandingKickPhase)
    assert trial.phase is phase


def test_a_fall_in_the_middle_of_a_kick_takes_over_within_one_cycle() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.KICK, 0.3, kick=BUSY_KICK)
    falling = trial.fall(FallPhase.FALLING)
    assert trial.run(Motion.KICK, kick=BUSY_KICK, fall=falling).target is Motion.FALL


@pytest.mark.parametrize("motion", [Motion.SIT, Motion.SPECIAL, Motion.DIVE])
def test_motions_that_lie_down_intentionally_are_no_falls(motion: Motion) -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(motion)
    falling = trial.fall(FallPhase.FALLING)
    busy = KeyframeOutput(leaving_possible=False)
    assert trial.run(motion, 0.2, fall=falling, keyframe=busy).target is motion


def test_a_robot_that_fell_gets_up_and_then_stands_before_it_walks() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.WALK, fall=trial.fall(FallPhase.FALLING))
    fallen = trial.fall(FallPhase.FALLEN)
    assert trial.run(Motion.WALK, 0.2, fall=fallen).target is Motion.FALL
    assert trial.run(Motion.WALK, 0.2, fall=fallen).target is Motion.GET_UP
    assert isinstance(trial.phase, GetUpPhase)
    assert trial.run(Motion.WALK, 2.0).target is Motion.GET_UP
    assert trial.run(Motion.WALK, get_up=GetUpOutput(finished=True)).target is Motion.STAND
    assert isinstance(trial.phase, StandPhase)
    assert trial.run(Motion.WALK).target is Motion.WALK


def test_a_robot_that_plays_dead_stays_down_until_a_request() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.PLAY_DEAD, fall=trial.fall(FallPhase.FALLING))
    fallen = trial.fall(FallPhase.FALLEN)
    assert trial.run(Motion.PLAY_DEAD, 2.0, fall=fallen).target is Motion.PLAY_DEAD
    assert trial.run(Motion.WALK, fall=fallen).target is Motion.GET_UP


def test_a_robot_put_on_its_feet_stands() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    trial.run(Motion.STAND, fall=trial.fall(FallPhase.FALLING))
    assert trial.run(Motion.STAND, 0.3, fall=trial.fall(FallPhase.UPRIGHT)).target is Motion.FALL
    upright = FallState(phase=FallPhase.UPRIGHT, since=trial.time - 1.0)
    assert trial.run(Motion.STAND, fall=upright).target is Motion.STAND


def test_arms_are_free_while_walking_and_standing_only() -> None:
    trial, waving = Trial(), ArmOutput(active=(True, False))
    trial.run(Motion.STAND)
    assert trial.run(Motion.STAND, 0.2, arms=waving).arms_by_keyframe == (1.0, 0.0)
    trial.run(Motion.KICK, arms=waving)
    busy = trial.run(Motion.KICK, 0.2, kick=BUSY_KICK, arms=waving)
    assert busy.arms_by_keyframe == (0.0, 0.0)


def test_a_phase_has_no_effect_after_its_end() -> None:
    trial = Trial()
    trial.run(Motion.STAND)
    over = weakref.ref(trial.phase)
    trial.run(Motion.KICK, 0.1, kick=BUSY_KICK)
    gc.collect()
    assert over() is None


def test_the_same_requests_give_the_same_phases() -> None:
    requests = [Motion.STAND, Motion.WALK, Motion.KICK, Motion.SIT, Motion.PLAY_DEAD, Motion.WALK]
    first, second = Trial(), Trial()
    for request in requests:
        assert first.run(request, 0.5).target is second.run(request, 0.5).target
        assert type(first.phase) is type(second.phase)
