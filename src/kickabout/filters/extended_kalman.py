"""Extended Kalman filter: from measurements and smooth models to a Gaussian state."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from kickabout.filters import linear_gaussian
from kickabout.filters.kalman import Correction, check_shapes, judged
from kickabout.geometry import Cov, Mat, Vec, normalized_angles

Model = Callable[[Vec], Vec]
Jacobian = Callable[[Vec], Mat]


class ExtendedKalmanFilter:
    """Filter whose models are linearized at the present mean.

    Jacobians that are not given are found by central differences. `circular` lists the state's
    components that are angles.
    """

    __slots__ = ("circular", "covariance", "mean")

    def __init__(
        self, mean: npt.ArrayLike, covariance: npt.ArrayLike, circular: tuple[int, ...] = ()
    ) -> None:
        self.mean: Vec = np.array(mean, dtype=np.float64)
        self.covariance: Cov = np.array(covariance, dtype=np.float64)
        self.circular = list(circular)
        check_shapes(self.mean, self.covariance)

    def predict(self, transition: Model, *, noise: Cov, jacobian: Jacobian | None = None) -> None:
        """State becomes transition(state), and the noise is added to its spread."""
        slope = numeric_jacobian(transition, self.mean) if jacobian is None else jacobian(self.mean)
        offset = transition(self.mean) - slope @ self.mean
        self.mean, self.covariance = linear_gaussian.predicted(
            self.mean, self.covariance, slope, offset, noise
        )
        self._wrap()

    def correct(
        self,
        measurement: Vec,
        *,
        observation: Model,
        noise: Cov,
        jacobian: Jacobian | None = None,
        circular: tuple[int, ...] = (),
        gate: float = math.inf,
    ) -> Correction:
        """Take in a measurement of observation(state); `circular` are its angles.

        It is ignored if its squared Mahalanobis distance is above the gate.
        """
        slope = (
            numeric_jacobian(observation, self.mean, circular)
            if jacobian is None
            else jacobian(self.mean)
        )
        residual = wrapped_at(measurement - observation(self.mean), circular)
        self.mean, self.covariance, distance, log_likelihood = linear_gaussian.corrected(
            self.mean, self.covariance, residual, slope, noise, gate
        )
        self._wrap()
        return judged(distance, log_likelihood, gate)

    def _wrap(self) -> None:
        if self.circular:
            self.mean[self.circular] = normalized_angles(self.mean[self.circular])


def numeric_jacobian(
    function: Model, point: Vec, circular: tuple[int, ...] = (), step: float = 1e-6
) -> Mat:
    """Slopes by central differences; `circular` are the values that are angles."""
    columns = []
    for i in range(point.size):
        shift = np.zeros(point.size)
        shift[i] = step
        difference = function(point + shift) - function(point - shift)
        columns.append(wrapped_at(difference, circular) / (2.0 * step))
    return np.ascontiguousarray(np.array(columns).T)


def wrapped_at(values: Vec, circular: tuple[int, ...]) -> Vec:
    """The values with those at the given places in (-pi, pi]."""
    if circular:
        places = list(circular)
        values[places] = normalized_angles(values[places])
    return values
