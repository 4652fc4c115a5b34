"""Foot support: from pressures of both soles to their share of the weight and when it changes."""

import math

import numpy as np

from kickabout.filters import smoothing_share
from kickabout.framework import frozen
from kickabout.geometry import Vec
from kickabout.geometry.kernels import kernel


class PressureRange:
    """Lowest and highest value of each sensor, of this period and the one before.

    What was measured in a period is forgotten at the end of the next one. A sensor that was hardly
    loaded in both keeps a range of at least `smallest`, so that noise does not look like weight.
    """

    def __init__(self, sensors: int, *, smallest: float, largest_low: float = 0.0) -> None:
        self.smallest = smallest  # N
        self.largest_low = largest_low  # N, up to which a value counts as an unloaded sensor's
        self._lows = np.zeros((2, sensors))
        self._lows[0] = largest_low
        self._highs = np.zeros((2, sensors))
        self._low_now, self._high_now = self._lows[0], self._highs[0]  # views
        self._refresh()

    def update(self, values: Vec) -> None:
        """Take in one frame of readings."""
        if widened(values, self._low_now, self._high_now):
            self._refresh()

    def next_period(self) -> None:
        self._lows[1], self._highs[1] = self._lows[0], self._highs[0]
        self._lows[0], self._highs[0] = self.largest_low, 0.0
        self._refresh()

    def both_loaded(self, least: float) -> bool:
        """Whether sensors of the left and of the right half showed more than this, summed up."""
        return self._left_load > least and self._right_load > least

    def _refresh(self) -> None:
        highest = self._highs.max(axis=0)
        seen: list[float] = highest.tolist()
        half = len(seen) // 2
        self._left_load, self._right_load = sum(seen[:half]), sum(seen[half:])
        self.lows: Vec = self._lows.min(axis=0)
        self.highs: Vec = np.maximum(highest, self.lows + self.smallest)


@frozen
class SupportChange:
    """What the last frame brought."""

    switched: bool
    predicted: bool


class SupportSwitch:
    """Notices when the support goes over to the other foot, and extrapolates it."""

    def __init__(self) -> None:
        self.side = 0  # 1 left, −1 right, 0 not known yet
        self.pending = False  # a switch waits for enough pressure
        self._last = 0.0
        self._rate = 0.0  # 1/s

    def update(
        self,
        support: float,
        *,
        dt: float,
        dead_zone: float,
        smoothing: float,
        lead: float,
        enough: bool = True,
    ) -> SupportChange:
        """One frame; without `enough` pressure a switch is put off."""
        if dt > 0.0:
            share = smoothing_share(dt, smoothing)
            self._rate += share * ((support - self._last) / dt - self._rate)
        self._last = support
        new_side = int(math.copysign(1.0, support)) if abs(support) > dead_zone else self.side
        switched = self._switched(new_side, enough)
        ahead = support + self._rate * lead
        predicted = not switched and self.side * ahead < -dead_zone
        return SupportChange(switched=switched, predicted=predicted)

    def _switched(self, new_side: int, enough: bool) -> bool:
        if self.side == 0:
            self.side = new_side
            return False
        self.pending = new_side != self.side
        if not (self.pending and enough):
            return False
        self.side, self.pending = new_side, False
        return True


def support_weights(outer: float, inner: float) -> Vec:
    """Of the eight sensors in the order of SensorFrame; positive on the left foot.

    Smaller inner weights make the support fall while the weight rolls over a foot to its inner
    edge, which announces a switch before the other foot touches the ground.
    """
    return np.array((outer, inner, outer, inner, -inner, -outer, -inner, -outer))


@kernel
def widened(values: Vec, lows: Vec, highs: Vec) -> bool:
    """Let the bounds grow to hold the values; whether any of them changed."""
    changed = False
    for i in range(values.size):
        if values[i] < lows[i]:
            lows[i] = values[i]
            changed = True
        if values[i] > highs[i]:
            highs[i] = values[i]
            changed = True
    return changed


@kernel
def weighted_support(forces: Vec, lows: Vec, highs: Vec, weights: Vec) -> float:
    """Weighted mean of the sensors by their relative loads; 0 without any load."""
    total = 0.0
    support = 0.0
    for i in range(forces.size):
        load = max(0.0, (forces[i] - lows[i]) / (highs[i] - lows[i]))
        total += load
        support += weights[i] * load
    return support / total if total > 0.0 else 0.0
