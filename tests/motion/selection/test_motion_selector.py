"""Does the right engine control the body at the right time?"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.motion.selection.idle_engines import IDLE_FEEDBACK

from kickabout.framework import FrameInfo
from kickabout.motion.selection.engine_feedback import MOTIONS, EngineFeedback
from kickabout.motion.selection.motion_selector import (
    MotionSelector,
    MotionSelectorParameters,
)
from kickabout.representations import (
    ArmOutput,
    FallDirection,
    FallPhase,
    FallState,
    GetUpOutput,
    KickOutput,
    Motion,
    MotionRequest,
    MotionSelection,
    WalkOutput,
)

FRAME = 0.012


class Trial:
    """A selector with a clock."""

    def __init__(self) -> None:
        self.selector = MotionSelector(MotionSelectorParameters())
        self.time = 0.0

    def run(self, motion: Motion, seconds: float = FRAME, **outputs: Any) -> list[MotionSelection]:
        request = MotionRequest(motion=motion)
        given = replace(IDLE_FEEDBACK, request=request, **outputs)
        return [self._update(given) for _ in range(max(1, round(seconds / FRAME)))]

    def _update(self, given: EngineFeedback) -> MotionSelection:
        self.time += FRAME
        return self.selector.update(FrameInfo(time=self.time, dt=FRAME), given)

    def fallen(self, phase: FallPhase) -> FallState:
        return FallState(phase=phase, direction=FallDirection.FRONT, since=self.time)


def test_a_robot_is_limp_until_the_first_request() -> None:
    assert Trial().run(Motion.PLAY_DEAD)[-1].target is Motion.PLAY_DEAD


def test_ratios_change_linearly_and_add_up_to_one() -> None:
    trial = Trial()
    ratios = np.array([s.ratios for s in trial.run(Motion.STAND, 2.0)])
    stand = ratios[:, MOTIONS.index(Motion.STAND)]
    assert ratios.min() >= 0.0
    assert ratios.sum(axis=1) == pytest.approx(1.0)
    assert stand[-1] == 1.0
    assert np.diff(stand).max() == pytest.approx(FRAME / 1.5)


def test_an_engine_keeps_control_until_it_allows_leaving() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    busy = KickOutput(leaving_possible=False)
    trial.run(Motion.KICK, 0.3)
    assert trial.run(Motion.WALK, 0.5, kick=busy)[-1].target is Motion.KICK
    assert trial.run(Motion.WALK)[-1].target is Motion.WALK


def test_a_walk_ends_when_the_robot_stands() -> None:
    trial = Trial()
    trial.run(Motion.WALK, 2.0)
    stepping = WalkOutput(leaving_possible=False)
    assert trial.run(Motion.KICK, 0.5, walk=stepping)[-1].target is Motion.WALK
    assert trial.run(Motion.KICK)[-1].target is Motion.KICK


def test_walking_and_standing_are_one_engine_without_a_transition() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    selection = trial.run(Motion.WALK, walk=WalkOutput(leaving_possible=False))[-1]
    assert selection.target is Motion.WALK
    assert selection.ratios[MOTIONS.index(Motion.WALK)] == 1.0


def test_falling_interrupts_other_motions() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    trial.run(Motion.KICK, 0.3)
    busy = KickOutput(leaving_possible=False)
    selection = trial.run(Motion.KICK, kick=busy, fall=trial.fallen(FallPhase.FALLING))[-1]
    assert selection.target is Motion.FALL
    assert selection.ratios[MOTIONS.index(Motion.FALL)] == 1.0


def test_a_fall_does_not_wait_for_a_high_stand() -> None:
    trial = Trial()
    trial.run(Motion.STAND_HIGH, 2.0)
    high = WalkOutput(leaving_possible=False)
    falling, down = (trial.fallen(phase) for phase in (FallPhase.FALLING, FallPhase.FALLEN))
    assert trial.run(Motion.STAND_HIGH, walk=high, fall=falling)[-1].target is Motion.FALL
    assert trial.run(Motion.STAND_HIGH, 0.5, walk=high, fall=down)[-1].target is Motion.GET_UP


@pytest.mark.parametrize("motion", [Motion.SPECIAL, Motion.DIVE, Motion.SIT, Motion.PLAY_DEAD])
def test_motions_that_lie_down_intentionally_are_no_falls(motion: Motion) -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    trial.run(motion, 0.5)
    selection = trial.run(motion, fall=trial.fallen(FallPhase.FALLING))[-1]
    assert selection.target is motion


def test_a_fallen_robot_gets_up_and_then_follows_requests() -> None:
    trial = Trial()
    trial.run(Motion.WALK, 2.0)
    trial.run(Motion.WALK, 0.3, fall=trial.fallen(FallPhase.FALLING))
    down = trial.fallen(FallPhase.FALLEN)
    busy = GetUpOutput(leaving_possible=False)
    assert trial.run(Motion.WALK, 0.1, fall=down)[-1].target is Motion.FALL
    assert trial.run(Motion.WALK, 0.5, fall=down, get_up=busy)[-1].target is Motion.GET_UP
    up = FallState(since=trial.time)
    assert trial.run(Motion.WALK, 0.5, fall=up, get_up=busy)[-1].target is Motion.GET_UP
    done = GetUpOutput(finished=True)
    assert trial.run(Motion.WALK, fall=up, get_up=done)[-1].target is Motion.WALK


def test_a_fallen_robot_that_should_play_dead_stays_down() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    trial.run(Motion.STAND, 0.3, fall=trial.fallen(FallPhase.FALLING))
    down = trial.fallen(FallPhase.FALLEN)
    assert trial.run(Motion.PLAY_DEAD, 1.0, fall=down)[-1].target is Motion.PLAY_DEAD


def test_a_robot_put_upright_by_hand_stands_again() -> None:
    trial = Trial()
    trial.run(Motion.WALK, 2.0)
    trial.run(Motion.WALK, 0.1, fall=trial.fallen(FallPhase.FALLING))
    up = FallState(since=trial.time)
    assert trial.run(Motion.WALK, 0.3, fall=up)[-1].target is Motion.FALL
    assert trial.run(Motion.WALK, 0.6, fall=up)[-1].target is Motion.WALK


def test_each_arm_changes_to_the_arm_engine_separately() -> None:
    trial = Trial()
    trial.run(Motion.WALK, 2.0)
    arms = ArmOutput(active=(True, False))
    weights = [s.arms_by_keyframe for s in trial.run(Motion.WALK, 0.5, arms=arms)]
    assert weights[-1] == (1.0, 0.0)
    assert 0.0 < weights[2][0] < 1.0
    assert trial.run(Motion.WALK, 0.5)[-1].arms_by_keyframe == (0.0, 0.0)


def test_the_arm_engine_controls_arms_only_while_walking_or_standing() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    arms = ArmOutput(active=(True, True))
    selection = trial.run(Motion.KICK, 0.5, arms=arms)[-1]
    assert selection.arms_by_keyframe == (0.0, 0.0)


def test_a_fall_controls_the_arms_at_once() -> None:
    trial = Trial()
    arms = ArmOutput(active=(True, True))
    assert trial.run(Motion.STAND, 2.0, arms=arms)[-1].arms_by_keyframe == (1.0, 1.0)
    falling = trial.fallen(FallPhase.FALLING)
    selection = trial.run(Motion.STAND, arms=arms, fall=falling)[-1]
    assert selection.arms_by_keyframe == (0.0, 0.0)
