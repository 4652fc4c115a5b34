"""Layers of the body: from the outputs of all engines to one engine's with head and arms on top.

Shared by all motion combiners, which differ in how they blend from one motion to the next.
"""

import math

import numpy as np

from kickabout.framework import FrameInfo, frozen, inputs
from kickabout.framework.compilation import kernel
from kickabout.geometry import Pose2, Robot, Vec
from kickabout.representations import (
    ArmOutput,
    FallOutput,
    FallState,
    GetUpOutput,
    HeadOutput,
    JointState,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionSelection,
    MotionState,
    SensorFrame,
    WalkOutput,
)
from kickabout.representations.motion import EngineOutput
from kickabout.robots.nao.joints import HEAD, LEFT_ARM, RIGHT_ARM, Joint
from kickabout.robots.nao.postures import STAND

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
STAND_STILL, STAND_HIGH, WALK, KICK = Motion.STAND, Motion.STAND_HIGH, Motion.WALK, Motion.KICK
NOWHERE: Pose2[Robot, Robot] = Pose2()
HEAD_JOINTS = HEAD.stop - HEAD.start
FIRST_OF_ARMS = (LEFT_ARM.start, RIGHT_ARM.start)
ARM_JOINTS = LEFT_ARM.stop - LEFT_ARM.start


@inputs
@frozen
class EngineOutputs:
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
    head: HeadOutput
    arms: ArmOutput


def engine_of(target: Motion, given: EngineOutputs) -> EngineOutput | None:
    """Return the output of the engine for a motion; None while the robot plays dead."""
    if target in WALKS:
        return given.walk
    if target is KICK:
        return given.kick
    if target is Motion.GET_UP:
        return given.get_up
    if target is Motion.FALL:
        return given.fall
    return None if target is Motion.PLAY_DEAD else given.keyframe


class BodyLayers:
    """The last command, which is repeated for joints that no engine controls."""

    def __init__(self) -> None:
        self.angles: Vec = np.array(STAND)
        self.stiffness: Vec = np.zeros(len(Joint))
        self.limp = True  # no joint is stiff
        self.last_kick_at = -1e9

    def desired(
        self, target: Motion, given: EngineOutputs, head_stiffness: float
    ) -> tuple[Vec, Vec, bool]:
        """Return angles and stiffness of one engine with head and arms, and whether all is limp."""
        engine, head, arms = engine_of(target, given), given.head, given.arms
        if engine is None:
            return np.array(given.joints.angles), np.zeros(len(Joint)), True
        angles, stiffness = engine.angles.copy(), engine.stiffness.copy()
        stiffness_of_head = head_stiffness if head.stiffness is None else head.stiffness
        limp = layer(
            angles,
            stiffness,
            (head.yaw, head.pitch, stiffness_of_head),
            arms.angles,
            arms.stiffness,
            given.selection.arms_by_keyframe,
            self.angles,
            self.stiffness,
        )
        return angles, stiffness, limp

    def command(self, angles: Vec, stiffness: Vec, *, limp: bool) -> None:
        """Store a command and make its arrays read-only."""
        self.angles, self.stiffness, self.limp = angles, stiffness, limp
        for array in (angles, stiffness):
            array.setflags(write=False)

    def go_limp(self) -> None:
        self.stiffness, self.limp = np.zeros(len(Joint)), True

    def state(
        self, target: Motion, given: EngineOutputs, frame: FrameInfo, *, settled: bool
    ) -> MotionState:
        """Return the motion of the body; `settled` after the transition to this motion."""
        walk, kick = given.walk, given.kick
        motion = target
        on_foot = motion in WALKS
        walking = on_foot and not walk.standing
        if walking:
            motion = WALK
        elif on_foot and motion is not STAND_HIGH:
            motion = STAND_STILL
        kicking = walk.kicking if motion is WALK else ""
        if motion is KICK and not kick.finished:
            kicking = kick.name
        if kicking:
            self.last_kick_at = frame.time
        return MotionState(
            motion=motion,
            stable=on_foot and settled and given.fall_state.phase.on_feet,
            walking_at=walk.speed if walking else NOWHERE,
            kicking=kicking,
            last_kick_at=self.last_kick_at,
            remaining_target=walk.remaining,
        )


@kernel
def layer(
    angles: Vec,
    stiffness: Vec,
    head: tuple[float, float, float],
    arm_angles: Vec,
    arm_stiffness: Vec,
    arm_weights: tuple[float, float],
    last_angles: Vec,
    last_stiffness: Vec,
) -> bool:
    """Put the requests of head (yaw, pitch, stiffness) and arms over those of an engine.

    A joint that no engine controls keeps its last command. Returns whether no joint is stiff.
    """
    limp = True
    for joint in range(HEAD_JOINTS):
        if math.isnan(angles[joint]):
            angles[joint], stiffness[joint] = head[joint], head[2]
    for side in range(2):
        weight = arm_weights[side]
        if weight > 0.0:
            first = FIRST_OF_ARMS[side]
            for joint in range(first, first + ARM_JOINTS):
                angles[joint] += weight * (arm_angles[joint] - angles[joint])
                stiffness[joint] += weight * (arm_stiffness[joint] - stiffness[joint])
    for joint in range(angles.size):
        if math.isnan(angles[joint]):
            angles[joint] = last_angles[joint]
        if math.isnan(stiffness[joint]):
            stiffness[joint] = last_stiffness[joint]
        limp = limp and stiffness[joint] == 0.0
    return limp
