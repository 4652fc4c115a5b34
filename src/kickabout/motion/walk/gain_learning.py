"""Learning of balance gains: from gyroscope peaks to gains that make the robot sway less.

As B-Human 2019: a gain is raised for some steps, then lowered for as many; it changes towards the
candidate with the smaller peaks. So hot or worn joints get the gains that they need. This runs
while walking steadily; the caller leaves out steps that are no sample, such as those of a kick.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.motion.walk.step_limits import clipped


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningParameters:
    """Size and number of the trials."""

    steps: int = 20  # per candidate
    change: float = 0.1  # maximum relative change of a candidate
    gain: float = 0.3  # fraction of the change that is kept when a candidate wins
    low: float = 0.4  # minimum factor
    high: float = 2.5  # maximum factor


class GainLearner:
    """A learned factor for one gain."""

    def __init__(self) -> None:
        self.base = 1.0  # the learned factor
        self._change = 0.0
        self._raised = True
        self._peaks: list[float] = []
        self._raised_score = 0.0
        self._peak = 0.0

    @property
    def factor(self) -> float:
        """Current factor for the gain, including the trial."""
        return self.base * (1.0 + self._change if self._raised else 1.0 - self._change)

    def measure(self, speed: float) -> None:
        """Add a sample of the angular speed in the direction that this gain counteracts."""
        self._peak = max(self._peak, speed)

    def forget_step(self) -> None:
        """Discard the current step because it is no fair sample."""
        self._peak = 0.0

    def end_step(self, parameters: LearningParameters, generator: np.random.Generator) -> None:
        """Add the peak of a step; after enough of them, switch to the other candidate."""
        self._peaks.append(self._peak)
        self._peak = 0.0
        if len(self._peaks) < parameters.steps:
            return
        score = sum(self._peaks) / len(self._peaks)
        self._peaks.clear()
        if self._raised:
            self._raised_score, self._raised = score, False
            return
        self._learn(score, parameters)
        self._change = parameters.change * float(generator.uniform(0.5, 1.0))

    def _learn(self, lowered_score: float, parameters: LearningParameters) -> None:
        direction = 1.0 if self._raised_score < lowered_score else -1.0
        learned = self.base * (1.0 + direction * parameters.gain * self._change)
        self.base = clipped(learned, parameters.low, parameters.high)
        self._raised = True
