"""Getting up on four legs: from the side on which the robot lies to joint angles."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Vec
from kickabout.motion.keyframes.posture_motion import SORT, load_motion
from kickabout.representations import (
    FallDirection,
    FallOutput,
    FallPhase,
    FallState,
    GetUpOutput,
    JointState,
    Motion,
    MotionSelection,
)
from kickabout.robots.aibo.kinematics import aibo_kinematics
from kickabout.robots.kind import robot_kind

GET_UP, FALL, FALLEN = Motion.GET_UP, Motion.FALL, FallPhase.FALLEN


@dataclass(frozen=True, slots=True, kw_only=True)
class FourLeggedGetUpEngineParameters:
    front: str = param("get_up_front", names=SORT, doc="motion from the belly: a name or a file")
    back: str = param("get_up_back", names=SORT, doc="motion from the back: a name or a file")
    left: str = param("get_up_left", names=SORT, doc="motion from the left side: a name or a file")
    right: str = param(
        "get_up_right", names=SORT, doc="motion from the right side: a name or a file"
    )
    max_tries: int = param(6, low=1, high=20, doc="failed tries until the robot waits for help")
    settle_for: float = param(
        0.45, unit="s", low=0.0, doc="if the robot is not upright so long after a motion, it failed"
    )
    rolls_for: float = param(
        0.25, unit="s", low=0.0, doc="time in which a body that still rolls changes the motion"
    )
    falling_stiffness: float = param(
        0.3, low=0.0, high=1.0, doc="stiffness of a robot that has just fallen"
    )


@inputs
@frozen
class GetUpInputs:
    """The selected motion and the state of the body."""

    selection: MotionSelection
    fall: FallState
    joints: JointState


class FourLeggedGetUpEngine(Module[FourLeggedGetUpEngineParameters]):
    """Plays the motion for the side that is down, again and again until the robot is upright.

    A motion may end on another side; the next one then starts from there, and so does one that has
    just begun while the body still rolls. While falling, the robot goes soft.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: FourLeggedGetUpEngineParameters) -> None:
        super().__init__(parameters)
        self.stand = robot_kind(self.robot.robot).stand
        self.active = False
        self.side = FallDirection.NONE
        self.since = 0.0  # s, since the beginning of the motion
        self.begin: Vec = self.stand
        self.tries = 0
        self.idle = self._output(np.full(len(self.stand), np.nan), finished=False)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.soft = self._soft()
        kinematics, parameters = aibo_kinematics(self.robot.robot), self.parameters
        names = {
            FallDirection.NONE: parameters.front,
            FallDirection.FRONT: parameters.front,
            FallDirection.BACK: parameters.back,
            FallDirection.LEFT: parameters.left,
            FallDirection.RIGHT: parameters.right,
        }
        self.motions = {
            side: load_motion(name, self.robot, kinematics) for side, name in names.items()
        }

    def update(self, frame: FrameInfo, given: GetUpInputs) -> tuple[GetUpOutput, FallOutput]:
        if given.selection.target is not GET_UP:
            self.active = False
            return self.idle, self.soft
        if not self.active:
            self.active, self.tries = True, 0
            self._start(given)
        self.since += frame.dt
        rolls = given.fall.direction not in (self.side, FallDirection.NONE)
        if rolls and self.since < self.parameters.rolls_for:
            self._start(given)
        motion = self.motions[self.side]
        upright = given.fall.phase is not FALLEN
        ended = self.since >= motion.duration
        failed = self.since >= motion.duration + self.parameters.settle_for and not upright
        if failed and self.tries < self.parameters.max_tries:
            self.tries += 1
            self.debug.note(f"try {self.tries + 1}")
            self._start(given)
        angles = self.motions[self.side].angles(self.since, self.begin)
        return self._output(angles, finished=ended and upright), self.soft

    def _start(self, given: GetUpInputs) -> None:
        self.side, self.since = given.fall.direction, 0.0
        self.begin = given.joints.angles
        self.debug.note(f"gets up from {self.side.value}")

    def _output(self, angles: Vec, *, finished: bool) -> GetUpOutput:
        return GetUpOutput(
            angles=angles,
            stiffness=np.ones(len(angles)),
            leaving_possible=finished,
            finished=finished,
            tries=self.tries,
            needs_help=self.tries >= self.parameters.max_tries,
        )

    def _soft(self) -> FallOutput:
        stiffness = np.full(len(self.stand), self.parameters.falling_stiffness)
        return FallOutput(angles=self.stand, stiffness=stiffness)
