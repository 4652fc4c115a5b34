"""Joint reading: from measured angles to calibrated ones with velocities."""

import math
from dataclasses import dataclass, replace

import numpy as np

from kickabout.filters import smoothing_weight
from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec
from kickabout.geometry.arrays import shared_zeros
from kickabout.representations import JointCalibration, JointState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class JointReaderParameters:
    smoothing: float = param(
        0.015,
        unit="s",
        low=0.0,
        doc="time constant of the velocity filter; angles have steps of 0.1°",
    )


class JointReader(Module[JointReaderParameters]):
    """Adds the calibration to measured angles and differentiates them.

    If the body is disconnected or an angle is not a number, the last angle is kept.
    """

    def __init__(self, parameters: JointReaderParameters) -> None:
        super().__init__(parameters)
        self.last = JointState()
        self.known = False

    def update(
        self, frame: FrameInfo, sensors: SensorFrame, calibration: JointCalibration
    ) -> JointState:
        count = sensors.joint_angles.size
        if self.last.angles.size != count:
            self.last = JointState(angles=shared_zeros(count), velocities=shared_zeros(count))
        if not sensors.connected:
            self.known = False
            self.last = replace(self.last, velocities=shared_zeros(count))
            return self.last
        dt = frame.dt if self.known else 0.0
        angles, velocities = np.empty(count), np.empty(count)
        calibrate(
            sensors.joint_angles,
            calibration.offsets if calibration.offsets.size else shared_zeros(count),
            self.last.angles,
            self.last.velocities,
            dt,
            smoothing_weight(dt, self.parameters.smoothing),
            angles,
            velocities,
        )
        angles.setflags(write=False)
        velocities.setflags(write=False)
        self.known = True
        self.last = JointState(angles=angles, velocities=velocities, measured_at=frame.time)
        return self.last


@kernel
def calibrate(
    measured: Vec,
    offsets: Vec,
    last_angles: Vec,
    last_velocities: Vec,
    dt: float,
    weight: float,
    angles: Vec,
    velocities: Vec,
) -> None:
    """Write angles and low-pass filtered velocities; velocities are 0 if `dt` is."""
    for i in range(measured.size):
        is_number = math.isfinite(measured[i])
        angles[i] = measured[i] + offsets[i] if is_number else last_angles[i]
        velocities[i] = 0.0
        if dt > 0.0 and is_number:
            before = last_velocities[i]
            velocities[i] = before + weight * ((angles[i] - last_angles[i]) / dt - before)
