"""Arm contact 2021: from hands that are not where they should be to pushes."""

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Last, Module, frozen, inputs, param
from kickabout.geometry import FloatArray, Vec, kernel
from kickabout.representations import (
    ArmContactState,
    BodyModel,
    FallState,
    JointRequest,
    MotionSelection,
    MotionState,
    PushDirection,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import LEFT_HAND, RIGHT_HAND, nao_kinematics
from kickabout.sensing.contact.arm_contact import (
    NO_CONTACT,
    MeanOfRows,
    PushedArms,
    feeling_arms,
    mean_with,
    push_direction,
)

SHOULDERS = (int(Joint.LEFT_SHOULDER_PITCH), int(Joint.RIGHT_SHOULDER_PITCH))


@inputs
@frozen
class HandContactInputs:
    frame: FrameInfo
    body: BodyModel
    fall: FallState
    request: Last[JointRequest]
    selection: Last[MotionSelection]
    motion: Last[MotionState]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandContactDetectorParameters:
    delay: int = param(
        3, unit="frames", low=1, high=20, doc="from a command to its effect; real robots take 5"
    )
    window: int = param(10, unit="frames", low=1, doc="over which errors are averaged")
    forward_limit: float = param(0.015, unit="m", low=0.0, doc="error of a hand to front or back")
    sideways_limit: float = param(0.015, unit="m", low=0.0, doc="error of a hand to the side")
    forward_per_speed: float = param(
        0.02, unit="s", low=0.0, doc="larger limit to front and back per m/s of walking"
    )
    sideways_per_speed: float = param(
        0.02, unit="s", low=0.0, doc="larger limit to the side per m/s of walking"
    )
    malfunction_after: float = param(
        2.0, unit="s", low=0.0, doc="a contact that lasts longer is a joint that is worn out"
    )
    stiff_above: float = param(
        0.1, low=0.0, high=1.0, doc="less stiff shoulders need not follow their commands"
    )


class HandContactDetector(Module[HandContactDetectorParameters]):
    """Compares where the hands are with where the commands of some frames ago would bring them.

    After B-Human 2021, section 7.2. An arm moved by key frames feels nothing, nor does a robot that
    falls; errors of that time do not count afterwards.
    """

    def __init__(self, parameters: HandContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.arms = PushedArms()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.commands: deque[Vec] = deque(maxlen=self.parameters.delay)
        self.errors = MeanOfRows(self.parameters.window, 4)

    def update(self, given: HandContactInputs) -> ArmContactState:
        stiffness, p = given.request.stiffness, self.parameters
        left, right = (float(stiffness[joint]) > p.stiff_above for joint in SHOULDERS)
        if not (left or right):
            self.commands.clear()
            self.errors.clear()
            return NO_CONTACT
        self.commands.append(given.request.angles)
        if len(self.commands) < p.delay or not len(given.body.link_positions):
            return NO_CONTACT
        wanted = self.kinematics.forward(self.commands[0]).translations
        feels = feeling_arms(given.fall, given.selection, (left, right))
        place = self.errors.next_place()
        mean = mean_hand_error(given.body.link_positions, wanted, feels, self.errors.rows, place)
        if not self.errors.is_full:
            return NO_CONTACT
        self.debug.plot("left forward error", mean[0])
        self.debug.plot("right forward error", mean[2])
        speed = math.hypot(given.motion.walking_at.x, given.motion.walking_at.y)
        directions = (
            self._direction(mean[0], mean[1], speed) if feels[0] else PushDirection.NONE,
            self._direction(mean[2], -mean[3], speed) if feels[1] else PushDirection.NONE,
        )
        return self.arms.update(directions, given.frame.time, p.malfunction_after)

    def _direction(self, forward: float, outward: float, speed: float) -> PushDirection:
        p = self.parameters
        return push_direction(
            forward=forward,
            outward=outward,
            forward_limit=p.forward_limit + p.forward_per_speed * speed,
            outward_limit=p.sideways_limit + p.sideways_per_speed * speed,
        )


@kernel
def mean_hand_error(
    links: FloatArray,
    wanted: FloatArray,
    feels: tuple[bool, bool],
    rows: FloatArray,
    place: int,
) -> tuple[float, float, float, float]:
    """Forward and to the left, left and right hand, over the rows with this frame's."""
    row = np.zeros(4)
    for axis in range(2):
        if feels[0]:
            row[axis] = links[LEFT_HAND, axis] - wanted[LEFT_HAND, axis]
        if feels[1]:
            row[2 + axis] = links[RIGHT_HAND, axis] - wanted[RIGHT_HAND, axis]
    mean = mean_with(rows, place, row)
    return mean[0], mean[1], mean[2], mean[3]
