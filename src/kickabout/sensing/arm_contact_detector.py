"""Arm contact 2019: from shoulders that are not where they should be to pushes."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.filters import RingBuffer
from kickabout.framework import FrameInfo, Last, Module, inputs, param
from kickabout.geometry import FloatArray
from kickabout.representations import (
    ArmContactState,
    BodyModel,
    FallPhase,
    FallState,
    JointRequest,
    JointState,
    MotionSelection,
    PushDirection,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import LEFT_HAND, RIGHT_HAND
from kickabout.sensing.arm_contact import MeanOfRows, PushedArms, push_direction

SHOULDERS = np.array(
    (
        Joint.LEFT_SHOULDER_PITCH,
        Joint.LEFT_SHOULDER_ROLL,
        Joint.RIGHT_SHOULDER_PITCH,
        Joint.RIGHT_SHOULDER_ROLL,
    )
)
HANDS = np.array((LEFT_HAND, RIGHT_HAND))
# An arm that hangs down goes back when its pitch grows; outward is more roll left, less right.
FORWARD_OUTWARD = np.array((-1.0, 1.0, -1.0, -1.0))


@inputs
@dataclass(frozen=True, slots=True, kw_only=True)
class ArmContactInputs:
    frame: FrameInfo
    joints: JointState
    body: BodyModel
    fall: FallState
    request: Last[JointRequest]
    selection: Last[MotionSelection]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmContactDetectorParameters:
    delay: int = param(
        3, unit="frames", low=1, high=20, doc="from a command to its effect; real robots take 5"
    )
    fast_hand: float = param(
        1.0, unit="m/s", low=0.05, doc="speed of a hand at which errors do not count any more"
    )
    window: int = param(15, unit="frames", low=1, doc="over which errors are averaged")
    pitch_limit: float = param(0.07, unit="rad", low=0.0, doc="error of the pitch of a contact")
    roll_limit: float = param(0.07, unit="rad", low=0.0, doc="error of the roll of a contact")
    malfunction_after: float = param(
        2.0, unit="s", low=0.0, doc="a contact that lasts longer is a joint that is worn out"
    )
    stiff_above: float = param(
        0.1, low=0.0, high=1.0, doc="less stiff shoulders need not follow their commands"
    )


class ArmContactDetector(Module[ArmContactDetectorParameters]):
    """Compares shoulder angles with the commands of some frames ago; fast arms count less.

    After B-Human 2019, section 7.6, whose compass directions say where the obstacle is; here it is
    where to the arm is pushed. An arm moved by key frames, and a robot that falls, feel nothing.
    """

    def __init__(self, parameters: ArmContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.arms = PushedArms()
        self.last_hands: FloatArray | None = None
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.commands = RingBuffer(self.parameters.delay, 4)
        self.errors = MeanOfRows(self.parameters.window, 4)

    def update(self, given: ArmContactInputs) -> ArmContactState:
        factors, now = self._factors(given), given.frame.time
        if not self._any_stiff(given.request):
            self.commands.clear()
            self.errors.clear()
            return ArmContactState()
        self.commands.append(given.request.angles[SHOULDERS], now)
        if not self.commands.is_full:
            return ArmContactState()
        commanded = self.commands[self.parameters.delay - 1]
        error = (given.joints.angles[SHOULDERS] - commanded) * FORWARD_OUTWARD
        mean = self.errors.update(error * factors)
        if mean is None:
            return ArmContactState()
        pitch_left, roll_left, pitch_right, roll_right = mean.tolist()
        directions = (
            self._direction(pitch_left, roll_left) if self._feels(given, 0) else PushDirection.NONE,
            self._direction(pitch_right, roll_right)
            if self._feels(given, 1)
            else PushDirection.NONE,
        )
        self.debug.plot("left pitch error", pitch_left)
        self.debug.plot("right pitch error", pitch_right)
        return self.arms.update(directions, now, self.parameters.malfunction_after)

    def _any_stiff(self, request: JointRequest) -> bool:
        return bool(request.stiffness[SHOULDERS].max() > self.parameters.stiff_above)

    def _direction(self, pitch: float, roll: float) -> PushDirection:
        return push_direction(
            forward=pitch,
            outward=roll,
            forward_limit=self.parameters.pitch_limit,
            outward_limit=self.parameters.roll_limit,
        )

    def _factors(self, given: ArmContactInputs) -> FloatArray:
        """1 for hands at rest, 0 for fast ones; for pitch and roll of left and right."""
        hands = given.body.link_positions[HANDS] if len(given.body.link_positions) else None
        before, self.last_hands = self.last_hands, hands
        if hands is None or before is None or given.frame.dt <= 0.0:
            return np.zeros(4)
        speeds = [math.dist(a, b) for a, b in zip(hands.tolist(), before.tolist(), strict=True)]
        fast = self.parameters.fast_hand * given.frame.dt
        left, right = (max(0.0, 1.0 - speed / fast) for speed in speeds)
        return np.array((left, left, right, right))

    def _feels(self, given: ArmContactInputs, arm: int) -> bool:
        stiff = given.request.stiffness[SHOULDERS[2 * arm]] > self.parameters.stiff_above
        on_feet = given.fall.phase in (FallPhase.UPRIGHT, FallPhase.STAGGERING)
        return bool(stiff and on_feet and given.selection.arms_by_keyframe[arm] == 0.0)
