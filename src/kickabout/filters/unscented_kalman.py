"""Unscented Kalman filter: from measurements and any models to a Gaussian state."""

import functools
import math
from collections.abc import Callable

import msgspec
import numpy as np
import numpy.typing as npt

from kickabout.filters import sigma_points
from kickabout.filters.kalman import Correction, check_shapes, judged
from kickabout.geometry import BoolArray, Cov, Mat, Vec, normalized_angles, readonly

PointsModel = Callable[[Mat], Mat]


class SigmaWeights(msgspec.Struct, frozen=True, eq=False):
    """How far the sigma points lie from the mean, and how much each of them counts."""

    spread: float  # in roots of the covariance
    mean: Vec
    covariance: Vec


@functools.cache
def sigma_weights(
    size: int, *, alpha: float = 1.0, beta: float = 0.0, kappa: float = 1.0
) -> SigmaWeights:
    """Weights of the scaled unscented transform for a state of this size.

    All defaults' weights are positive, so covariances cannot lose definiteness.
    """
    scaled_size = alpha * alpha * (size + kappa)
    if scaled_size <= 0.0:
        raise ValueError(f"sigma points need alpha² (size + kappa) > 0, not {scaled_size}")
    mean = np.full(2 * size + 1, 0.5 / scaled_size)
    mean[0] = 1.0 - size / scaled_size
    covariance = mean.copy()
    covariance[0] += 1.0 - alpha * alpha + beta
    return SigmaWeights(math.sqrt(scaled_size), readonly(mean), readonly(covariance))


class UnscentedKalmanFilter:
    """Filter whose models are sampled around the mean, so they need no derivatives.

    Models take all sigma points at once, one per row, and return one row for each. `circular`
    lists the state's components that are angles.
    """

    __slots__ = ("_circular", "covariance", "mean", "weights")

    def __init__(
        self,
        mean: npt.ArrayLike,
        covariance: npt.ArrayLike,
        *,
        circular: tuple[int, ...] = (),
        weights: SigmaWeights | None = None,
    ) -> None:
        self.mean: Vec = np.array(mean, dtype=np.float64)
        self.covariance: Cov = np.array(covariance, dtype=np.float64)
        check_shapes(self.mean, self.covariance)
        self.weights = sigma_weights(self.mean.size) if weights is None else weights
        self._circular = circular_mask(self.mean.size, circular)

    def predict(self, transition: PointsModel, noise: Cov) -> None:
        """Each possible state becomes transition(state); the noise is added to the spread."""
        points = sigma_points.sigma_points(self.mean, self.covariance, self.weights.spread)
        self.mean, self.covariance = sigma_points.gaussian_of_points(
            transition(points), self.weights.mean, self.weights.covariance, self._circular, noise
        )

    def correct(
        self,
        measurement: Vec,
        *,
        observation: PointsModel,
        noise: Cov,
        circular: tuple[int, ...] = (),
        gate: float = math.inf,
    ) -> Correction:
        """Take in a measurement of observation(state); `circular` are its angles.

        It is ignored if its squared Mahalanobis distance is above the gate.
        """
        points = sigma_points.sigma_points(self.mean, self.covariance, self.weights.spread)
        step, covariance, distance, log_likelihood = sigma_points.correction_by_points(
            points - self.mean,
            observation(points),
            measurement,
            self.weights.mean,
            self.weights.covariance,
            circular_mask(measurement.size, circular),
            noise,
        )
        correction = judged(distance, log_likelihood, gate)
        if correction.accepted:
            self.mean = self.mean + step
            self.mean[self._circular] = normalized_angles(self.mean[self._circular])
            self.covariance = covariance
        return correction


@functools.cache
def circular_mask(size: int, circular: tuple[int, ...]) -> BoolArray:
    """True where the component is an angle."""
    mask = np.zeros(size, dtype=np.bool_)
    mask[list(circular)] = True
    mask.setflags(write=False)
    return mask
