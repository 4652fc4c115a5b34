"""Odometry of a trot: from the speeds that its gait reaches to the pose since the start."""

import math
from collections import deque

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.geometry import Pose2, Robot
from kickabout.representations import (
    FallState,
    GroundContactState,
    Motion,
    MotionSelection,
    Odometry,
    WalkOutput,
)
from kickabout.robots.kind import robot_kind

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)


class TrotOdometer(Module[NoParameters]):
    """Integrates the planned steps, after the time that commands need to act.

    There is no gyroscope, so slips and collisions stay unnoticed. A robot that lies or is lifted
    does not move by itself; nor does one that kicks or gets up.
    """

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        delay = 0  # frames
        if self.robot.robot:
            kind = robot_kind(self.robot.robot, self.robot.packages)
            delay = round(kind.command_delay / kind.frame_time)
        self.waiting: deque[Pose2[Robot, Robot]] = deque([Pose2()] * delay)
        self.robot_to_start: Pose2[Robot, Robot] = Pose2()
        self.walked = 0.0

    def update(
        self,
        frame: FrameInfo,
        walk: WalkOutput,
        selection: MotionSelection,
        fall: FallState,
        ground: GroundContactState,
    ) -> Odometry:
        self.waiting.append(walk.step if selection.target in WALKS else Pose2())
        step = self.waiting.popleft()
        if not (fall.phase.on_feet and ground.contact):
            step = Pose2()
        self.robot_to_start = self.robot_to_start @ step
        self.walked += math.hypot(step.x, step.y)
        return Odometry(robot_to_start=self.robot_to_start, step=step, walked=self.walked)
