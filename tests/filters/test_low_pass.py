"""Low-pass filters: step responses in closed form, whatever the frame rate."""

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from kickabout.filters import (
    LowPass,
    SlewLimiter,
    smoothing_share,
    time_constant_of_cutoff,
    time_constant_of_half_life,
    time_constant_of_share,
)
from kickabout.geometry import FloatArray


@pytest.mark.parametrize("rate", [10, 83, 1000])
def test_step_response_does_not_depend_on_the_frame_rate(rate: int) -> None:
    smooth: LowPass[float] = LowPass(0.5, 0.0)
    for _ in range(rate):
        smooth.update(1.0, 1.0 / rate)
    assert smooth.value == pytest.approx(1.0 - math.exp(-2.0))


def test_signal_is_filtered_as_by_scipy() -> None:
    signal = np.random.default_rng(1).normal(size=100)
    smooth: LowPass[float] = LowPass(0.1, 0.0)
    ours = [smooth.update(float(value), 0.02) for value in signal]
    share = smoothing_share(0.02, 0.1)
    np.testing.assert_allclose(ours, lfilter([share], [1.0, share - 1.0], signal))


def test_first_value_is_taken_as_it_is() -> None:
    smooth: LowPass[float] = LowPass(10.0)
    assert smooth.update(5.0, 0.01) == 5.0
    smooth.reset()
    assert smooth.update(-3.0, 0.01) == -3.0


def test_arrays_are_smoothed_by_component() -> None:
    smooth: LowPass[FloatArray] = LowPass(time_constant_of_half_life(1.0), np.zeros(2))
    np.testing.assert_allclose(smooth.update(np.array((2.0, -4.0)), 1.0), (1.0, -2.0))


def test_no_time_constant_means_no_smoothing() -> None:
    assert smoothing_share(0.01, 0.0) == 1.0


def test_cutoff_lets_half_the_power_pass() -> None:
    smooth: LowPass[float] = LowPass(time_constant_of_cutoff(2.0), 0.0)
    times = np.arange(0.0, 10.0, 1e-3)
    output = [smooth.update(math.sin(4.0 * math.pi * time), 1e-3) for time in times]
    assert max(output[5000:]) == pytest.approx(math.sqrt(0.5), abs=0.01)


def test_mean_over_sixty_frames_has_the_stated_share() -> None:
    """BH19-MOD-04: the validity of a particle, filtered over 60 frames."""
    smooth: LowPass[float] = LowPass(time_constant_of_share(1.0 / 60.0, 1.0 / 60.0), 0.0)
    for _ in range(60):
        smooth.update(1.0, 1.0 / 60.0)
    assert smooth.value == pytest.approx(1.0 - (59.0 / 60.0) ** 60)


def test_slew_limiter_moves_no_faster_than_its_rate() -> None:
    limited = SlewLimiter(2.0, 0.0)
    assert limited.update(1.0, 0.1) == pytest.approx(0.2)
    assert limited.update(-1.0, 0.1) == pytest.approx(0.0)
    assert limited.update(0.1, 0.1) == pytest.approx(0.1)
    assert SlewLimiter(2.0).update(7.0, 0.1) == 7.0
