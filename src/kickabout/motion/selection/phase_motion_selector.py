"""Motion selection by phases: from requests, falls and engine outputs to the current phase."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module
from kickabout.motion.head_and_arms.arm_weights import ArmWeights
from kickabout.motion.selection.engine_feedback import (
    EngineFeedback,
    SelectionParameters,
    whole_body,
)
from kickabout.motion.selection.motion_phase import (
    DOWN,
    FallenPhase,
    LimpPhase,
    MotionPhase,
    phase_for,
)
from kickabout.representations import Motion, MotionSelection

FALL = Motion.FALL


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseMotionSelectorParameters(SelectionParameters):
    """The times that every motion selector waits for."""


class PhaseMotionSelector(Module[PhaseMotionSelectorParameters]):
    """Selects phases as B-Human's MotionEngine of 2021, section 8.2.

    In each frame, update the phase; if it is done, take the one it proposes, or else the requested
    one. A fall ends other phases at once. The whole body belongs to the new phase at once;
    `PhaseMotionCombiner` makes the transition smooth.
    """

    def __init__(self, parameters: PhaseMotionSelectorParameters) -> None:
        super().__init__(parameters)
        self.arms = ArmWeights()
        self.selection = MotionSelection()
        self.phase: MotionPhase = LimpPhase(parameters)

    def update(self, frame: FrameInfo, given: EngineFeedback) -> MotionSelection:
        phase = self._next(frame.time, given)
        if phase is not self.phase:
            self.debug.note(f"{type(self.phase).__name__} → {type(phase).__name__}")
            self.phase = phase
        # A fall begins at once, with the arms at their measured angles.
        duration = 0.0 if phase.motion is FALL else self.parameters.arm_duration
        arms_move = self.arms.update(
            given.arms.active, free=phase.arms_free, duration=duration, dt=frame.dt
        )
        if arms_move or phase.motion is not self.selection.target or frame.cycle == 0:
            ratios = whole_body(phase.motion)
            ratios.setflags(write=False)
            self.selection = MotionSelection(
                target=phase.motion, ratios=ratios, arms_by_keyframe=self.arms.weights
            )
        return self.selection

    def _next(self, now: float, given: EngineFeedback) -> MotionPhase:
        phase = self.phase
        phase.update(now, given)
        if phase.falls and given.fall.phase in DOWN:
            return FallenPhase(self.parameters)
        if not phase.is_done():
            return phase
        follower = phase.proposed()
        if follower is not None:
            return follower
        follower = phase_for(given.desired, self.parameters)
        same = type(follower) is type(phase) and follower.motion is phase.motion
        return phase if same and follower.motion is not Motion.WALK else follower
