"""Motion selection: from requests, falls and engine outputs to the controlling engine."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.motion.head_and_arms.arm_weights import ArmWeights
from kickabout.motion.selection.engine_feedback import (
    EngineFeedback,
    SelectionParameters,
    whole_body,
)
from kickabout.representations import FallPhase, FallState, Motion, MotionSelection

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
SCRIPTED = (Motion.SIT, Motion.SPECIAL, Motion.DIVE)
DOWN = (FallPhase.FALLING, FallPhase.FALLEN)
FALL, PLAY_DEAD = Motion.FALL, Motion.PLAY_DEAD
NO_REFLEX = (*SCRIPTED, Motion.GET_UP, Motion.PLAY_DEAD, Motion.FALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionSelectorParameters(SelectionParameters):
    stand_duration: float = param(
        0.6, unit="s", low=0.0, doc="duration of a transition to walking or standing"
    )
    rise_duration: float = param(1.5, unit="s", low=0.0, doc="duration of a transition from limp")
    kick_duration: float = param(
        0.0, unit="s", low=0.0, doc="duration of a transition to a kick, which begins in a stand"
    )
    scripted_duration: float = param(
        0.2, unit="s", low=0.0, doc="duration of a transition to a key-frame motion"
    )
    limp_duration: float = param(0.5, unit="s", low=0.0, doc="duration of a transition to limp")


class MotionSelector(Module[MotionSelectorParameters]):
    """As B-Human's selector: engines decide when a transition is possible; falling is a reflex.

    After a fall the robot gets up by itself unless the request is to play dead.
    """

    def __init__(self, parameters: MotionSelectorParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.before = whole_body(Motion.PLAY_DEAD)
        self.changed_for = 0.0  # s
        self.duration = 0.0  # s
        self.arms = ArmWeights()
        self.settled = False  # the published selection holds until something changes
        self.selection = MotionSelection()

    def update(self, frame: FrameInfo, given: EngineFeedback) -> MotionSelection:
        self.changed_for += frame.dt
        wanted = self._wanted(frame.time, given)
        if wanted is not self.target:
            self.before = self._ratios()
            self.duration = self._duration(wanted)
            self.target, self.changed_for, self.settled = wanted, 0.0, False
        # A fall begins at once, with the arms at their measured angles.
        duration = 0.0 if self.target is FALL else self.parameters.arm_duration
        free = self.target in WALKS
        arms_move = self.arms.update(given.arms.active, free=free, duration=duration, dt=frame.dt)
        # Publish the same object while nothing changes.
        settled = self._progress() >= 1.0
        if arms_move or not (settled and self.settled):
            self.settled = settled
            ratios = self._ratios()
            ratios.setflags(write=False)
            self.selection = MotionSelection(
                target=self.target, ratios=ratios, arms_by_keyframe=self.arms.weights
            )
        return self.selection

    def _wanted(self, now: float, given: EngineFeedback) -> Motion:
        fall, request = given.fall, given.desired
        if fall.phase in DOWN and self.target not in NO_REFLEX:
            return FALL
        if self.target is FALL:
            return self._after_fall(now, fall, request)
        if self.target is PLAY_DEAD and fall.phase is FallPhase.FALLEN:
            return Motion.PLAY_DEAD if request is Motion.PLAY_DEAD else Motion.GET_UP
        if request is self.target or not self._may_leave(given):
            return self.target
        # A fall and a get-up cannot be requested: they happen by themselves.
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
        if self.target in WALKS and given.desired in WALKS:
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
            return 0.0 if self.target in WALKS and self._progress() >= 1.0 else p.stand_duration
        return p.kick_duration if wanted is Motion.KICK else p.scripted_duration

    def _progress(self) -> float:
        """Return the progress of the transition, 0 … 1."""
        return min(1.0, self.changed_for / self.duration) if self.duration > 0.0 else 1.0

    def _ratios(self) -> Vec:
        progress = self._progress()
        return progress * whole_body(self.target) + (1.0 - progress) * self.before
