"""Standing: from wherever the joints are to a posture that holds itself."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import JointRequest, SensorFrame
from kickabout.robots.nao.postures import STAND


@dataclass(frozen=True, slots=True, kw_only=True)
class StanderParameters:
    duration: float = param(1.5, unit="s", low=0.1, high=10.0, doc="time to reach the posture")
    stiffness: float = param(0.8, low=0.0, high=1.0, doc="of all joints once it stands")


class Stander(Module[StanderParameters]):
    """Moves all joints together, slow at both ends; starts again after the body was away."""

    def __init__(self, parameters: StanderParameters) -> None:
        super().__init__(parameters)
        self.begin_at: float | None = None
        self.begin_angles = STAND

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> JointRequest:
        if not sensors.connected:
            self.begin_at = None
            return JointRequest(angles=sensors.joint_angles)
        if self.begin_at is None:
            self.begin_at = frame.time
            self.begin_angles = sensors.joint_angles
        done = min(1.0, (frame.time - self.begin_at) / self.parameters.duration)
        ratio = done * done * (3.0 - 2.0 * done)
        angles = self.begin_angles + ratio * (STAND - self.begin_angles)
        return JointRequest(angles=angles, stiffness=np.full(len(STAND), self.parameters.stiffness))
