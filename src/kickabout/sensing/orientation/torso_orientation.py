"""Orientation of the torso: from inertial readings and soles to roll and pitch."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.filters import OrientationFilter
from kickabout.filters.orientation_filter import (
    orientation_corrected_by_gravity,
    orientation_predicted,
)
from kickabout.framework.compilation import kernel
from kickabout.geometry import (
    Cov3,
    Mat3,
    Vec3,
    readonly,
    roll_pitch_yaw_from_rotation,
    rotation_from_roll_pitch_yaw,
    vector_from_rotation,
)
from kickabout.geometry.rotations import product, transposed
from kickabout.representations import InertialState

GRAVITY = 9.80665  # m/s²
UNIT = np.eye(3)
NO_OFFSET = readonly(np.zeros(3))
UNKNOWN = 1e6  # m/s², deviation of a component without information


@dataclass(frozen=True, slots=True, kw_only=True)
class OrientationNoise:
    """Standard deviations of the readings, and learning of the gyroscope's offset."""

    gyro: float  # rad/s
    acceleration: float  # m/s²
    calm_below: float  # m/s², excess of readings of a walking robot
    agitation: float  # m/s² more per m/s² beyond that
    learning: float  # 1/s, change of the remaining offset per rad of correction
    max_rest: float  # rad/s, maximum of the remaining offset
    settling: float  # s after a start in which the offset is not learned
    start_below: float  # m/s², maximum difference of the first reading from gravity
    start: float  # rad, of roll and pitch right after a start


class TorsoOrientation:
    """Unscented Kalman filter of the torso's rotation, with starts and pauses."""

    def __init__(self) -> None:
        self.filter = OrientationFilter(UNIT, gravity=GRAVITY)
        self.running = False
        self.running_for = 0.0  # s
        self.offset: Vec3 = NO_OFFSET
        self.rest: Vec3 = np.zeros(3)  # rad/s, remaining offset, learned from gravity
        self.last_state = InertialState()

    def turn_rates(self, gyro: Vec3, offset: Vec3) -> Vec3:
        """Return the readings without the estimated offset and without the remaining one."""
        if offset is not self.offset:
            self.offset, self.rest = offset, np.zeros(3)
        rates: Vec3 = gyro - offset - self.rest
        rates.setflags(write=False)
        return rates

    def pause(self) -> None:
        """Keep the last orientation, and start again with the next readings."""
        self.running = False

    def update(self, gyro: Vec3, acceleration: Vec3, *, dt: float, noise: OrientationNoise) -> None:
        """Add one frame of turn rates without offset, and of acceleration."""
        if not are_numbers(gyro, acceleration):
            self.pause()
            return
        if not self.running:
            self._start(acceleration, noise)
            return
        learns = self.running_for + dt > noise.settling
        self.filter.rotation, self.filter.covariance = oriented(
            self.filter.rotation,
            self.filter.covariance,
            self.rest,
            gyro,
            acceleration,
            dt,
            (noise.gyro, noise.acceleration, noise.calm_below, noise.agitation),
            (noise.learning if learns else 0.0, noise.max_rest),
        )
        self.running_for += dt

    def _start(self, acceleration: Vec3, noise: OrientationNoise) -> None:
        if excess_of(acceleration) > noise.start_below:
            return
        self.filter.start(acceleration, UNIT * noise.start**2)
        self.running = True
        self.running_for = 0.0

    def correct_roll(self, right_to_left: Vec3, deviation: float) -> None:
        """Correct by a vector from foot to foot, in the torso frame, that is level."""
        _, y, z = right_to_left.tolist()
        length = math.hypot(y, z)
        if not self.running or length < 1e-3:
            return
        up = self.filter.rotation[2]
        part = math.hypot(up[1], up[2])  # the fraction of gravity in this plane, reduced by pitch
        gravity = GRAVITY * part * np.array((0.0, -z / length, y / length))
        variances = np.array((UNKNOWN, deviation, deviation)) ** 2
        self.filter.correct_by_gravity(gravity, noise=np.diag(variances))

    def correct_pitch(self, sole_to_torso: Mat3, deviation: float) -> None:
        """Correct by a sole that is flat on the ground."""
        if not self.running:
            return
        gravity = GRAVITY * np.array((sole_to_torso[0, 2], 0.0, 0.0))
        variances = np.array((deviation, UNKNOWN, UNKNOWN)) ** 2
        self.filter.correct_by_gravity(gravity, noise=np.diag(variances))

    def state(self, gyro: Vec3, acceleration: Vec3) -> InertialState:
        """Return the state to publish; the last one if readings are not numbers."""
        if are_numbers(gyro, acceleration):
            variances = self.filter.covariance
            variance = max(float(variances[0, 0]), float(variances[1, 1]))
            self.last_state = inertial_state(self.filter.rotation, gyro, acceleration, variance)
        return self.last_state


def inertial_state(
    rotation: Mat3, gyro: Vec3, acceleration: Vec3, variance: float
) -> InertialState:
    """Return the state to publish for an orientation and the readings."""
    level, roll, pitch = leveled(rotation)
    level.setflags(write=False)
    return InertialState(
        torso_to_level=level,
        torso_to_start=readonly(rotation),
        roll=roll,
        pitch=pitch,
        gyro=readonly(gyro),
        acceleration=readonly(acceleration),
        variance=variance,
    )


@kernel
def are_numbers(gyro: Vec3, acceleration: Vec3) -> bool:
    """Return whether all readings are finite; others would corrupt the filter."""
    finite = True
    for i in range(3):
        finite = finite and math.isfinite(gyro[i]) and math.isfinite(acceleration[i])
    return finite


@kernel
def excess_of(acceleration: Vec3) -> float:
    """Return the difference between the length of a reading and gravity, in m/s²."""
    length = math.sqrt(acceleration[0] ** 2 + acceleration[1] ** 2 + acceleration[2] ** 2)
    return abs(length - GRAVITY)


@kernel
def oriented(
    rotation: Mat3,
    covariance: Cov3,
    rest: Vec3,
    gyro: Vec3,
    acceleration: Vec3,
    dt: float,
    deviations: tuple[float, float, float, float],
    learning: tuple[float, float],
) -> tuple[Mat3, Cov3]:
    """Predict the orientation by the gyroscope and correct it by gravity.

    The correction also changes `rest`, the remaining offset, in place. `deviations`: of gyroscope
    and acceleration, the excess up to which the latter holds, and its growth beyond. `learning`:
    rate and maximum of the remaining offset.
    """
    gyro_noise, acceleration_noise, calm_below, agitation = deviations
    turn_covariance = np.eye(3) * (gyro_noise * dt) ** 2
    turned, spread = orientation_predicted(rotation, covariance, gyro * dt, turn_covariance)
    excess = max(0.0, excess_of(acceleration) - calm_below)
    noise = np.eye(3) * (acceleration_noise + agitation * excess) ** 2
    corrected, left, _, _ = orientation_corrected_by_gravity(
        turned, spread, acceleration, GRAVITY, noise, np.inf
    )
    rate, limit = learning
    if rate > 0.0:
        correction = vector_from_rotation(product(transposed(turned), corrected))
        for i in range(3):
            rest[i] = min(max(rest[i] - rate * correction[i], -limit), limit)
    return corrected, left


@kernel
def leveled(rotation: Mat3) -> tuple[Mat3, float, float]:
    """Return the rotation without its heading, and its roll and pitch."""
    roll, pitch, _ = roll_pitch_yaw_from_rotation(rotation)
    return rotation_from_roll_pitch_yaw(roll, pitch, 0.0), roll, pitch
