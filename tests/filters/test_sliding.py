"""Sliding windows: against numpy on the same values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.filters import SlidingExtrema, SlidingMean, SlidingMedian

signals = st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=60)
sizes = st.integers(1, 15)


@given(signals, sizes)
def test_windows_agree_with_numpy_at_every_step(signal: list[float], size: int) -> None:
    mean, median, extrema = SlidingMean(size), SlidingMedian(size), SlidingExtrema(size)
    for count, value in enumerate(signal, start=1):
        for window in (mean, median, extrema):
            window.append(value)
        recent = signal[max(count - size, 0) : count]
        assert mean.mean == pytest.approx(np.mean(recent), abs=1e-9)
        assert mean.variance == pytest.approx(np.var(recent), rel=1e-6, abs=1e-6)
        assert median.median == pytest.approx(np.median(recent))
        assert (extrema.smallest, extrema.largest) == (min(recent), max(recent))
        assert len(mean) == len(median) == len(extrema) == len(recent)
        assert mean.is_full == median.is_full == extrema.is_full == (count >= size)


def test_mean_does_not_drift_after_a_huge_value() -> None:
    window = SlidingMean(10)
    window.append(1e17)
    for _ in range(30):
        window.append(0.1)
    assert window.mean == pytest.approx(0.1)
    assert window.deviation == pytest.approx(0.0, abs=1e-12)


def test_median_ignores_a_single_outlier() -> None:
    window = SlidingMedian(5)
    for value in (1.0, 1.1, 900.0, 0.9, 1.0):
        window.append(value)
    assert window.median == 1.0


def test_empty_windows_answer_without_failing() -> None:
    assert SlidingMean(3).mean == 0.0
    assert SlidingMean(3).variance == 0.0
    assert SlidingMedian(3).median == 0.0
    assert SlidingExtrema(3).smallest == math.inf
    assert SlidingExtrema(3).largest == -math.inf


def test_cleared_windows_are_empty_again() -> None:
    for window in (SlidingMean(3), SlidingMedian(3), SlidingExtrema(3)):
        window.append(1.0)
        window.clear()
        assert len(window) == 0


@pytest.mark.parametrize("kind", [SlidingMean, SlidingMedian, SlidingExtrema])
def test_window_without_room_is_refused(
    kind: type[SlidingMean] | type[SlidingMedian] | type[SlidingExtrema],
) -> None:
    with pytest.raises(ValueError, match="at least one value, not 0"):
        kind(0)
