"""Economical stand: from joint currents to small offsets with which standing costs less.

An idea of Berlin United, used by B-Human since 2019: twice a second, joints that draw current are
asked to be a little nearer to where they are anyway. If that does not help for some time, a larger
step makes the gears slip into another position.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Vec
from kickabout.robots.nao.joints import LEGS, Joint


@dataclass(frozen=True, slots=True, kw_only=True)
class EconomyParameters:
    """When and by how much joints give way."""

    period: float = 0.5  # s
    current: float = 0.12  # A, from which on a joint gives way
    small: float = 0.002  # rad, below what gears resolve
    large: float = 0.006  # rad
    far: float = 0.02  # rad, between request and measurement
    patience: int = 4  # periods without success until a larger step
    most: float = 0.035  # rad, largest offset: 2°


class EconomicalStand:
    """Offsets of all leg joints; forgets them when standing ends."""

    def __init__(self) -> None:
        self.offsets: Vec = np.zeros(len(Joint))
        self._last_currents: Vec = np.zeros(len(Joint))
        self._without_success = np.zeros(len(Joint), dtype=np.int64)
        self._waited = 0.0

    def reset(self) -> None:
        if self.offsets.any() or self._waited:
            # Types: back to the start is as new.
            self.__init__()  # type: ignore[misc]

    def update(
        self, dt: float, figures: EconomyParameters, *, request: Vec, measured: Vec, currents: Vec
    ) -> Vec:
        """`request` without offsets; returns the offsets to add to it."""
        self._waited += dt
        if self._waited < figures.period:
            return self.offsets
        self._waited = 0.0
        error = measured - (request + self.offsets)
        stuck = currents >= 0.98 * self._last_currents
        self._without_success = np.where(stuck, self._without_success + 1, 0)
        impatient = self._without_success >= figures.patience
        self._without_success[impatient] = 0
        size = np.where((np.abs(error) > figures.far) | impatient, figures.large, figures.small)
        legs = np.zeros(len(Joint), dtype=np.bool_)
        legs[LEGS] = True
        gives = legs & (currents > figures.current)
        change = np.where(gives, np.sign(error) * size, 0.0)
        self.offsets = np.clip(self.offsets + change, -figures.most, figures.most)
        self._last_currents = currents
        return self.offsets
