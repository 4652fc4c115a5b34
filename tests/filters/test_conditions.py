"""Conditions over time: durations without a break."""

import pytest

from kickabout.filters import Holding


def test_a_break_restarts_the_duration() -> None:
    still = Holding()
    assert still.update(True, 1.0) == 0.0
    assert still.update(True, 1.3) == pytest.approx(0.3)
    assert still.update(False, 1.4) == float("-inf")
    assert still.update(True, 1.5) == 0.0
