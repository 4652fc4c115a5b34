"""Smoothing of signals with a rate in time, so that the frame rate does not matter."""

import math
from typing import Generic, TypeVar

from kickabout.geometry import FloatArray

Value = TypeVar("Value", float, FloatArray)


class LowPass(Generic[Value]):
    """First-order low-pass filter; it starts at the first value it sees."""

    __slots__ = ("time_constant", "value")

    def __init__(self, time_constant: float, value: Value | None = None) -> None:
        self.time_constant = time_constant  # s, after which 63 % of a step are reached
        self.value: Value | None = value

    def update(self, value: Value, dt: float) -> Value:
        """Take in a value that came `dt` after the last one; returns the smoothed one."""
        smoothed = value
        if self.value is not None:
            share = smoothing_share(dt, self.time_constant)
            smoothed = self.value + share * (value - self.value)
        self.value = smoothed
        return smoothed

    def reset(self, value: Value | None = None) -> None:
        """Forget the past, and go on from the given or else from the next value."""
        self.value = value


class SlewLimiter:
    """Follows a target, but no faster than the rate allows; it starts at its first target."""

    __slots__ = ("rate", "value")

    def __init__(self, rate: float, value: float | None = None) -> None:
        self.rate = rate  # per second
        self.value = value

    def update(self, target: float, dt: float) -> float:
        if self.value is None:
            self.value = target
        else:
            largest = self.rate * dt
            self.value += min(max(target - self.value, -largest), largest)
        return self.value


def smoothing_share(dt: float, time_constant: float) -> float:
    """Share of a new value in the smoothed one; everything if the time constant is zero."""
    return -math.expm1(-dt / time_constant) if time_constant > 0.0 else 1.0


def time_constant_of_cutoff(frequency: float) -> float:
    """Of the filter that lets half the power pass at this frequency (Hz)."""
    return 1.0 / (2.0 * math.pi * frequency)


def time_constant_of_half_life(half_life: float) -> float:
    """Of the filter that has gone half of a step after this time."""
    return half_life / math.log(2.0)


def time_constant_of_share(share: float, dt: float) -> float:
    """Of the filter in which each value, one every `dt`, has this share of the result.

    A mean over the last n frames by value = (value * (n - 1) + new) / n has the share 1 / n.
    """
    return -dt / math.log1p(-share)
