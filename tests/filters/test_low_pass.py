"""Low-pass filter: step responses in closed form at any frame rate."""

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from kickabout.filters import smoothing_weight


@pytest.mark.parametrize("rate", [10, 83, 1000])
def test_the_step_response_does_not_depend_on_the_frame_rate(rate: int) -> None:
    value = 0.0
    for _ in range(rate):
        value += smoothing_weight(1.0 / rate, 0.5) * (1.0 - value)
    assert value == pytest.approx(1.0 - math.exp(-2.0))


def test_a_signal_is_filtered_as_by_scipy() -> None:
    signal = np.random.default_rng(1).normal(size=100)
    weight, value, ours = smoothing_weight(0.02, 0.1), 0.0, []
    for sample in signal:
        value += weight * (float(sample) - value)
        ours.append(value)
    np.testing.assert_allclose(ours, lfilter([weight], [1.0, weight - 1.0], signal))


def test_without_a_time_constant_nothing_is_smoothed() -> None:
    assert smoothing_weight(0.01, 0.0) == 1.0
