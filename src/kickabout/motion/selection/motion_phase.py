"""Motion phases: from engine outputs to when a phase may end and which one has to follow.

After B-Human 2021, section 8.1. There is exactly one phase at a time: a step, a stand, a kick, a
fall, a get-up, a key-frame motion, or lying limp. A phase does not depend on the ones before it.
"""

from abc import ABC, abstractmethod

from kickabout.motion.selection.engine_feedback import EngineFeedback, SelectionParameters
from kickabout.representations import FallPhase, Motion

DOWN = (FallPhase.FALLING, FallPhase.FALLEN)
UP_AGAIN = (FallPhase.UPRIGHT, FallPhase.SQUATTING)
WALK, PLAY_DEAD = Motion.WALK, Motion.PLAY_DEAD


class MotionPhase(ABC):
    """The time from one decision about the motion of the body to the next.

    `update` is called at the beginning of each frame, then `is_done`, and if that is true,
    `proposed`. Joint angles are those of the engine that belongs to `motion`.
    """

    arms_free = False  # the arm engine may control the arms
    falls = False  # a fall ends this phase at once

    def __init__(self, motion: Motion, parameters: SelectionParameters) -> None:
        self.motion = motion
        self.parameters = parameters
        self.now = 0.0  # s
        self._frames = 0

    def update(self, now: float, given: EngineFeedback) -> None:
        """Begin a new frame."""
        self.now, self.given = now, given
        self._frames += 1

    @property
    def has_feedback(self) -> bool:
        """Whether engine outputs belong to this phase; in its first frame they do not."""
        return self._frames > 1

    @abstractmethod
    def is_done(self) -> bool:
        """Return whether another phase may begin."""

    def proposed(self) -> "MotionPhase | None":
        """Return the phase that has to follow; None if any may."""
        return None


class StandPhase(MotionPhase):
    """Standing on both feet, at either height; a step may follow at any time."""

    arms_free = True
    falls = True

    def is_done(self) -> bool:
        return True

    def proposed(self) -> MotionPhase | None:
        return None if self.given.walk.standing else StepPhase(self.parameters)


class StepPhase(MotionPhase):
    """One step; while the feet are not side by side, only another step can follow."""

    arms_free = True
    falls = True

    def __init__(self, parameters: SelectionParameters) -> None:
        super().__init__(WALK, parameters)
        self._left_swings: bool | None = None  # not known in the first frame
        self._progress = 0.0  # fraction of the step's duration
        self._over = False

    def update(self, now: float, given: EngineFeedback) -> None:
        super().update(now, given)
        walk = given.walk
        if not self.has_feedback:
            return
        first = self._left_swings is None
        changed = not first and (
            walk.left_swings != self._left_swings or walk.phase < self._progress
        )
        self._over = walk.standing or changed
        self._left_swings, self._progress = walk.left_swings, walk.phase

    def is_done(self) -> bool:
        return self._over

    def proposed(self) -> MotionPhase | None:
        return None if self.given.walk.standing else StepPhase(self.parameters)


class StandingKickPhase(MotionPhase):
    """One standing kick."""

    falls = True

    def __init__(self, parameters: SelectionParameters) -> None:
        super().__init__(Motion.KICK, parameters)

    def is_done(self) -> bool:
        return self.has_feedback and self.given.kick.leaving_possible


class KeyframePhase(MotionPhase):
    """Sitting, dives and gestures, in which leaving the feet is intended."""

    def is_done(self) -> bool:
        return self.has_feedback and self.given.keyframe.leaving_possible


class FallenPhase(MotionPhase):
    """From the start of a fall until the robot lies or was put on its feet."""

    def __init__(self, parameters: SelectionParameters) -> None:
        super().__init__(Motion.FALL, parameters)

    def is_done(self) -> bool:
        fall, parameters = self.given.fall, self.parameters
        settled_for = self.now - fall.since
        if fall.phase is FallPhase.FALLEN:
            return settled_for >= parameters.get_up_after
        return fall.phase in UP_AGAIN and settled_for >= parameters.upright_after

    def proposed(self) -> MotionPhase | None:
        if self.given.fall.phase is not FallPhase.FALLEN:
            return StandPhase(Motion.STAND, self.parameters)
        dead = self.given.request.motion is PLAY_DEAD
        return LimpPhase(self.parameters) if dead else GetUpPhase(self.parameters)


class GetUpPhase(MotionPhase):
    """From the ground to a stand, with all attempts."""

    def __init__(self, parameters: SelectionParameters) -> None:
        super().__init__(Motion.GET_UP, parameters)

    def is_done(self) -> bool:
        return self.has_feedback and self.given.get_up.finished

    def proposed(self) -> MotionPhase | None:
        return StandPhase(Motion.STAND, self.parameters)


class LimpPhase(MotionPhase):
    """No joint is stiff; a lying robot gets up before anything else."""

    def __init__(self, parameters: SelectionParameters) -> None:
        super().__init__(PLAY_DEAD, parameters)

    def is_done(self) -> bool:
        return True

    def proposed(self) -> MotionPhase | None:
        asked = self.given.request.motion is not PLAY_DEAD
        lies = self.given.fall.phase is FallPhase.FALLEN
        return GetUpPhase(self.parameters) if asked and lies else None


def phase_for(motion: Motion, parameters: SelectionParameters) -> MotionPhase:
    """Return the first phase of a requested motion; falls and get-ups cannot be requested."""
    if motion is WALK:
        return StepPhase(parameters)
    if motion is Motion.KICK:
        return StandingKickPhase(parameters)
    if motion is PLAY_DEAD:
        return LimpPhase(parameters)
    if motion in (Motion.SIT, Motion.SPECIAL, Motion.DIVE):
        return KeyframePhase(motion, parameters)
    high = motion is Motion.STAND_HIGH
    return StandPhase(Motion.STAND_HIGH if high else Motion.STAND, parameters)
