"""Driving ahead as fast as a walk is requested."""

import numpy as np
from tests.boxes.robots.box.kind import RADIUS

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.representations import JointRequest, Motion, MotionRequest, SensorFrame

MAX_LAG = 1.0  # rad


class WheelWalker(Module[NoParameters]):
    """Turns the wheels on, from where they are if they are far from their targets."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.targets = np.zeros(4)  # rad

    def update(self, frame: FrameInfo, sensors: SensorFrame, motion: MotionRequest) -> JointRequest:
        is_far = np.abs(self.targets - sensors.joint_angles) > MAX_LAG
        start = np.where(is_far, sensors.joint_angles, self.targets)
        speed = motion.walk.speed.x if motion.motion is Motion.WALK else 0.0
        self.targets = start + speed / RADIUS * frame.dt
        return JointRequest(angles=self.targets, stiffness=np.ones(4))
