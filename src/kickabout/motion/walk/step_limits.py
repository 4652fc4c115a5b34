"""Step limits: from a wished speed to one that the walk can do, with an ellipsoid.

As in the B-Human walk of 2019: forward, sideways and turning share what is possible. Turning comes
first; of forward and sideways both are cut by the same factor.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple


class Speed(NamedTuple):
    """Of the torso over the ground, along its own axes."""

    x: float = 0.0  # m/s
    y: float = 0.0
    turn: float = 0.0  # rad/s


ALL = Speed(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedLimits:
    """The largest speeds, each alone, and how they share."""

    forward: float = 0.4  # m/s
    backward: float = 0.3
    sideways: float = 0.3
    turn: float = 2.0  # rad/s
    translation_exponent: float = 1.5
    turn_exponent: float = 2.0
    boost_from: float = 1e9  # m/s sideways, from which on forward has a limit of its own
    boosted_forward: float = 0.4  # m/s

    def reduced(self, share: Speed) -> "SpeedLimits":
        """Shares of the largest speeds, for who wants to walk slowly."""
        if share == ALL:
            return self
        return replace(
            self,
            forward=self.forward * share.x,
            backward=self.backward * share.x,
            boosted_forward=self.boosted_forward * share.x,
            sideways=self.sideways * share.y,
            turn=self.turn * share.turn,
        )

    def largest(self, speed: Speed) -> Speed:
        """Limits of the single axes for this direction of walking."""
        forward = self.boosted_forward if abs(speed.y) >= self.boost_from else self.forward
        return Speed(forward if speed.x >= 0.0 else self.backward, self.sideways, self.turn)


def clipped(value: float, low: float, high: float) -> float:
    # Comparisons, as `min` and `max` take four times as long.
    if value < low:
        return low
    return high if value > high else value


def relative_volume(speed: Speed, limits: SpeedLimits) -> float:
    """How much of the possible a speed takes; at most 1 is possible."""
    largest = limits.largest(speed)
    exponent = limits.translation_exponent
    x = abs(speed.x) / largest.x if largest.x > 0.0 else 0.0
    y = abs(speed.y) / largest.y if largest.y > 0.0 else 0.0
    turn = abs(speed.turn) / largest.turn if largest.turn > 0.0 else 0.0
    translation = (x**exponent + y**exponent) ** (limits.turn_exponent / exponent)
    return float(translation + turn**limits.turn_exponent)


def clamped_to_ellipsoid(speed: Speed, limits: SpeedLimits) -> Speed:
    """The wish if it is possible, else with as much of its translation as its turn leaves."""
    largest = limits.largest(speed)
    wish = Speed(
        clipped(speed.x, -largest.x, largest.x),
        clipped(speed.y, -largest.y, largest.y),
        clipped(speed.turn, -largest.turn, largest.turn),
    )
    # The clipped wish decides about the limits of its own axes, so clip by these from here on.
    translation = relative_volume(Speed(wish.x, wish.y, 0.0), limits)
    left = 1.0 - relative_volume(Speed(0.0, 0.0, wish.turn), limits)
    if translation <= left:
        return wish
    # The volume of a translation grows with the turn's exponent when it is scaled.
    scale = (max(0.0, left) / translation) ** (1.0 / limits.turn_exponent)
    return Speed(wish.x * scale, wish.y * scale, wish.turn)
