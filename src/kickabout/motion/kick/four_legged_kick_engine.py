"""Kicks on four legs: from a kick request to the postures of its file."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, KickaboutError, Module, param
from kickabout.framework.errors import did_you_mean
from kickabout.geometry import Vec
from kickabout.motion.keyframes.posture_motion import SORT, PostureMotion, load_motion
from kickabout.representations import (
    JointState,
    KickOutput,
    KickRequest,
    Motion,
    MotionRequest,
    MotionSelection,
)
from kickabout.robots.aibo.kinematics import aibo_kinematics
from kickabout.robots.kind import robot_kind

KICK = Motion.KICK
PREFIX = "kick_"  # of the files


@dataclass(frozen=True, slots=True, kw_only=True)
class FourLeggedKickEngineParameters:
    stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of legs and head")


class FourLeggedKickEngine(Module[FourLeggedKickEngineParameters]):
    """Plays one kick from the stand to the stand, without feedback from sensors.

    Files describe kicks forward or to the right; a left kick is the mirror image.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: FourLeggedKickEngineParameters) -> None:
        super().__init__(parameters)
        kinematics = aibo_kinematics(self.robot.robot)
        self.kind = robot_kind(self.robot.robot)
        self.legs, self.head = self.kind.joints_of("legs"), self.kind.joints_of("head")
        self.joints = len(kinematics.joint_min)
        self.kicks = {
            name.removeprefix(PREFIX): load_motion(name, self.robot, kinematics)
            for name in self.robot.names(SORT)
            if name.startswith(PREFIX)
        }
        self.idle = self._output(np.full(self.joints, np.nan), name="", finished=False)
        self.motion: PostureMotion | None = None  # that is played
        self.name = ""
        self.since = 0.0  # s
        self.begin: Vec = kinematics.joint_min

    def update(
        self,
        frame: FrameInfo,
        request: MotionRequest,
        selection: MotionSelection,
        joints: JointState,
    ) -> KickOutput:
        if selection.target is not KICK:
            self.motion = None
            return self.idle
        if self.motion is None:
            if request.kick is None:
                return self._output(np.full(self.joints, np.nan), name="", finished=True)
            self._start(request.kick, joints)
        self.since += frame.dt
        motion = self.motion
        assert motion is not None
        angles = motion.angles(self.since, self.begin)
        return self._output(angles, name=self.name, finished=self.since >= motion.duration)

    def _start(self, request: KickRequest, joints: JointState) -> None:
        if request.name not in self.kicks:
            hint = did_you_mean(request.name, self.kicks)
            raise KickaboutError(f"unknown kick '{request.name}'.{hint}")
        motion = self.kicks[request.name]
        self.motion = motion.mirrored(self.kind) if request.left else motion
        self.name, self.since = request.name, 0.0
        self.begin = np.full(self.joints, np.nan)  # others move mouth and tail
        for moved in (self.legs, self.head):
            self.begin[moved] = joints.angles[moved]

    def _output(self, angles: Vec, *, name: str, finished: bool) -> KickOutput:
        return KickOutput(
            angles=angles,
            stiffness=np.full(self.joints, self.parameters.stiffness),
            leaving_possible=finished,
            finished=finished,
            name=name,
        )
