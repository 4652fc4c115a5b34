"""Standing: from any joint angles to a stable standing posture."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import JointRequest, SensorFrame
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.postures import STAND


@dataclass(frozen=True, slots=True, kw_only=True)
class StandEngineParameters:
    duration: float = param(1.5, unit="s", low=0.1, high=10.0, doc="time to reach the posture")
    stiffness: float = param(0.8, low=0.0, high=1.0, doc="stiffness of all joints while standing")
    look_angle: float = param(
        0.5, unit="rad", low=0.0, high=1.5, doc="maximum turn of the head to either side"
    )
    look_period: float = param(8.0, unit="s", low=1.0, doc="period of the head motion")


class StandEngine(Module[StandEngineParameters]):
    """Moves all joints together, slow at both ends; starts again after a lost connection.

    The head turns from side to side all the time, so that the robot does not count as inactive.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: StandEngineParameters) -> None:
        super().__init__(parameters)
        self.begin_at: float | None = None
        self.begin_angles = STAND

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> JointRequest:
        if not sensors.connected:
            self.begin_at = None
            return JointRequest.limp(sensors.joint_angles)
        if self.begin_at is None:
            self.begin_at = frame.time
            self.begin_angles = sensors.joint_angles
        since = frame.time - self.begin_at
        done = min(1.0, since / self.parameters.duration)
        ratio = done * done * (3.0 - 2.0 * done)
        angles = self.begin_angles + ratio * (STAND - self.begin_angles)
        look = math.sin(2.0 * math.pi * since / self.parameters.look_period)
        angles[Joint.HEAD_YAW] += ratio * self.parameters.look_angle * look
        return JointRequest(angles=angles, stiffness=np.full(len(STAND), self.parameters.stiffness))
