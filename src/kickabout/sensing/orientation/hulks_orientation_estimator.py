"""HULKs' orientation: from gyroscope and accelerometer to roll, pitch and relative heading."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec3, Vec4
from kickabout.geometry.rotations import matrix_from_quaternion
from kickabout.representations import GyroOffsetState, InertialState, SensorFrame
from kickabout.sensing.orientation.complementary_orientation import (
    corrected_by_gravity,
    gravity_correction,
    gravity_weight,
    quaternion_rotated,
    quaternion_turned,
)
from kickabout.sensing.orientation.torso_orientation import are_numbers, inertial_state


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksOrientationEstimatorParameters:
    gain: float = param(
        0.125, unit="1/s", low=0.0, doc="fraction of gravity's correction per second"
    )
    first_gain: float = param(
        4.0,
        unit="1/s",
        low=0.0,
        doc="fraction of gravity's correction per second right after a start",
    )
    first_for: float = param(
        1.0, unit="s", low=0.0, doc="time after a start in which first_gain is used"
    )
    averaged_for: float = param(
        0.5,
        unit="s",
        low=0.0,
        doc="time constant of the mean acceleration: two steps, whose jolts cancel out",
    )
    full_below: float = param(
        0.1, low=0.0, doc="relative error of the mean's length with full weight"
    )
    none_above: float = param(
        0.4, low=0.0, doc="relative error of the mean's length with zero weight"
    )
    still_below: float = param(
        0.05, unit="rad/s", low=0.0, doc="maximum turn rate of a robot at rest"
    )
    offset_gain: float = param(
        0.2, unit="1/s", low=0.0, doc="fraction of the offset learned per second at rest"
    )
    variance: float = param(1e-4, unit="rad²", low=0.0, doc="published variance of roll and pitch")


class HulksOrientationEstimator(Module[HulksOrientationEstimatorParameters]):
    """Complementary filter with a quaternion, after Valenti et al. 2015 (HULKs 2021, 6.9).

    The gyroscope predicts, gravity corrects. Readings are averaged over some steps in the level
    frame first, because single readings of a walking robot are far from gravity; means that are
    too long or too short have less weight, so that falls have no effect. Readings that are not
    numbers are ignored; after them the filter starts again.
    """

    def __init__(self, parameters: HulksOrientationEstimatorParameters) -> None:
        super().__init__(parameters)
        self.orientation: Vec4 = np.array((1.0, 0.0, 0.0, 0.0))
        self.offset: Vec3 = np.zeros(3)
        self.mean_acceleration: Vec3 = np.zeros(
            3
        )  # m/s², mean acceleration in the frame of the start
        self.started_at: float | None = None
        self.state = InertialState()

    def update(
        self, frame: FrameInfo, sensors: SensorFrame, offset: GyroOffsetState
    ) -> InertialState:
        known = offset.offset if offset.known else np.zeros(3)
        gyro = sensors.gyro - known - self.offset
        acceleration = sensors.accelerometer
        if not are_numbers(gyro, acceleration):
            self.started_at = None
            return self.state
        if offset.board_dead or offset.board_disconnected:
            self.started_at = None
        elif self.started_at is None:
            self._start(frame.time, acceleration)
        else:
            self._follow(frame, gyro, acceleration)
        rotation = matrix_from_quaternion(self.orientation)
        self.state = inertial_state(rotation, gyro, acceleration, self.parameters.variance)
        return self.state

    def _start(self, now: float, acceleration: Vec3) -> None:
        """Start the orientation from gravity alone."""
        length = float(np.linalg.norm(acceleration))
        if length > 1.0:
            self.orientation = gravity_correction(acceleration / length)
            self.mean_acceleration = np.array((0.0, 0.0, length))
            self.started_at = now

    def _follow(self, frame: FrameInfo, gyro: Vec3, acceleration: Vec3) -> None:
        p = self.parameters
        self.orientation = quaternion_turned(self.orientation, gyro, frame.dt)
        young = frame.time - (self.started_at or 0.0) < p.first_for
        weight = min(1.0, frame.dt / p.averaged_for) if p.averaged_for > 0.0 else 1.0
        self.mean_acceleration += weight * (
            quaternion_rotated(self.orientation, acceleration) - self.mean_acceleration
        )
        confidence = gravity_weight(self.mean_acceleration, p.full_below, p.none_above)
        gain = min(1.0, (p.first_gain if young else p.gain) * frame.dt) * confidence
        self.orientation, self.mean_acceleration = corrected_by_gravity(
            self.orientation, self.mean_acceleration, gain
        )
        still = gravity_weight(acceleration, p.full_below, p.none_above) >= 1.0
        if still and float(np.linalg.norm(gyro)) < p.still_below:
            self.offset += min(1.0, p.offset_gain * frame.dt) * gyro
