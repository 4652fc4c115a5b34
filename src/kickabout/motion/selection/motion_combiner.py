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
    head_stiffness: float = param(
        0.7, low=0.0, high=1.0, doc="stiffness of the head if the head engine gives none"
    )
    max_speed: float = param(
        12.0, unit="rad/s", low=1.0, doc="maximum joint speed during a transition between motions"
    )


class MotionCombiner(Module[MotionCombinerParameters]):
    """Blends from the last commanded joint angles to those of the selected engine.

    The head engine controls the head unless the selected engine does; the arm engine controls the
    arms by its weight. A limp body starts from its measured angles.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: MotionCombinerParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.index = MOTIONS.index(self.target)
        self.layers = BodyLayers()
        self.start = np.array(STAND)  # angles at the start of the transition
        self.start_stiffness = np.zeros(len(Joint))

    def update(self, frame: FrameInfo, given: EngineOutputs) -> tuple[JointRequest, MotionState]:
        target, layers = given.selection.target, self.layers
        if not given.sensors.connected:
            layers.go_limp()
            return JointRequest.limp(given.joints.angles), MotionState()
        if target is not self.target or layers.limp:
            free = layers.stiffness == 0.0
            self.start = np.where(free, given.joints.angles, layers.angles)
            self.start_stiffness = layers.stiffness
            self.target, self.index = target, MOTIONS.index(target)
        ratio = float(given.selection.ratios[self.index])
        angles, stiffness, limp = layers.desired(target, given, self.parameters.head_stiffness)
        if ratio < 1.0:
            angles = self._blended(angles, ratio, frame.dt)
            stiffness = np.maximum(stiffness, (1.0 - ratio) * self.start_stiffness)
            limp = not stiffness.any()
        layers.command(angles, stiffness, limp=limp)
        state = layers.state(target, given, frame, settled=ratio >= 1.0)
        return JointRequest(angles=angles, stiffness=stiffness), state

    def _blended(self, desired: Vec, ratio: float, dt: float) -> Vec:
        blended = self.start + ratio * (desired - self.start)
        largest, last = self.parameters.max_speed * dt, self.layers.angles
        return np.clip(blended, last - largest, last + largest) if dt > 0.0 else blended
