"""Motion combination: from the outputs of all engines to one joint request."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.motion.selection.body_layers import BodyLayers, EngineOutputs
from kickabout.representations import JointRequest, Motion, MotionState
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.postures import STAND

MOTIONS = list(Motion)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionCombinerParameters:
    head_stiffness: float = param(0.7, low=0.0, high=1.0, doc="where the head engine says none")
    largest_speed: float = param(
        12.0, unit="rad/s", low=1.0, doc="of commanded joints while motions change"
    )


class MotionCombiner(Module[MotionCombinerParameters]):
    """Blends from where the joints were told to be to what the selected engine says.

    Head, then arms, then legs: the head engine has the head where the selected engine has no wish
    for it; the arm engine has the arms by its share. A limp body starts where it is measured.
    """

    def __init__(self, parameters: MotionCombinerParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.index = MOTIONS.index(self.target)
        self.layers = BodyLayers()
        self.start = np.array(STAND)  # where the change to the target began
        self.start_stiffness = np.zeros(len(Joint))

    def update(self, frame: FrameInfo, given: EngineOutputs) -> tuple[JointRequest, MotionState]:
        target, layers = given.selection.target, self.layers
        if not given.sensors.connected:
            layers.go_limp()
            return JointRequest(angles=given.joints.angles), MotionState()
        if target is not self.target or layers.limp:
            free = layers.stiffness == 0.0
            self.start = np.where(free, given.joints.angles, layers.angles)
            self.start_stiffness = layers.stiffness
            self.target, self.index = target, MOTIONS.index(target)
        share = float(given.selection.ratios[self.index])
        angles, stiffness, limp = layers.wanted(target, given, self.parameters.head_stiffness)
        if share < 1.0:
            angles = self._changing(angles, share, frame.dt)
            stiffness = np.maximum(stiffness, (1.0 - share) * self.start_stiffness)
            limp = not stiffness.any()
        layers.command(angles, stiffness, limp=limp)
        state = layers.state(target, given, frame, settled=share >= 1.0)
        return JointRequest(angles=angles, stiffness=stiffness), state

    def _changing(self, wanted: Vec, share: float, dt: float) -> Vec:
        blended = self.start + share * (wanted - self.start)
        largest, last = self.parameters.largest_speed * dt, self.layers.angles
        return np.clip(blended, last - largest, last + largest) if dt > 0.0 else blended
