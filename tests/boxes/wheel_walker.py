"""Driving ahead as fast as a walk is requested."""

import numpy as np
from tests.boxes.robots.box.kind import RADIUS

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.representations import JointRequest, MotionRequest


class WheelWalker(Module[NoParameters]):
    """Turns the wheels on from their angles at the beginning."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.turned = 0.0  # rad

    def update(self, frame: FrameInfo, motion: MotionRequest) -> JointRequest:
        self.turned += motion.walk.speed.x / RADIUS * frame.dt
        return JointRequest(angles=np.full(4, self.turned), stiffness=np.ones(4))
