"""Sliding windows: compared with numpy on the same values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.filters import SlidingMedian

signals = st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=60)


@given(signals, st.integers(1, 15))
def test_the_median_agrees_with_numpy_at_every_step(signal: list[float], size: int) -> None:
    window = SlidingMedian(size)
    for count, value in enumerate(signal, start=1):
        window.append(value)
        assert window.median == pytest.approx(np.median(signal[max(count - size, 0) : count]))


def test_the_median_ignores_a_single_outlier() -> None:
    window = SlidingMedian(5)
    for value in (1.0, 1.1, 900.0, 0.9, 1.0):
        window.append(value)
    assert window.median == 1.0


def test_an_empty_or_cleared_window_has_the_median_zero() -> None:
    window = SlidingMedian(3)
    assert window.median == 0.0
    window.append(1.0)
    window.clear()
    assert window.median == 0.0


def test_a_window_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="sliding window is 0, expected at least 1"):
        SlidingMedian(0)
