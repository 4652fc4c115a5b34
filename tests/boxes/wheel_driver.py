"""Driving on four wheels: from an image's brightness to turns of the wheels."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import CameraImage, JointRequest, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelDriverParameters:
    speed: float = param(4.0, unit="rad/s", doc="speed of the wheels")


class WheelDriver(Module[WheelDriverParameters]):
    """Drives ahead once the camera sees something, with the wheels a bit ahead of their angles."""

    def update(self, frame: FrameInfo, sensors: SensorFrame, image: CameraImage) -> JointRequest:
        speed = self.parameters.speed if image.yuyv.any() else 0.0
        if not sensors.connected:
            return JointRequest(angles=np.zeros(4), stiffness=np.zeros(4))
        return JointRequest(angles=sensors.joint_angles + 0.1 * speed, stiffness=np.ones(4))
