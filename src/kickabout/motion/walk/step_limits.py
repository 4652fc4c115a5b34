"""Step limits: from a requested speed to a possible one, with an ellipsoid.

As in the B-Human walk of 2019, forward, sideways and turning speed limit each other. Turning has
priority; forward and sideways speed are reduced by the same factor.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple


class Speed(NamedTuple):
    """Speed of the torso over the ground, along its own axes."""

    x: float = 0.0  # m/s
    y: float = 0.0
    turn: float = 0.0  # rad/s


ALL = Speed(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedLimits:
    """The maximum speed along each axis alone, and the shape of the ellipsoid."""

    forward_limit: float = 0.4  # m/s
    backward_limit: float = 0.3
    side_limit: float = 0.3
    turn_limit: float = 2.0  # rad/s
    translation_exponent: float = 1.5
    turn_exponent: float = 2.0
    boost_from: float = 1e9  # m/s sideways; from here on `boosted_forward` is the limit forward
    boosted_forward: float = 0.4  # m/s

    def reduced(self, fraction: Speed) -> "SpeedLimits":
        """Return limits reduced to fractions of the maximum speeds."""
        if fraction == ALL:
            return self
        return replace(
            self,
            forward_limit=self.forward_limit * fraction.x,
            backward_limit=self.backward_limit * fraction.x,
            boosted_forward=self.boosted_forward * fraction.x,
            side_limit=self.side_limit * fraction.y,
            turn_limit=self.turn_limit * fraction.turn,
        )

    def largest(self, speed: Speed) -> Speed:
        """Return the limits of the single axes for this walking direction."""
        forward = self.boosted_forward if abs(speed.y) >= self.boost_from else self.forward_limit
        backward, side = self.backward_limit, self.side_limit
        return Speed(forward if speed.x >= 0.0 else backward, side, self.turn_limit)


def clipped(value: float, low: float, high: float) -> float:
    # Comparisons, as `min` and `max` take four times as long.
    if value < low:
        return low
    return high if value > high else value


def relative_volume(speed: Speed, limits: SpeedLimits) -> float:
    """Return the fraction of the limits that a speed uses; up to 1 is possible."""
    largest = limits.largest(speed)
    exponent = limits.translation_exponent
    x = abs(speed.x) / largest.x if largest.x > 0.0 else 0.0
    y = abs(speed.y) / largest.y if largest.y > 0.0 else 0.0
    turn = abs(speed.turn) / largest.turn if largest.turn > 0.0 else 0.0
    translation = (x**exponent + y**exponent) ** (limits.turn_exponent / exponent)
    return float(translation + turn**limits.turn_exponent)


def clamped_to_ellipsoid(speed: Speed, limits: SpeedLimits) -> Speed:
    """Return the speed if possible, else with its translation reduced to what the turn allows."""
    largest = limits.largest(speed)
    limited = Speed(
        clipped(speed.x, -largest.x, largest.x),
        clipped(speed.y, -largest.y, largest.y),
        clipped(speed.turn, -largest.turn, largest.turn),
    )
    # The clipped speed selects the limits of its axes, so use these from here on.
    translation = relative_volume(Speed(limited.x, limited.y, 0.0), limits)
    available = 1.0 - relative_volume(Speed(0.0, 0.0, limited.turn), limits)
    if translation <= available:
        return limited
    # The volume of a translation grows with the turn's exponent when it is scaled.
    scale = (max(0.0, available) / translation) ** (1.0 / limits.turn_exponent)
    return Speed(limited.x * scale, limited.y * scale, limited.turn)
