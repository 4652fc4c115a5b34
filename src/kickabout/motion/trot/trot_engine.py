"""Trotting and standing on four legs: from a walk request to the angles of the legs."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Pose2, Robot, Vec
from kickabout.motion.trot.trot_gait import SORT, load_gait
from kickabout.motion.trot.trot_kernels import trot
from kickabout.representations import Motion, MotionRequest, MotionSelection, WalkOutput
from kickabout.robots.aibo.kinematics import LEG_JOINTS, aibo_kinematics

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
WALK = Motion.WALK


@dataclass(frozen=True, slots=True, kw_only=True)
class TrotEngineParameters:
    gait: str = param("plain", names=SORT, doc="gait: a name or a file")
    acceleration: float = param(
        1.5, unit="1/s", low=0.1, doc="maximum change of the speed, in fractions of the fastest one"
    )
    lifting: float = param(
        0.25, unit="s", low=0.01, doc="time in which paws begin or end to be lifted"
    )
    stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of the legs")


class TrotEngine(Module[TrotEngineParameters]):
    """A plain elliptic trot in all directions, without feedback from sensors.

    Standing is a trot without lift and stride, so that the robot may start and stop at any time.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: TrotEngineParameters) -> None:
        super().__init__(parameters)
        self.kinematics = aibo_kinematics(self.robot.robot)
        self.phase = 0.0  # of the period, 0 … 1
        self.fractions = np.zeros(3)  # of the fastest walks
        self.stepping = 0.0  # factor of the lift
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.gait = load_gait(self.parameters.gait, self.robot)
        self.table = self.gait.table

    def update(
        self, frame: FrameInfo, request: MotionRequest, selection: MotionSelection
    ) -> WalkOutput:
        if selection.target not in WALKS:
            self.phase, self.fractions, self.stepping = 0.0, np.zeros(3), 0.0
        walks = selection.target is WALK and request.motion is WALK
        wanted = self.gait.fractions(request.walk) if walks else np.zeros(3)
        self._advance(wanted, walks, frame.dt)
        standing = self.stepping == 0.0
        speed: Pose2[Robot, Robot] = Pose2() if standing else self.gait.speed(self.fractions)
        dt = frame.dt
        return WalkOutput(
            angles=self._angles(),
            stiffness=np.full(len(self.kinematics.joint_min), self.parameters.stiffness),
            leaving_possible=standing,
            finished=standing,
            step=Pose2(speed.x * dt, speed.y * dt, speed.theta * dt),
            standing=standing,
            speed=speed,
            phase=2.0 * self.phase % 1.0,
            left_swings=self.phase >= 0.5,
            remaining=request.walk.target_in_robot if walks else Pose2(),
        )

    def _advance(self, wanted: Vec, walks: bool, dt: float) -> None:
        """Approach the requested walk; a robot that stops lifts its paws until it is slow."""
        most = self.parameters.acceleration * dt
        self.fractions = self.fractions + np.clip(wanted - self.fractions, -most, most)
        moves = walks or bool(np.abs(self.fractions).max() > most)
        change = dt / self.parameters.lifting
        self.stepping = min(1.0, max(0.0, self.stepping + (change if moves else -change)))
        if self.stepping == 0.0:
            self.phase, self.fractions = 0.0, np.zeros(3)
        else:
            self.phase = (self.phase + dt / self.gait.period) % 1.0

    def _angles(self) -> Vec:
        body, paws = self.kinematics, np.empty((4, 3))
        stride = self.gait.stride(self.fractions)
        trot(self.phase, self.table, stride, self.stepping, body.shoulders, body.legs, paws)
        angles = np.full(len(body.joint_min), np.nan)
        angles[:LEG_JOINTS] = body.leg_angles(paws).angles
        return angles
