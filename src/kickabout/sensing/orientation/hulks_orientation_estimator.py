"""HULKs' orientation: from gyroscope and accelerometer to roll, pitch and relative heading."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec3, Vec4
from kickabout.geometry.rotations import matrix_from_quaternion
from kickabout.representations import GyroOffsetState, InertialState, SensorFrame
from kickabout.sensing.orientation.complementary_orientation import (
    drawn_upright,
    gravity_correction,
    quaternion_rotated,
    quaternion_turned,
    trust_in_gravity,
)
from kickabout.sensing.orientation.torso_orientation import are_numbers, inertial_state


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksOrientationEstimatorParameters:
    gain: float = param(0.125, unit="1/s", low=0.0, doc="share of gravity's correction per second")
    first_gain: float = param(4.0, unit="1/s", low=0.0, doc="the same right after a start")
    first_for: float = param(1.0, unit="s", low=0.0, doc="after a start")
    averaged_for: float = param(
        0.5, unit="s", low=0.0, doc="two steps, whose jolts push the readings back and forth"
    )
    full_below: float = param(0.1, low=0.0, doc="error of the mean's length with full trust")
    none_above: float = param(0.4, low=0.0, doc="error of the mean's length without any trust")
    still_below: float = param(0.05, unit="rad/s", low=0.0, doc="turning slower, it stands still")
    offset_share: float = param(0.2, unit="1/s", low=0.0, doc="of the offset learned in stillness")
    variance: float = param(1e-4, unit="rad²", low=0.0, doc="that is told of roll and pitch")


class HulksOrientationEstimator(Module[HulksOrientationEstimatorParameters]):
    """A complementary filter with a quaternion, after Valenti et al. 2015 (HULKs 2021, 6.9).

    The gyroscope turns it, gravity draws it back. Readings are averaged over some steps in the
    level frame first, because a single one of a walking robot is anything but gravity; means that
    are too long or too short count less, so that falls do not matter. Readings that are not even
    numbers change nothing; after them it starts anew.
    """

    def __init__(self, parameters: HulksOrientationEstimatorParameters) -> None:
        super().__init__(parameters)
        self.orientation: Vec4 = np.array((1.0, 0.0, 0.0, 0.0))
        self.offset: Vec3 = np.zeros(3)
        self.felt: Vec3 = np.zeros(3)  # m/s², mean acceleration where the orientation started
        self.started_at: float | None = None
        self.told = InertialState()

    def update(
        self, frame: FrameInfo, sensors: SensorFrame, offset: GyroOffsetState
    ) -> InertialState:
        known = offset.offset if offset.known else np.zeros(3)
        gyro = sensors.gyro - known - self.offset
        acceleration = sensors.accelerometer
        if not are_numbers(gyro, acceleration):
            self.started_at = None
            return self.told
        if offset.board_dead or offset.board_disconnected:
            self.started_at = None
        elif self.started_at is None:
            self._start(frame.time, acceleration)
        else:
            self._follow(frame, gyro, acceleration)
        rotation = matrix_from_quaternion(self.orientation)
        self.told = inertial_state(rotation, gyro, acceleration, self.parameters.variance)
        return self.told

    def _start(self, now: float, acceleration: Vec3) -> None:
        """From gravity alone."""
        length = float(np.linalg.norm(acceleration))
        if length > 1.0:
            self.orientation = gravity_correction(acceleration / length)
            self.felt = np.array((0.0, 0.0, length))
            self.started_at = now

    def _follow(self, frame: FrameInfo, gyro: Vec3, acceleration: Vec3) -> None:
        p = self.parameters
        self.orientation = quaternion_turned(self.orientation, gyro, frame.dt)
        young = frame.time - (self.started_at or 0.0) < p.first_for
        share = min(1.0, frame.dt / p.averaged_for) if p.averaged_for > 0.0 else 1.0
        self.felt += share * (quaternion_rotated(self.orientation, acceleration) - self.felt)
        trust = trust_in_gravity(self.felt, p.full_below, p.none_above)
        gain = min(1.0, (p.first_gain if young else p.gain) * frame.dt) * trust
        self.orientation, self.felt = drawn_upright(self.orientation, self.felt, gain)
        still = trust_in_gravity(acceleration, p.full_below, p.none_above) >= 1.0
        if still and float(np.linalg.norm(gyro)) < p.still_below:
            self.offset += min(1.0, p.offset_share * frame.dt) * gyro
