"""Foot support: from pressures of both soles to the support ratio and its switches."""

import math

import numpy as np

from kickabout.filters import smoothing_share
from kickabout.framework import frozen
from kickabout.geometry import Vec
from kickabout.geometry.kernels import kernel


class PressureRange:
    """Lowest and highest value of each sensor in this period and the one before.

    Values of a period are forgotten at the end of the next one. A sensor that was hardly loaded in
    both keeps a range of at least `min_range`, so that noise does not look like weight.
    """

    def __init__(self, sensors: int, *, min_range: float, max_low: float = 0.0) -> None:
        self.min_range = min_range  # N
        self.max_low = max_low  # N, maximum value of an unloaded sensor
        self._lows = np.zeros((2, sensors))
        self._lows[0] = max_low
        self._highs = np.zeros((2, sensors))
        self._low_now, self._high_now = self._lows[0], self._highs[0]  # views
        self._refresh()

    def update(self, values: Vec) -> None:
        """Add one frame of readings."""
        if widened(values, self._low_now, self._high_now):
            self._refresh()

    def next_period(self) -> None:
        self._lows[1], self._highs[1] = self._lows[0], self._highs[0]
        self._lows[0], self._highs[0] = self.max_low, 0.0
        self._refresh()

    def both_loaded(self, threshold: float) -> bool:
        """Return whether the sums of the highs of both feet exceed the threshold."""
        return self._left_load > threshold and self._right_load > threshold

    def _refresh(self) -> None:
        highest = self._highs.max(axis=0)
        values: list[float] = highest.tolist()
        half = len(values) // 2
        self._left_load, self._right_load = sum(values[:half]), sum(values[half:])
        self.lows: Vec = self._lows.min(axis=0)
        self.highs: Vec = np.maximum(highest, self.lows + self.min_range)


@frozen
class SupportChange:
    """Whether the support foot switched in this frame, or is predicted to switch soon."""

    switched: bool
    predicted: bool


class SupportSwitch:
    """Detector and predictor of switches of the support foot."""

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
        """Add one frame; without `enough` pressure a switch is delayed."""
        if dt > 0.0:
            weight = smoothing_share(dt, smoothing)
            self._rate += weight * ((support - self._last) / dt - self._rate)
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
    """Return the weights of the eight sensors in the order of SensorFrame, positive on the left.

    Smaller inner weights reduce the support while the weight rolls over a foot to its inner edge,
    which shows a switch before the other foot touches the ground.
    """
    return np.array((outer, inner, outer, inner, -inner, -outer, -inner, -outer))


@kernel
def widened(values: Vec, lows: Vec, highs: Vec) -> bool:
    """Widen the bounds to include the values; return whether any bound changed."""
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
    """Return the mean of the weights by the sensors' relative loads; 0 without any load."""
    total = 0.0
    support = 0.0
    for i in range(forces.size):
        load = max(0.0, (forces[i] - lows[i]) / (highs[i] - lows[i]))
        total += load
        support += weights[i] * load
    return support / total if total > 0.0 else 0.0
