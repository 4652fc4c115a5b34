"""Joint intake: from measured angles to calibrated ones with velocities."""

from dataclasses import dataclass

import numpy as np

from kickabout.filters import smoothing_share
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec, readonly
from kickabout.representations import JointCalibration, JointState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class JointReaderParameters:
    smoothing: float = param(
        0.015, unit="s", low=0.0, doc="time constant of velocities; angles come in steps of 0.1°"
    )


class JointReader(Module[JointReaderParameters]):
    """Adds the calibration, and differentiates. Without a body, the joints stay where they were."""

    def __init__(self, parameters: JointReaderParameters) -> None:
        super().__init__(parameters)
        self.last = JointState()
        self.known = False

    def update(
        self, frame: FrameInfo, sensors: SensorFrame, calibration: JointCalibration
    ) -> JointState:
        if not sensors.connected:
            self.known = False
            self.last = JointState(angles=self.last.angles, measured_at=self.last.measured_at)
            return self.last
        angles = sensors.joint_angles + calibration.offsets
        angles.setflags(write=False)
        velocities = self._velocities(angles, frame.dt)
        self.known = True
        self.last = JointState(angles=angles, velocities=velocities, measured_at=frame.time)
        return self.last

    def _velocities(self, angles: Vec, dt: float) -> Vec:
        if not self.known or dt <= 0.0:
            return readonly(np.zeros(angles.shape))
        share = smoothing_share(dt, self.parameters.smoothing)
        before = self.last.velocities
        velocities = before + share * ((angles - self.last.angles) / dt - before)
        velocities.setflags(write=False)
        return velocities
