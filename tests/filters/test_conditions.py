"""Conditions over time: no flicker, and durations without a break."""

import pytest

from kickabout.filters import Holding, Hysteresis


def test_value_between_the_limits_keeps_the_answer() -> None:
    contact = Hysteresis(1.0, 2.0)
    answers = [contact.update(value) for value in (0.0, 1.5, 2.5, 1.5, 0.5, 1.5)]
    assert answers == [False, False, True, True, False, False]


def test_crossed_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="lower ≤ upper"):
        Hysteresis(2.0, 1.0)


def test_break_starts_the_duration_anew() -> None:
    still = Holding()
    assert still.update(True, 1.0) == 0.0
    assert still.update(True, 1.3) == pytest.approx(0.3)
    assert still.update(False, 1.4) == float("-inf")
    assert still.update(True, 1.5) == 0.0
