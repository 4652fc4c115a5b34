"""Linear Kalman filters, one or many at once: from measurements to a Gaussian state."""

import math

import msgspec
import numpy as np
import numpy.typing as npt

from kickabout.filters import linear_gaussian
from kickabout.geometry import Cov, FloatArray, Mat, Vec, squared_mahalanobis


class Correction(msgspec.Struct, frozen=True):
    """How well a measurement fitted; not accepted means that it changed nothing."""

    accepted: bool
    squared_distance: float  # Mahalanobis distance of the innovation
    log_likelihood: float


class KalmanFilter:
    """Linear filter with the models given at each step.

    A prediction and a correction of four states with two measured values take about 8 µs.
    """

    __slots__ = ("covariance", "mean")

    def __init__(self, mean: npt.ArrayLike, covariance: npt.ArrayLike) -> None:
        self.mean: Vec = np.array(mean, dtype=np.float64)
        self.covariance: Cov = np.array(covariance, dtype=np.float64)
        check_shapes(self.mean, self.covariance)

    def predict(self, transition: Mat, noise: Cov, offset: Vec | None = None) -> None:
        """State becomes transition @ state + offset, and the noise is added to its spread."""
        self.mean, self.covariance = linear_gaussian.predicted(
            self.mean,
            self.covariance,
            transition,
            np.zeros(self.mean.size) if offset is None else offset,
            noise,
        )

    def correct(
        self, measurement: Vec, *, observation: Mat, noise: Cov, gate: float = math.inf
    ) -> Correction:
        """Take in a measurement of observation @ state.

        It is ignored if its squared Mahalanobis distance is above the gate.
        """
        residual = measurement - observation @ self.mean
        self.mean, self.covariance, distance, log_likelihood = linear_gaussian.corrected(
            self.mean, self.covariance, residual, observation, noise, gate
        )
        return judged(distance, log_likelihood, gate)

    def squared_distance(self, measurement: Vec, *, observation: Mat, noise: Cov) -> float:
        """Squared Mahalanobis distance that such a measurement would have."""
        residual = measurement - observation @ self.mean
        return squared_mahalanobis(residual, observation @ self.covariance @ observation.T + noise)


class KalmanBank:
    """Several filters of the same kind that get the same measurements.

    Twelve filters of four states take less than half the time they take one by one.
    """

    __slots__ = ("covariances", "means")

    def __init__(self, means: npt.ArrayLike, covariances: npt.ArrayLike) -> None:
        self.means: Mat = np.array(means, dtype=np.float64)
        self.covariances: FloatArray = np.array(covariances, dtype=np.float64)
        check_shapes(self.means, self.covariances)

    def __len__(self) -> int:
        return len(self.means)

    def predict(self, transitions: FloatArray, noise: Cov, offsets: Mat | None = None) -> None:
        """Each filter with its own transition (N, n, n) and offset (N, n), all with one noise."""
        self.means, self.covariances = linear_gaussian.all_predicted(
            self.means,
            self.covariances,
            transitions,
            np.zeros(self.means.shape) if offsets is None else offsets,
            noise,
        )

    def correct(
        self, measurement: Vec, *, observation: Mat, noise: Cov, gate: float = math.inf
    ) -> tuple[Vec, Vec]:
        """Squared Mahalanobis distances and log-likelihoods of the measurement, by filter."""
        self.means, self.covariances, distances, log_likelihoods = linear_gaussian.all_corrected(
            self.means, self.covariances, measurement, observation, noise, gate
        )
        return distances, log_likelihoods

    def replace(self, index: int, mean: Vec, covariance: Cov) -> None:
        """Start one of the filters anew."""
        self.means[index] = mean
        self.covariances[index] = covariance


def judged(distance: float, log_likelihood: float, gate: float) -> Correction:
    return Correction(distance <= gate and distance < math.inf, distance, log_likelihood)


def check_shapes(mean: FloatArray, covariance: FloatArray) -> None:
    """Raise unless the covariance is square and as large as the mean."""
    if covariance.shape != (*mean.shape, mean.shape[-1]):
        raise ValueError(
            f"a mean of shape {mean.shape} needs a covariance of shape "
            f"{(*mean.shape, mean.shape[-1])}, not {covariance.shape}"
        )
