"""Motion combination on four legs: from the outputs of all engines to one joint request."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Vec
from kickabout.representations import (
    FallOutput,
    FallState,
    GetUpOutput,
    JointRequest,
    JointState,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionSelection,
    MotionState,
    NeckOutput,
    SensorFrame,
    WalkOutput,
)
from kickabout.representations.motion import EngineOutput
from kickabout.robots.aibo.kinematics import aibo_kinematics
from kickabout.robots.kind import robot_kind

MOTIONS = list(Motion)
WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
PLAY_DEAD = Motion.PLAY_DEAD


@dataclass(frozen=True, slots=True, kw_only=True)
class FourLeggedMotionCombinerParameters:
    max_speed: float = param(
        8.0, unit="rad/s", low=1.0, doc="maximum joint speed during a transition between motions"
    )
    other_stiffness: float = param(
        0.5, low=0.0, high=1.0, doc="stiffness of joints that nothing moves, such as the tail"
    )


@inputs
@frozen
class FourLeggedOutputs:
    """The outputs of all engines of this cycle."""

    sensors: SensorFrame
    joints: JointState
    selection: MotionSelection
    fall_state: FallState
    walk: WalkOutput
    kick: KickOutput
    keyframe: KeyframeOutput
    get_up: GetUpOutput
    fall: FallOutput
    neck: NeckOutput


class FourLeggedMotionCombiner(Module[FourLeggedMotionCombinerParameters]):
    """Blends from the last commanded joint angles to those of the selected engine.

    The neck engine controls the head unless the selected engine does. Mouth, tail and ears keep
    their angles, unless a request for groups of joints moves them.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: FourLeggedMotionCombinerParameters) -> None:
        super().__init__(parameters)
        kinematics = aibo_kinematics(self.robot.robot)
        self.head = slice(kinematics.head, kinematics.head + 3)
        self.target = PLAY_DEAD
        self.angles: Vec = robot_kind(self.robot.robot).stand  # commanded last
        self.start = self.angles  # at the start of the transition
        self.limp = True

    def update(
        self, frame: FrameInfo, given: FourLeggedOutputs
    ) -> tuple[JointRequest, MotionState]:
        target = given.selection.target
        if not given.sensors.connected:
            self.limp = True
            return JointRequest.limp(given.joints.angles), MotionState()
        if target is not self.target or self.limp:
            self.start = given.joints.angles if self.limp else self.angles
            self.target = target
        angles, stiffness = self._desired(target, given)
        ratio = float(given.selection.ratios[MOTIONS.index(target)])
        if ratio < 1.0 and not self.limp:
            angles = self._blended(angles, ratio, frame.dt)
        self.limp = not stiffness.any()
        self.angles = angles
        angles.setflags(write=False)
        stiffness.setflags(write=False)
        return JointRequest(angles=angles, stiffness=stiffness), self._state(target, given, ratio)

    def _desired(self, target: Motion, given: FourLeggedOutputs) -> tuple[Vec, Vec]:
        engine = engine_of(target, given)
        if engine is None:
            return np.array(given.joints.angles), np.zeros(len(self.angles))
        angles, stiffness = np.array(engine.angles), np.array(engine.stiffness)
        head = angles[self.head]
        free = np.isnan(head)
        head[free] = given.neck.angles[free]
        stiffness[self.head][free] = given.neck.stiffness
        rest = np.isnan(angles)
        angles[rest] = self.angles[rest]
        stiffness[rest] = self.parameters.other_stiffness
        return angles, stiffness

    def _blended(self, desired: Vec, ratio: float, dt: float) -> Vec:
        blended = self.start + ratio * (desired - self.start)
        most = self.parameters.max_speed * dt
        return np.clip(blended, self.angles - most, self.angles + most) if dt > 0.0 else blended

    def _state(self, target: Motion, given: FourLeggedOutputs, ratio: float) -> MotionState:
        walks = target in WALKS
        motion = target
        if target is Motion.WALK and given.walk.standing:
            motion = Motion.STAND
        return MotionState(
            motion=motion,
            stable=walks and ratio >= 1.0 and given.fall_state.phase.on_feet,
            walking_at=given.walk.speed if walks else MotionState().walking_at,
            kicking=given.kick.name if target is Motion.KICK else "",
            remaining_target=given.walk.remaining if walks else MotionState().remaining_target,
        )


def engine_of(target: Motion, given: FourLeggedOutputs) -> EngineOutput | None:
    """Return the output of the engine for a motion; None while the robot plays dead."""
    if target in WALKS:
        return given.walk
    if target is Motion.KICK:
        return given.kick
    if target is Motion.GET_UP:
        return given.get_up
    if target is Motion.FALL:
        return given.fall
    return None if target is PLAY_DEAD else given.keyframe
