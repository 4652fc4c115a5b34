"""Correlated errors: from independent random numbers to a Gauss–Markov process."""

import math

import numpy as np

from kickabout.geometry import Vec


class GaussMarkov:
    """Stationary noise whose correlation decays exponentially with time."""

    def __init__(self, size: int) -> None:
        self._value: Vec = np.zeros(size)  # in standard deviations
        self._started = False

    def step(
        self, dt: float, *, deviations: Vec, correlation_time: float, random: np.random.Generator
    ) -> Vec:
        """Return the error after dt; the first one is drawn from the stationary distribution."""
        kept = math.exp(-dt / correlation_time) if self._started else 0.0
        self._started = True
        fresh = random.standard_normal(self._value.size)
        self._value = kept * self._value + math.sqrt(1.0 - kept * kept) * fresh
        return self._value * deviations
