"""Orientation without a gyroscope: from the accelerometer alone to roll and pitch."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.filters import smoothing_weight
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Mat3, Vec3
from kickabout.geometry.rotations import rotation_x, rotation_y
from kickabout.representations import InertialState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class GravityOrientationEstimatorParameters:
    smoothing: float = param(
        0.2, unit="s", low=0.0, doc="time constant of the filter; steps shake the body"
    )


class GravityOrientationEstimator(Module[GravityOrientationEstimatorParameters]):
    """Takes the low-pass filtered acceleration for gravity, as teams did with Aibos.

    The heading is unknown; `gyro` stays zero unless the robot has a gyroscope.
    """

    def __init__(self, parameters: GravityOrientationEstimatorParameters) -> None:
        super().__init__(parameters)
        self.up: Vec3 | None = None  # m/s², in the frame of the torso

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> InertialState:
        if sensors.connected:
            self._filter(sensors.accelerometer, frame.dt)
        if self.up is None:
            return InertialState()
        roll, pitch = roll_and_pitch(self.up)
        rotation: Mat3 = rotation_y(pitch) @ rotation_x(roll)
        rotation.setflags(write=False)
        return InertialState(
            torso_to_level=rotation,
            torso_to_start=rotation,
            roll=roll,
            pitch=pitch,
            gyro=sensors.gyro,
            acceleration=sensors.accelerometer,
        )

    def _filter(self, measured: Vec3, dt: float) -> None:
        if self.up is None or not np.isfinite(self.up).all():
            self.up = np.array(measured)
            return
        self.up = self.up + smoothing_weight(dt, self.parameters.smoothing) * (measured - self.up)


def roll_and_pitch(up: Vec3) -> tuple[float, float]:
    """Return the angles of a torso in whose frame a vector points up."""
    x, y, z = up.tolist()
    return math.atan2(y, z), math.atan2(-x, math.hypot(y, z))
