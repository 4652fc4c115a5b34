"""Orientation filter: from turn rates and the direction of gravity to the body's orientation."""

import numpy as np

from kickabout.filters.sigma_points import correction_by_points, sigma_points, sigma_weights
from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov3, Mat3, Vec3
from kickabout.geometry.matrices import sandwich
from kickabout.geometry.rotations import (
    orthonormalized,
    product,
    rotation_from_vector,
    tilt_from_rotation,
    tilt_from_up,
)

SPREAD, WEIGHTS = sigma_weights(3)
NO_ANGLES = np.array((False, False, False))


@kernel
def orientation_predicted(
    rotation: Mat3, covariance: Cov3, turn: Vec3, turn_covariance: Cov3
) -> tuple[Mat3, Cov3]:
    """Predict by a turn (rotation vector in body axes) and its covariance.

    Errors are turns about the ground's axes, which the body's turn does not change, so the
    unscented transform reduces to adding the noise.
    """
    turned = product(rotation, rotation_from_vector(turn))
    return orthonormalized(turned), covariance + sandwich(rotation, turn_covariance)


@kernel
def orientation_corrected_by_gravity(
    rotation: Mat3,
    covariance: Cov3,
    acceleration: Vec3,
    gravity: float,
    noise: Cov3,
    gate: float,
) -> tuple[Mat3, Cov3, float, float]:
    """Correct by measured gravity; also return its squared distance and log-likelihood."""
    errors = sigma_points(np.zeros(3), covariance, SPREAD)
    expected = np.empty((7, 3))
    for i in range(7):
        expected[i] = gravity * product(rotation_from_vector(errors[i]), rotation)[2]
    step, new_covariance, distance, log_likelihood = correction_by_points(
        errors, expected, acceleration, WEIGHTS, NO_ANGLES, noise
    )
    if not distance <= gate or distance == np.inf:
        return rotation.copy(), covariance.copy(), distance, log_likelihood
    turned = product(rotation_from_vector(step), rotation)
    return orthonormalized(turned), new_covariance, distance, log_likelihood


class OrientationFilter:
    """Unscented Kalman filter of a rotation from body to ground coordinates.

    Sigma points are small turns about the ground's axes, so that the covariance (rad²) keeps
    tilt and heading apart: gravity does not depend on the heading, whose variance only grows.
    """

    __slots__ = ("covariance", "gravity", "rotation")

    def __init__(self, covariance: Cov3, *, gravity: float = 9.81) -> None:
        self.rotation: Mat3 = np.eye(3)
        self.covariance: Cov3 = np.array(covariance, dtype=np.float64)
        self.gravity = gravity  # m/s²

    @property
    def tilt(self) -> Mat3:
        """The orientation without its rotation about the vertical axis."""
        return tilt_from_rotation(self.rotation)

    def start(self, acceleration: Vec3, covariance: Cov3) -> None:
        """Start again with the tilt that gravity shows and a heading of zero."""
        self.rotation = tilt_from_up(acceleration)
        self.covariance = np.array(covariance, dtype=np.float64)

    def predict(self, angular_velocity: Vec3, *, dt: float, noise: Cov3) -> None:
        """Predict by the gyroscope's rates (rad/s), whose covariance is the noise."""
        self.rotation, self.covariance = orientation_predicted(
            self.rotation, self.covariance, angular_velocity * dt, noise * (dt * dt)
        )

    def correct_by_gravity(self, acceleration: Vec3, *, noise: Cov3) -> None:
        """Correct by gravity, which an accelerometer measures upwards.

        A large variance leaves out an axis.
        """
        self.rotation, self.covariance, _, _ = orientation_corrected_by_gravity(
            self.rotation, self.covariance, acceleration, self.gravity, noise, np.inf
        )
