"""Motion phases: from what engines say to when a phase may end and which one has to follow.

After B-Human 2021, section 8.1. There is exactly one phase at a time: a step, a stand, a kick, a
fall, a get-up, a key-frame motion, or lying limp. A phase knows nothing of the ones before it.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from kickabout.motion.selection.engine_feedback import EngineFeedback
from kickabout.representations import FallPhase, Motion

DOWN = (FallPhase.FALLING, FallPhase.FALLEN)
UP_AGAIN = (FallPhase.UPRIGHT, FallPhase.SQUATTING)
WALK, PLAY_DEAD = Motion.WALK, Motion.PLAY_DEAD


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRules:
    """What phases wait for."""

    get_up_after: float  # s, on the ground before getting up
    upright_after: float  # s, upright before a fall is over


class MotionPhase(ABC):
    """From one decision about the body to the next.

    `update` comes at the beginning of each frame; then `is_done` is asked, and if it is,
    `proposed`. Joint angles are those of the engine that belongs to `motion`.
    """

    arms_free = False  # the arm engine may have the arms; joints an engine leaves free are NaN
    falls = False  # a fall ends this phase at once

    def __init__(self, motion: Motion, rules: PhaseRules) -> None:
        self.motion = motion
        self.rules = rules
        self.now = 0.0  # s
        self._frames = 0

    def update(self, now: float, given: EngineFeedback) -> None:
        """A new frame has begun."""
        self.now, self.given = now, given
        self._frames += 1

    @property
    def heard(self) -> bool:
        """What engines say is about this phase; in its first frame it is about the one before."""
        return self._frames > 1

    @abstractmethod
    def is_done(self) -> bool:
        """Whether another phase may begin."""

    def proposed(self) -> "MotionPhase | None":
        """The phase that has to follow; none if everything may."""
        return None


class StandPhase(MotionPhase):
    """On both feet, at either height; a step may always follow, and does if it has begun."""

    arms_free = True
    falls = True

    def is_done(self) -> bool:
        return True

    def proposed(self) -> MotionPhase | None:
        return None if self.given.walk.standing else StepPhase(self.rules)


class StepPhase(MotionPhase):
    """One step; as long as the feet are not side by side, only another step can follow."""

    arms_free = True
    falls = True

    def __init__(self, rules: PhaseRules) -> None:
        super().__init__(WALK, rules)
        self._left_swings: bool | None = None  # not known in the first frame
        self._share = 0.0  # of the step's duration
        self._over = False

    def update(self, now: float, given: EngineFeedback) -> None:
        super().update(now, given)
        walk = given.walk
        if not self.heard:
            return
        first = self._left_swings is None
        changed = not first and (walk.left_swings != self._left_swings or walk.phase < self._share)
        self._over = walk.standing or changed
        self._left_swings, self._share = walk.left_swings, walk.phase

    def is_done(self) -> bool:
        return self._over

    def proposed(self) -> MotionPhase | None:
        return None if self.given.walk.standing else StepPhase(self.rules)


class StandingKickPhase(MotionPhase):
    """One kick out of a stand."""

    falls = True

    def __init__(self, rules: PhaseRules) -> None:
        super().__init__(Motion.KICK, rules)

    def is_done(self) -> bool:
        return self.heard and self.given.kick.leaving_possible


class KeyframePhase(MotionPhase):
    """Sitting, dives and gestures, which leave their feet on purpose."""

    def is_done(self) -> bool:
        return self.heard and self.given.keyframe.leaving_possible


class FallenPhase(MotionPhase):
    """From the first sign of a fall until the robot lies, or was put on its feet."""

    def __init__(self, rules: PhaseRules) -> None:
        super().__init__(Motion.FALL, rules)

    def is_done(self) -> bool:
        fall, rules = self.given.fall, self.rules
        settled_for = self.now - fall.since
        if fall.phase is FallPhase.FALLEN:
            return settled_for >= rules.get_up_after
        return fall.phase in UP_AGAIN and settled_for >= rules.upright_after

    def proposed(self) -> MotionPhase | None:
        if self.given.fall.phase is not FallPhase.FALLEN:
            return StandPhase(Motion.STAND, self.rules)
        dead = self.given.request.motion is PLAY_DEAD
        return LimpPhase(self.rules) if dead else GetUpPhase(self.rules)


class GetUpPhase(MotionPhase):
    """From the ground to a stand, with all its tries."""

    def __init__(self, rules: PhaseRules) -> None:
        super().__init__(Motion.GET_UP, rules)

    def is_done(self) -> bool:
        return self.heard and self.given.get_up.finished

    def proposed(self) -> MotionPhase | None:
        return StandPhase(Motion.STAND, self.rules)


class LimpPhase(MotionPhase):
    """No joint is stiff. A robot that lies gets up before anything else."""

    def __init__(self, rules: PhaseRules) -> None:
        super().__init__(PLAY_DEAD, rules)

    def is_done(self) -> bool:
        return True

    def proposed(self) -> MotionPhase | None:
        asked = self.given.request.motion is not PLAY_DEAD
        lies = self.given.fall.phase is FallPhase.FALLEN
        return GetUpPhase(self.rules) if asked and lies else None


def phase_for(motion: Motion, rules: PhaseRules) -> MotionPhase:
    """The phase with which a wish begins; falls and their end come without being asked for."""
    if motion is WALK:
        return StepPhase(rules)
    if motion is Motion.KICK:
        return StandingKickPhase(rules)
    if motion is PLAY_DEAD:
        return LimpPhase(rules)
    if motion in (Motion.SIT, Motion.SPECIAL, Motion.DIVE):
        return KeyframePhase(motion, rules)
    high = motion is Motion.STAND_HIGH
    return StandPhase(Motion.STAND_HIGH if high else Motion.STAND, rules)
