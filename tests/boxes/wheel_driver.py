"""Driving on four wheels: from an image's brightness to turns of the wheels."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.teams.typed_file import read_as
from kickabout.representations import CameraImage, JointRequest, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelDriverParameters:
    kick: str = param("charge", names="kicks", doc="name of a file, or its path")


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    speed: float  # rad/s, of the wheels


class WheelDriver(Module[WheelDriverParameters]):
    """Drives ahead once the camera sees something, with the wheels a bit ahead of their angles."""

    def __init__(self, parameters: WheelDriverParameters) -> None:
        super().__init__(parameters)
        self.charge = read_as(self.robot.load("kicks", parameters.kick), Charge)

    def update(self, frame: FrameInfo, sensors: SensorFrame, image: CameraImage) -> JointRequest:
        speed = self.charge.speed if image.yuyv.any() else 0.0
        if not sensors.connected:
            return JointRequest(angles=np.zeros(4), stiffness=np.zeros(4))
        return JointRequest(angles=sensors.joint_angles + 0.1 * speed, stiffness=np.ones(4))
