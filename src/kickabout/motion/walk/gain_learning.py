"""Learning of balance gains: from peaks of the gyroscope to gains with which the robot sways less.

As B-Human 2019: a gain is raised for some steps, then lowered for as many; the one with the smaller
peaks tells where to go. Hot or worn joints so get the gains that they need. Runs while walking
steadily; steps that are no sample, such as those of a kick, are left out by the caller.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.motion.walk.step_limits import clipped


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningParameters:
    """How boldly to try."""

    steps: int = 20  # per candidate
    change: float = 0.1  # largest relative change of a candidate
    gain: float = 0.3  # share of the change that is kept when a candidate wins
    low: float = 0.4  # smallest factor
    high: float = 2.5


class GainLearner:
    """One factor on one gain."""

    def __init__(self) -> None:
        self.base = 1.0  # what was learned
        self._change = 0.0
        self._raised = True
        self._peaks: list[float] = []
        self._raised_score = 0.0
        self._peak = 0.0

    @property
    def factor(self) -> float:
        """What to multiply the gain with now."""
        return self.base * (1.0 + self._change if self._raised else 1.0 - self._change)

    def feel(self, speed: float) -> None:
        """Angular speed in the direction that this gain works against."""
        self._peak = max(self._peak, speed)

    def forget_step(self) -> None:
        """The step was no fair sample."""
        self._peak = 0.0

    def end_step(self, figures: LearningParameters, generator: np.random.Generator) -> None:
        """Take in the peak of a step; after enough of them, go on to the other candidate."""
        self._peaks.append(self._peak)
        self._peak = 0.0
        if len(self._peaks) < figures.steps:
            return
        score = sum(self._peaks) / len(self._peaks)
        self._peaks.clear()
        if self._raised:
            self._raised_score, self._raised = score, False
            return
        self._learn(score, figures)
        self._change = figures.change * float(generator.uniform(0.5, 1.0))

    def _learn(self, lowered_score: float, figures: LearningParameters) -> None:
        direction = 1.0 if self._raised_score < lowered_score else -1.0
        learned = self.base * (1.0 + direction * figures.gain * self._change)
        self.base = clipped(learned, figures.low, figures.high)
        self._raised = True
