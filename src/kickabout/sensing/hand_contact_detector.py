"""Arm contact 2021: from hands that are not where they should be to pushes."""

from dataclasses import dataclass

import numpy as np

from kickabout.filters import RingBuffer
from kickabout.framework import FrameInfo, Last, Module, frozen, inputs, param
from kickabout.representations import (
    ArmContactState,
    BodyModel,
    FallPhase,
    FallState,
    JointRequest,
    MotionSelection,
    MotionState,
    PushDirection,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import LEFT_HAND, RIGHT_HAND, nao_kinematics
from kickabout.sensing.arm_contact import MeanOfRows, PushedArms, push_direction

HANDS = np.array((LEFT_HAND, RIGHT_HAND))
SHOULDERS = (Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH)


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
    falls.
    """

    def __init__(self, parameters: HandContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.arms = PushedArms()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.wanted = RingBuffer(self.parameters.delay, 4)
        self.errors = MeanOfRows(self.parameters.window, 4)

    def update(self, given: HandContactInputs) -> ArmContactState:
        now, stiffness = given.frame.time, given.request.stiffness
        if max(stiffness[joint] for joint in SHOULDERS) <= self.parameters.stiff_above:
            self.wanted.clear()
            self.errors.clear()
            return ArmContactState()
        poses = self.kinematics.forward(given.request.angles)
        self.wanted.append(poses.translations[HANDS, :2].reshape(4), now)
        if not self.wanted.is_full or not len(given.body.link_positions):
            return ArmContactState()
        hands = given.body.link_positions[HANDS, :2].reshape(4)
        mean = self.errors.update(hands - self.wanted[self.parameters.delay - 1])
        if mean is None:
            return ArmContactState()
        forward_left, left, forward_right, right = mean.tolist()
        directions = (
            self._direction(given, 0, forward_left, left),
            self._direction(given, 1, forward_right, -right),
        )
        self.debug.plot("left forward error", forward_left)
        self.debug.plot("right forward error", forward_right)
        return self.arms.update(directions, now, self.parameters.malfunction_after)

    def _direction(
        self, given: HandContactInputs, arm: int, forward: float, outward: float
    ) -> PushDirection:
        if not self._feels(given, arm):
            return PushDirection.NONE
        parameters, walking = self.parameters, given.motion.walking_at
        speed = float(np.hypot(walking.x, walking.y))
        return push_direction(
            forward=forward,
            outward=outward,
            forward_limit=parameters.forward_limit + parameters.forward_per_speed * speed,
            outward_limit=parameters.sideways_limit + parameters.sideways_per_speed * speed,
        )

    def _feels(self, given: HandContactInputs, arm: int) -> bool:
        stiff = given.request.stiffness[SHOULDERS[arm]] > self.parameters.stiff_above
        on_feet = given.fall.phase in (FallPhase.UPRIGHT, FallPhase.STAGGERING)
        return bool(stiff and on_feet and given.selection.arms_by_keyframe[arm] == 0.0)
