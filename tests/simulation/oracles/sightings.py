"""Statistics of percepts: recall and errors over the distance."""

import math

import numpy as np

from kickabout.geometry import Cov, FloatArray, Vec


class Sightings:
    """Collects visible objects and what was found of them."""

    def __init__(self) -> None:
        self.rows: list[tuple[float, bool, float, float]] = []

    def missed(self, distance: float) -> None:
        self.rows.append((distance, False, math.nan, math.nan))

    def found(self, distance: float, error: Vec, covariance: Cov) -> None:
        surprise = float(error @ np.linalg.solve(covariance, error)) / error.size
        self.rows.append((distance, True, float(np.hypot(error[0], error[1])), surprise))

    def recall(self, near: float, far: float) -> float:
        return float(self._band(near, far)[:, 1].mean())

    def median_error(self, near: float, far: float) -> float:
        return float(np.nanmedian(self._band(near, far)[:, 2]))

    def surprise(self, near: float, far: float) -> float:
        """Return the mean squared error in units of the covariance; 1 if that is correct."""
        return float(np.nanmean(self._band(near, far)[:, 3]))

    def _band(self, near: float, far: float) -> FloatArray:
        rows = np.array(self.rows, dtype=np.float64)
        band: FloatArray = rows[(rows[:, 0] >= near) & (rows[:, 0] < far)]
        assert len(band) >= 30, "too few percepts for statistics"
        return band
