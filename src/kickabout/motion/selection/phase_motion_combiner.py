"""Phase joining: from the engine of the phase to a joint request that goes over smoothly."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.motion.selection.body_layers import WALKS, BodyLayers, EngineOutputs
from kickabout.representations import JointRequest, Motion, MotionState
from kickabout.robots.nao.joints import Joint

SCRIPTED = (Motion.SIT, Motion.SPECIAL, Motion.DIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseMotionCombinerParameters:
    stand_duration: float = param(0.6, unit="s", low=0.0, doc="to walking and standing")
    rise_duration: float = param(1.5, unit="s", low=0.0, doc="from limp to anything")
    get_up_duration: float = param(0.1, unit="s", low=0.0, doc="from a fall to getting up")
    kick_duration: float = param(0.1, unit="s", low=0.0, doc="to a kick, which begins standing")
    scripted_duration: float = param(0.2, unit="s", low=0.0, doc="to key-frame motions")
    limp_duration: float = param(0.5, unit="s", low=0.0, doc="from anything to limp")
    head_stiffness: float = param(0.7, low=0.0, high=1.0, doc="where the head engine says none")
    largest_speed: float = param(
        12.0, unit="rad/s", low=1.0, doc="of commanded joints while phases change"
    )


class PhaseMotionCombiner(Module[PhaseMotionCombinerParameters]):
    """A new phase has the body at once, but for a rest of its predecessor that fades.

    The predecessor is asked once, for where it left the joints: the difference to what the new
    engine wants is added to it and taken back, slowly at first and at the end. So the new engine
    may move meanwhile. A fall has no time for it.
    """

    def __init__(self, parameters: PhaseMotionCombinerParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.layers = BodyLayers()
        self.rest: Vec = np.zeros(len(Joint))  # rad, of the predecessor
        self.start_stiffness: Vec = np.zeros(len(Joint))
        self.changed_for = 0.0  # s
        self.duration = 0.0  # s

    def update(self, frame: FrameInfo, given: EngineOutputs) -> tuple[JointRequest, MotionState]:
        target, layers = given.selection.target, self.layers
        if not given.sensors.connected:
            layers.go_limp()
            return JointRequest(angles=given.joints.angles), MotionState()
        angles, stiffness, limp = layers.wanted(target, given, self.parameters.head_stiffness)
        self.changed_for += frame.dt
        if target is not self.target or layers.limp:
            self._begin(target, angles, given.joints.angles)
        settled = self.changed_for >= self.duration
        if not settled:
            angles, stiffness = self._joined(angles, stiffness, frame.dt)
            limp = not stiffness.any()
        layers.command(angles, stiffness, limp=limp)
        state = layers.state(target, given, frame, settled=settled)
        return JointRequest(angles=angles, stiffness=stiffness), state

    def _begin(self, target: Motion, wanted: Vec, measured: Vec) -> None:
        """Consult the predecessor; steps and stands are of one engine, which goes on by itself."""
        layers, before = self.layers, self.target
        self.target = target
        if before in WALKS and target in WALKS and not layers.limp:
            return
        left_at = np.where(layers.stiffness == 0.0, measured, layers.angles)
        self.rest = left_at - wanted
        self.start_stiffness = layers.stiffness
        self.duration = self._duration(before, target)
        self.changed_for = 0.0

    def _joined(self, wanted: Vec, stiffness: Vec, dt: float) -> tuple[Vec, Vec]:
        ratio = self.changed_for / self.duration
        left = 1.0 - ratio * ratio * (3.0 - 2.0 * ratio)
        angles = wanted + left * self.rest
        if dt > 0.0:
            largest, last = self.parameters.largest_speed * dt, self.layers.angles
            stiff = self.layers.stiffness > 0.0
            angles = np.where(stiff, np.clip(angles, last - largest, last + largest), angles)
        return angles, np.maximum(stiffness, left * self.start_stiffness)

    def _duration(self, before: Motion, target: Motion) -> float:
        p = self.parameters
        if target is Motion.FALL:
            return 0.0
        if target is Motion.GET_UP:
            return p.get_up_duration
        if target is Motion.PLAY_DEAD:
            return p.limp_duration
        if before is Motion.PLAY_DEAD:
            return p.rise_duration
        if target in WALKS:
            return p.stand_duration
        return p.scripted_duration if target in SCRIPTED else p.kick_duration
