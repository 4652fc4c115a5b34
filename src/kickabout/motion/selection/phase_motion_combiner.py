"""Motion combination by phases: from the engine of the phase to a smooth joint request."""

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
    stand_duration: float = param(
        0.6, unit="s", low=0.0, doc="duration of a transition to walking or standing"
    )
    rise_duration: float = param(1.5, unit="s", low=0.0, doc="duration of a transition from limp")
    get_up_duration: float = param(
        0.1, unit="s", low=0.0, doc="duration of a transition from a fall to getting up"
    )
    kick_duration: float = param(
        0.1, unit="s", low=0.0, doc="duration of a transition to a kick, which begins in a stand"
    )
    scripted_duration: float = param(
        0.2, unit="s", low=0.0, doc="duration of a transition to a key-frame motion"
    )
    limp_duration: float = param(0.5, unit="s", low=0.0, doc="duration of a transition to limp")
    head_stiffness: float = param(
        0.7, low=0.0, high=1.0, doc="stiffness of the head if the head engine gives none"
    )
    max_speed: float = param(
        12.0, unit="rad/s", low=1.0, doc="maximum joint speed during a transition between phases"
    )


class PhaseMotionCombiner(Module[PhaseMotionCombinerParameters]):
    """Gives the body to a new phase at once, plus a fading offset from its predecessor.

    The offset is the difference between the last command of the predecessor and the first of the
    new engine. It fades slowly at first and at the end, while the new engine may move. A fall
    begins without any offset.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: PhaseMotionCombinerParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.layers = BodyLayers()
        self.offset: Vec = np.zeros(len(Joint))  # rad, offset from the predecessor
        self.start_stiffness: Vec = np.zeros(len(Joint))
        self.changed_for = 0.0  # s
        self.duration = 0.0  # s

    def update(self, frame: FrameInfo, given: EngineOutputs) -> tuple[JointRequest, MotionState]:
        target, layers = given.selection.target, self.layers
        if not given.sensors.connected:
            layers.go_limp()
            return JointRequest.limp(given.joints.angles), MotionState()
        angles, stiffness, limp = layers.desired(target, given, self.parameters.head_stiffness)
        self.changed_for += frame.dt
        if target is not self.target or layers.limp:
            self._begin(target, angles, given.joints.angles)
        settled = self.changed_for >= self.duration
        if not settled:
            angles, stiffness = self._faded(angles, stiffness, frame.dt)
            limp = not stiffness.any()
        layers.command(angles, stiffness, limp=limp)
        state = layers.state(target, given, frame, settled=settled)
        return JointRequest(angles=angles, stiffness=stiffness), state

    def _begin(self, target: Motion, desired: Vec, measured: Vec) -> None:
        """Compute the offset; steps and stands come from one engine and need no transition."""
        layers, before = self.layers, self.target
        self.target = target
        if before in WALKS and target in WALKS and not layers.limp:
            return
        left_at = np.where(layers.stiffness == 0.0, measured, layers.angles)
        self.offset = left_at - desired
        self.start_stiffness = layers.stiffness
        self.duration = self._duration(before, target)
        self.changed_for = 0.0

    def _faded(self, desired: Vec, stiffness: Vec, dt: float) -> tuple[Vec, Vec]:
        ratio = self.changed_for / self.duration
        left = 1.0 - ratio * ratio * (3.0 - 2.0 * ratio)
        angles = desired + left * self.offset
        if dt > 0.0:
            largest, last = self.parameters.max_speed * dt, self.layers.angles
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
