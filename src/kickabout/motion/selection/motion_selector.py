"""Motion selection: from requests, falls and what engines allow to the engine that has the body."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.motion.head_and_arms.arm_shares import ArmShares
from kickabout.motion.selection.engine_feedback import EngineFeedback
from kickabout.representations import (
    FallPhase,
    FallState,
    Motion,
    MotionSelection,
)

MOTIONS = list(Motion)
WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
SCRIPTED = (Motion.SIT, Motion.SPECIAL, Motion.DIVE)
DOWN = (FallPhase.FALLING, FallPhase.FALLEN)
FALL, PLAY_DEAD = Motion.FALL, Motion.PLAY_DEAD
NO_REFLEX = (*SCRIPTED, Motion.GET_UP, Motion.PLAY_DEAD, Motion.FALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionSelectorParameters:
    stand_duration: float = param(0.6, unit="s", low=0.0, doc="to walking and standing")
    rise_duration: float = param(1.5, unit="s", low=0.0, doc="from limp to anything")
    kick_duration: float = param(0.0, unit="s", low=0.0, doc="to a kick, which begins standing")
    scripted_duration: float = param(0.2, unit="s", low=0.0, doc="to key-frame motions")
    limp_duration: float = param(0.5, unit="s", low=0.0, doc="from anything to limp")
    get_up_after: float = param(0.3, unit="s", low=0.0, doc="on the ground before getting up")
    upright_after: float = param(0.5, unit="s", low=0.0, doc="upright before a fall is over")
    arm_duration: float = param(0.15, unit="s", low=0.0, doc="to and from arm motions")


class MotionSelector(Module[MotionSelectorParameters]):
    """As B-Human's selector: engines decide when they may be left; falling is a reflex.

    A robot that fell gets up by itself unless it is asked to play dead.
    """

    def __init__(self, parameters: MotionSelectorParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.before = _only(Motion.PLAY_DEAD)
        self.changed_for = 0.0  # s
        self.duration = 0.0  # s
        self.arms = ArmShares()
        self.settled = False  # what is told holds until something changes
        self.told = MotionSelection()

    def update(self, frame: FrameInfo, given: EngineFeedback) -> MotionSelection:
        self.changed_for += frame.dt
        wanted = self._wanted(frame.time, given)
        if wanted is not self.target:
            self.before = self._ratios()
            self.duration = self._duration(wanted)
            self.target, self.changed_for, self.settled = wanted, 0.0, False
        # A fall begins with the arms where they are measured, and waits for nobody.
        duration = 0.0 if self.target is FALL else self.parameters.arm_duration
        largest = frame.dt / duration if duration > 0.0 else 1.0
        free = self.target in WALKS
        arms_move = self.arms.update(given.arms.active, free=free, largest=largest)
        # Most cycles change nothing, so they tell the same again.
        settled = self._share() >= 1.0
        if arms_move or not (settled and self.settled):
            self.settled = settled
            ratios = self._ratios()
            ratios.setflags(write=False)
            self.told = MotionSelection(
                target=self.target, ratios=ratios, arms_by_keyframe=self.arms.shares
            )
        return self.told

    def _wanted(self, now: float, given: EngineFeedback) -> Motion:
        fall, request = given.fall, given.wanted
        if fall.phase in DOWN and self.target not in NO_REFLEX:
            return FALL
        if self.target is FALL:
            return self._after_fall(now, fall, request)
        if self.target is PLAY_DEAD and fall.phase is FallPhase.FALLEN:
            return Motion.PLAY_DEAD if request is Motion.PLAY_DEAD else Motion.GET_UP
        if request is self.target or not self._may_leave(given):
            return self.target
        # A fall and its end are nothing to ask for: they come by themselves.
        return Motion.STAND if request in (Motion.FALL, Motion.GET_UP) else request

    def _after_fall(self, now: float, fall: FallState, request: Motion) -> Motion:
        settled_for = now - fall.since
        if fall.phase is FallPhase.FALLEN and settled_for >= self.parameters.get_up_after:
            return Motion.PLAY_DEAD if request is Motion.PLAY_DEAD else Motion.GET_UP
        upright = fall.phase in (FallPhase.UPRIGHT, FallPhase.SQUATTING)
        if upright and settled_for >= self.parameters.upright_after:
            return Motion.STAND
        return Motion.FALL

    def _may_leave(self, given: EngineFeedback) -> bool:
        if self.target in WALKS and given.wanted in WALKS:
            return True  # the same engine
        if self.target in WALKS:
            return given.walk.leaving_possible
        if self.target is Motion.KICK:
            return given.kick.leaving_possible
        if self.target is Motion.GET_UP:
            return given.get_up.finished
        return self.target not in SCRIPTED or given.keyframe.leaving_possible

    def _duration(self, wanted: Motion) -> float:
        p = self.parameters
        if wanted in (Motion.FALL, Motion.GET_UP):
            return 0.0
        if wanted is Motion.PLAY_DEAD:
            return p.limp_duration
        if self.target is Motion.PLAY_DEAD:
            return p.rise_duration
        if wanted in WALKS:
            return 0.0 if self.target in WALKS and self._share() >= 1.0 else p.stand_duration
        return p.kick_duration if wanted is Motion.KICK else p.scripted_duration

    def _share(self) -> float:
        """How far the change has come."""
        return min(1.0, self.changed_for / self.duration) if self.duration > 0.0 else 1.0

    def _ratios(self) -> Vec:
        share = self._share()
        return share * _only(self.target) + (1.0 - share) * self.before


def _only(motion: Motion) -> Vec:
    ratios = np.zeros(len(MOTIONS))
    ratios[MOTIONS.index(motion)] = 1.0
    return ratios
