"""Motion combination: from the outputs of all engines to one joint request."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Pose2, Vec
from kickabout.representations import (
    ArmOutput,
    FallOutput,
    FallPhase,
    FallState,
    GetUpOutput,
    HeadOutput,
    JointRequest,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionSelection,
    MotionState,
    SensorFrame,
    WalkOutput,
)
from kickabout.representations.motion import EngineOutput
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM, Joint
from kickabout.robots.nao.postures import STAND

MOTIONS = list(Motion)
INDEX = {motion: index for index, motion in enumerate(MOTIONS)}
WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionCombinerParameters:
    head_stiffness: float = param(0.7, low=0.0, high=1.0, doc="where the head engine says none")
    largest_speed: float = param(
        12.0, unit="rad/s", low=1.0, doc="of commanded joints while motions change"
    )


@inputs
@frozen
class CombinerInputs:
    """The outputs of all engines of this cycle."""

    sensors: SensorFrame
    selection: MotionSelection
    fall_state: FallState
    walk: WalkOutput
    kick: KickOutput
    keyframe: KeyframeOutput
    get_up: GetUpOutput
    fall: FallOutput
    head: HeadOutput
    arms: ArmOutput


class MotionCombiner(Module[MotionCombinerParameters]):
    """Blends from where the joints were told to be to what the selected engine says.

    Head, then arms, then legs: the head engine has the head where the selected engine has no wish
    for it; the arm engine has the arms by its share. A limp body starts where it is measured.
    """

    def __init__(self, parameters: MotionCombinerParameters) -> None:
        super().__init__(parameters)
        self.target = Motion.PLAY_DEAD
        self.last = np.array(STAND)  # what was commanded
        self.start = np.array(STAND)  # where the change to the target began
        self.start_stiffness = np.zeros(len(Joint))
        self.last_stiffness = np.zeros(len(Joint))
        self.last_kick_at = -1e9

    def update(self, frame: FrameInfo, given: CombinerInputs) -> tuple[JointRequest, MotionState]:
        target = given.selection.target
        if not given.sensors.connected:
            self.last_stiffness = np.zeros(len(Joint))
            return JointRequest(angles=given.sensors.joint_angles), MotionState()
        if target is not self.target or not self.last_stiffness.any():
            limp = self.last_stiffness == 0.0
            self.start = np.where(limp, given.sensors.joint_angles, self.last)
            self.start_stiffness = self.last_stiffness
            self.target = target
        share = float(given.selection.ratios[INDEX[target]])
        angles, stiffness = self._wanted(given)
        if share < 1.0:
            angles = self._changing(angles, share, frame.dt)
            stiffness = np.maximum(stiffness, (1.0 - share) * self.start_stiffness)
        self.last, self.last_stiffness = angles, stiffness
        for array in (angles, stiffness):
            array.setflags(write=False)
        return JointRequest(angles=angles, stiffness=stiffness), self._state(frame, given, share)

    def _changing(self, wanted: Vec, share: float, dt: float) -> Vec:
        blended = self.start + share * (wanted - self.start)
        largest = self.parameters.largest_speed * dt
        return np.clip(blended, self.last - largest, self.last + largest) if dt > 0.0 else blended

    def _engine(self, given: CombinerInputs) -> EngineOutput | None:
        if self.target in WALKS:
            return given.walk
        if self.target is Motion.KICK:
            return given.kick
        if self.target is Motion.GET_UP:
            return given.get_up
        if self.target is Motion.FALL:
            return given.fall
        return None if self.target is Motion.PLAY_DEAD else given.keyframe

    def _wanted(self, given: CombinerInputs) -> tuple[Vec, Vec]:
        """What the selected engine, the head and the arms say, as one."""
        engine = self._engine(given)
        if engine is None:
            return np.array(given.sensors.joint_angles), np.zeros(len(Joint))
        angles, stiffness = np.array(engine.angles), np.array(engine.stiffness)
        neck = given.head.stiffness or self.parameters.head_stiffness
        for joint, looks in (
            (Joint.HEAD_YAW, given.head.yaw),
            (Joint.HEAD_PITCH, given.head.pitch),
        ):
            if math.isnan(angles[joint]):
                angles[joint], stiffness[joint] = looks, neck
        for side, arm in enumerate((LEFT_ARM, RIGHT_ARM)):
            ratio = given.selection.arms_by_keyframe[side]
            if ratio > 0.0:
                angles[arm] += ratio * (given.arms.angles[arm] - angles[arm])
                stiffness[arm] += ratio * (given.arms.stiffness[arm] - stiffness[arm])
        # Whoever has no wish for a joint leaves it where it is.
        if math.isnan(angles.sum()):
            angles = np.where(np.isnan(angles), self.last, angles)
        if math.isnan(stiffness.sum()):
            stiffness = np.where(np.isnan(stiffness), self.last_stiffness, stiffness)
        return angles, stiffness

    def _state(self, frame: FrameInfo, given: CombinerInputs, share: float) -> MotionState:
        walk, kick = given.walk, given.kick
        motion = self.target
        walking = motion in WALKS and not walk.standing
        if motion in WALKS and motion is not Motion.STAND_HIGH:
            motion = Motion.WALK if walking else Motion.STAND
        elif walking:
            motion = Motion.WALK
        kicking = walk.kicking if motion is Motion.WALK else ""
        if motion is Motion.KICK and not kick.finished:
            kicking = kick.name
        if kicking:
            self.last_kick_at = frame.time
        upright = given.fall_state.phase in (FallPhase.UPRIGHT, FallPhase.STAGGERING)
        return MotionState(
            motion=motion,
            stable=self.target in WALKS and share >= 1.0 and upright,
            walking_at=walk.speed if walking else Pose2(),
            kicking=kicking,
            last_kick_at=self.last_kick_at,
            remaining_target=walk.remaining,
        )
