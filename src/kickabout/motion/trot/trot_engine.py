"""Trotting and standing on four legs: from a walk request to the angles of the legs."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Pose2, Robot
from kickabout.motion.trot.trot_gait import SORT, load_gait
from kickabout.motion.trot.trotter import Trotter
from kickabout.representations import Motion, MotionRequest, MotionSelection, WalkOutput
from kickabout.robots.aibo.kinematics import aibo_kinematics

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
        self.trotter = Trotter(self.kinematics, load_gait(parameters.gait, self.robot))

    def parameters_changed(self) -> None:
        self.trotter.gait = load_gait(self.parameters.gait, self.robot)

    def update(
        self, frame: FrameInfo, request: MotionRequest, selection: MotionSelection
    ) -> WalkOutput:
        trotter = self.trotter
        if selection.target not in WALKS:
            trotter.stop()
        walks = selection.target is WALK and request.motion is WALK
        wanted = trotter.gait.fractions(request.walk) if walks else np.zeros(3)
        p = self.parameters
        trotter.advance(wanted, walks, frame.dt, acceleration=p.acceleration, lifting=p.lifting)
        standing = trotter.standing
        speed: Pose2[Robot, Robot] = Pose2() if standing else trotter.speed
        dt = frame.dt
        return WalkOutput(
            angles=trotter.angles(),
            stiffness=np.full(len(self.kinematics.joint_min), self.parameters.stiffness),
            leaving_possible=standing,
            finished=standing,
            step=Pose2(speed.x * dt, speed.y * dt, speed.theta * dt),
            standing=standing,
            speed=speed,
            phase=2.0 * trotter.phase % 1.0,
            left_swings=trotter.phase >= 0.5,
            remaining=request.walk.target_in_robot if walks else Pose2(),
        )
