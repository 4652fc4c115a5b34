"""Odometry: from planned steps and the measured turn to the pose since the start."""

import math
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Pose2, Robot
from kickabout.motion.keyframes.fall_heading import FallHeading
from kickabout.motion.walk.heading_hold import turn_rate
from kickabout.representations import (
    FallOutput,
    FallState,
    GetUpOutput,
    GroundContactState,
    InertialState,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionSelection,
    Odometry,
    WalkOutput,
)
from kickabout.representations.motion import EngineOutput

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
DOWN = (Motion.FALL, Motion.GET_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometerParameters:
    gyro_weight: float = param(
        1.0, low=0.0, high=1.0, doc="weight of the measured turn against the planned one"
    )
    settle_frames: int = param(
        3, low=0, high=20, doc="number of frames until a planned step becomes motion"
    )


@inputs
@frozen
class OdometerInputs:
    """The planned motion of the engines, and the measured state of the body."""

    selection: MotionSelection
    walk: WalkOutput
    kick: KickOutput
    keyframe: KeyframeOutput
    get_up: GetUpOutput
    fall: FallOutput
    inertia: InertialState
    fall_state: FallState
    contact: GroundContactState


class Odometer(Module[OdometerParameters]):
    """Integrates the selected engine's plan and, while on its feet, the turn of the gyroscope.

    A plan takes some frames to become motion. Carried or lying robots do not move by themselves.
    After a fall, the gyroscope gives the new heading.
    """

    def __init__(self, parameters: OdometerParameters) -> None:
        super().__init__(parameters)
        self.robot_to_start: Pose2[Robot, Robot] = Pose2()
        self.walked = 0.0
        self.waiting: list[Pose2[Robot, Robot]] = []
        self.heading = FallHeading()
        self.moved_down: Pose2[Robot, Robot] = Pose2()  # since the fall, as planned by the get-up

    def update(self, frame: FrameInfo, given: OdometerInputs) -> Odometry:
        down = given.selection.target in DOWN
        turned = self.heading.update(
            on_feet=not down,
            gyro=given.inertia.gyro,
            torso_to_level=given.inertia.torso_to_level,
            dt=frame.dt,
        )
        if down:
            self.moved_down = self.moved_down @ _engine(given).step
            step: Pose2[Robot, Robot] = Pose2()
        elif turned is not None:
            step = Pose2(self.moved_down.x, self.moved_down.y, turned)
            self.moved_down = Pose2()
        else:
            step = self._walked(given, frame.dt)
        self.robot_to_start = self.robot_to_start @ step
        self.walked += math.hypot(step.x, step.y)
        return Odometry(robot_to_start=self.robot_to_start, step=step, walked=self.walked)

    def _walked(self, given: OdometerInputs, dt: float) -> Pose2[Robot, Robot]:
        planned = self._later(_engine(given).step)
        step = self._combined(planned, given, dt)
        return step if given.contact.contact else Pose2()

    def _later(self, step: Pose2[Robot, Robot]) -> Pose2[Robot, Robot]:
        self.waiting.append(step)
        if len(self.waiting) <= self.parameters.settle_frames:
            return Pose2()
        while len(self.waiting) > self.parameters.settle_frames + 1:
            self.waiting.pop(0)
        return self.waiting.pop(0)

    def _combined(
        self, planned: Pose2[Robot, Robot], given: OdometerInputs, dt: float
    ) -> Pose2[Robot, Robot]:
        on_feet = given.fall_state.phase.on_feet
        if given.selection.target not in WALKS or not on_feet or given.walk.standing:
            return planned
        turned = turn_rate(given.inertia.torso_to_level, given.inertia.gyro) * dt
        weight = self.parameters.gyro_weight
        return Pose2(planned.x, planned.y, weight * turned + (1.0 - weight) * planned.theta)


def _engine(given: OdometerInputs) -> EngineOutput:
    target = given.selection.target
    if target in WALKS:
        return given.walk
    if target is Motion.KICK:
        return given.kick
    if target in DOWN:
        return given.get_up if target is Motion.GET_UP else given.fall
    return given.keyframe
