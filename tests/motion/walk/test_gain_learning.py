"""Do learned gains make the robot sway less, and stay within bounds?"""

import itertools

import pytest

from kickabout.framework.module import seeded_generator
from kickabout.motion.walk.gain_learning import GainLearner, LearningParameters

RANDOM = seeded_generator(1, "learner")
PARAMETERS = LearningParameters(steps=10, change=0.1, gain=0.5)


def _learned(best: float, *, rounds: int = 300, noise: float = 0.02) -> GainLearner:
    """Learn from peaks that are smallest at the best factor."""
    random = seeded_generator(1, "walk")
    learner = GainLearner()
    for _ in range(2 * rounds * PARAMETERS.steps):
        learner.measure(0.5 + (learner.factor - best) ** 2 + noise * random.standard_normal())
        learner.end_step(PARAMETERS, RANDOM)
    return learner


@pytest.mark.parametrize("best", [0.6, 1.0, 1.8])
def test_the_gain_converges_to_the_smallest_peaks(best: float) -> None:
    assert _learned(best).base == pytest.approx(best, rel=0.12)


def test_gains_stay_within_their_bounds() -> None:
    assert _learned(10.0).base <= PARAMETERS.high
    assert _learned(-10.0).base >= PARAMETERS.low


def test_an_increase_is_always_followed_by_a_decrease() -> None:
    learner = GainLearner()
    factors: list[float] = []
    for _ in range(400):
        learner.measure(0.5)
        learner.end_step(PARAMETERS, RANDOM)
        if not factors or factors[-1] != learner.factor:
            factors.append(learner.factor)
    assert len(factors) == 40
    ups = [b > a for a, b in itertools.pairwise(factors[1:])]
    assert all(a != b for a, b in itertools.pairwise(ups))


def test_steps_that_are_no_sample_do_not_count() -> None:
    learner = GainLearner()
    learner.measure(9.0)
    learner.forget_step()
    learner.measure(0.1)
    learner.end_step(PARAMETERS, RANDOM)
    assert learner._peaks == [0.1]
