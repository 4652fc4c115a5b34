"""Economical stand: from joint currents to small joint offsets that save power.

An idea of Berlin United, used by B-Human since 2019: twice a second, joints that draw current are
commanded a little closer to their measured angle. If that does not lower the current for some time,
a larger step makes the gears slip into another position.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Vec
from kickabout.robots.nao.joints import LEGS, Joint


@dataclass(frozen=True, slots=True, kw_only=True)
class EconomyParameters:
    """When and by how much the commanded angles of joints yield to the measured ones."""

    period: float = 0.5  # s
    current: float = 0.12  # A, minimum for a joint to yield
    small: float = 0.002  # rad, below the resolution of the gears
    large: float = 0.006  # rad
    far: float = 0.02  # rad; a larger difference between request and measurement takes a large step
    max_failures: int = 4  # periods without a lower current until a large step
    max_offset: float = 0.035  # rad, 2°


class EconomicalStand:
    """Offsets of all leg joints, zero again after `reset`."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.offsets: Vec = np.zeros(len(Joint))
        self._last_currents: Vec = np.zeros(len(Joint))
        self._without_success = np.zeros(len(Joint), dtype=np.int64)
        self._waited = 0.0

    def reset(self) -> None:
        if self.offsets.any() or self._waited:
            self._begin()

    def update(
        self,
        dt: float,
        parameters: EconomyParameters,
        *,
        request: Vec,
        measured: Vec,
        currents: Vec,
    ) -> Vec:
        """Return the offsets to add to `request`, which contains none yet."""
        self._waited += dt
        if self._waited < parameters.period:
            return self.offsets
        self._waited = 0.0
        error = measured - (request + self.offsets)
        stuck = currents >= 0.98 * self._last_currents
        self._without_success = np.where(stuck, self._without_success + 1, 0)
        failed = self._without_success >= parameters.max_failures
        self._without_success[failed] = 0
        size = np.where(
            (np.abs(error) > parameters.far) | failed, parameters.large, parameters.small
        )
        legs = np.zeros(len(Joint), dtype=np.bool_)
        legs[LEGS] = True
        yields = legs & (currents > parameters.current)
        change = np.where(yields, np.sign(error) * size, 0.0)
        self.offsets = np.clip(self.offsets + change, -parameters.max_offset, parameters.max_offset)
        self._last_currents = currents
        return self.offsets
