"""Friction fit: from positions and times of a rolling ball to its deceleration."""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Points2, Vec


@dataclass(frozen=True, slots=True, kw_only=True)
class FrictionFit:
    """Friction estimated from one roll."""

    deceleration: float  # m/s²
    first_speed: float  # m/s
    residual: float  # m, root of the mean squared distance from the fitted roll
    percepts: int


def fitted_friction(points: Points2, times: Vec) -> FrictionFit | None:
    """Fit s + v t - a t² / 2 along the roll's main direction; None for too few points.

    Outliers of the detector are left out in a second pass.
    """
    fit = _fitted(points, times)
    if fit is None:
        return None
    residuals = _residuals(points, times)
    limit = 2.5 * float(np.median(np.abs(residuals))) / 0.6745  # 0.6745 σ: median of |N(0, σ²)|
    kept = np.abs(residuals) <= limit
    return _fitted(points[kept], times[kept])


def _along(points: Points2) -> Vec:
    """Return distances along the main direction, growing with time."""
    centered = points - points.mean(axis=0)
    _, _, directions = np.linalg.svd(centered, full_matrices=False)
    distances: Vec = centered @ directions[0]
    return distances if distances[-1] >= distances[0] else -distances


def _polynomial(points: Points2, times: Vec) -> tuple[Vec, Vec]:
    distances, since = _along(points), times - times[0]
    design = np.stack((np.ones_like(since), since, -0.5 * since * since), axis=1)
    solution, _, _, _ = np.linalg.lstsq(design, distances, rcond=None)
    return solution, distances - design @ solution


def _residuals(points: Points2, times: Vec) -> Vec:
    return _polynomial(points, times)[1]


def _fitted(points: Points2, times: Vec) -> FrictionFit | None:
    if len(points) < 5 or times[-1] <= times[0]:
        return None
    (_, speed, deceleration), residuals = _polynomial(points, times)
    return FrictionFit(
        deceleration=float(deceleration),
        first_speed=float(speed),
        residual=float(np.sqrt(np.mean(residuals * residuals))),
        percepts=len(points),
    )


def agreed_friction(decelerations: list[float]) -> float:
    """Return the median of several rolls, since single ones may be far off."""
    return float(np.median(decelerations))
