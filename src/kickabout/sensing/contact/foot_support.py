"""Foot support: from pressures of both soles to the support ratio and its switches."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.filters import smoothing_weight
from kickabout.framework import param
from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec
from kickabout.representations import FootSupportState


@dataclass(frozen=True, slots=True, kw_only=True)
class FootSupportParameters:
    """The parameters of every foot support estimator."""

    min_range: float = param(
        4.0, unit="N", low=0.1, doc="minimum range of a sensor; a standing robot shows 6"
    )
    outer_weight: float = param(
        1.0, low=0.0, high=1.0, doc="weight of the two outer sensors of a foot"
    )
    inner_weight: float = param(
        0.4, low=0.0, high=1.0, doc="weight of the two inner sensors of a foot"
    )
    loaded_above: float = param(
        5.0, unit="N", low=0.0, doc="minimum total pressure of a robot on the ground"
    )
    dead_zone: float = param(
        0.05, low=0.0, high=1.0, doc="minimum support on the other side for a switch"
    )
    rate_smoothing: float = param(
        0.012, unit="s", low=0.0, doc="time constant of the support's rate of change"
    )
    lead: float = param(
        0.036, unit="s", low=0.0, doc="prediction time for switches: the delay of motion"
    )


SENSORS = 8  # in both soles


class PressureRange:
    """Lowest and highest value of each sensor in this period and the one before.

    Values of a period are forgotten at the end of the next one. A sensor that was hardly loaded in
    both keeps a range of at least `min_range`, so that noise does not look like weight.
    """

    def __init__(self, parameters: FootSupportParameters, *, max_low: float = 0.0) -> None:
        self.min_range = parameters.min_range
        self.weights = support_weights(parameters.outer_weight, parameters.inner_weight)
        self.max_low = max_low  # N, maximum value of an unloaded sensor
        self._lows = np.zeros((2, SENSORS))
        self._lows[0] = max_low
        self._highs = np.zeros((2, SENSORS))
        self._low_now, self._high_now = self._lows[0], self._highs[0]  # views
        self._refresh()

    def update(self, values: Vec) -> None:
        """Add one frame of readings."""
        if widened(values, self._low_now, self._high_now):
            self._refresh()

    def support(self, values: Vec) -> float:
        """Return the support ratio, from the loads of the sensors within their ranges."""
        return weighted_support(values, self.lows, self.highs, self.weights)

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
        pressures: tuple[float, float],
        parameters: FootSupportParameters,
        *,
        both_loaded: bool,
        dt: float,
        min_pressure: float | None = None,
    ) -> FootSupportState:
        """Add one frame; a switch is delayed until the new foot has `min_pressure`, in N.

        `both_loaded`: whether both feet were loaded some time ago, so that their ranges are known.
        """
        in_air = sum(pressures) < parameters.loaded_above
        support = 0.0 if in_air else support
        new_foot = pressures[0 if support > 0.0 else 1]
        enough = min_pressure is None or new_foot > min_pressure
        switched, predicted = self._change(support, parameters, dt, enough)
        return FootSupportState(
            support=support,
            reliable=not in_air and both_loaded,
            switched=switched,
            predicted_switch=predicted,
            pressures=pressures,
        )

    def _change(
        self, support: float, parameters: FootSupportParameters, dt: float, enough: bool
    ) -> tuple[bool, bool]:
        """Return whether the support foot switches in this frame, and whether it soon will."""
        dead_zone = parameters.dead_zone
        if dt > 0.0:
            weight = smoothing_weight(dt, parameters.rate_smoothing)
            self._rate += weight * ((support - self._last) / dt - self._rate)
        self._last = support
        new_side = int(math.copysign(1.0, support)) if abs(support) > dead_zone else self.side
        switched = self._switched(new_side, enough)
        ahead = support + self._rate * parameters.lead
        return switched, not switched and self.side * ahead < -dead_zone

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
