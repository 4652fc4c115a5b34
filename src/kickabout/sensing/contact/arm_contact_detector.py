"""Arm contact 2019: from shoulders that are not where they should be to pushes."""

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
    JointState,
    MotionSelection,
    PushDirection,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import LEFT_HAND, RIGHT_HAND
from kickabout.sensing.contact.arm_contact import (
    NO_CONTACT,
    MeanOfRows,
    PushedArms,
    feeling_arms,
    mean_with,
    push_direction,
)

SHOULDERS = (
    int(Joint.LEFT_SHOULDER_PITCH),
    int(Joint.LEFT_SHOULDER_ROLL),
    int(Joint.RIGHT_SHOULDER_PITCH),
    int(Joint.RIGHT_SHOULDER_ROLL),
)
# An arm that hangs down goes back when its pitch grows; outward is more roll left, less right.
FORWARD_OUTWARD = (-1.0, 1.0, -1.0, -1.0)


@inputs
@frozen
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
    where to the arm is pushed. An arm moved by key frames, and a robot that falls, feel nothing;
    errors of that time do not count afterwards.
    """

    def __init__(self, parameters: ArmContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.arms = PushedArms()
        self.last_hands: FloatArray = np.zeros((2, 3))
        self.hands_known = False
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.commands: deque[Vec] = deque(maxlen=self.parameters.delay)
        self.errors = MeanOfRows(self.parameters.window, 4)

    def update(self, given: ArmContactInputs) -> ArmContactState:
        stiffness = given.request.stiffness.tolist()
        stiff_above = self.parameters.stiff_above
        speeds = self._hand_speeds(given)
        if max(stiffness[joint] for joint in SHOULDERS) <= stiff_above:
            self.commands.clear()
            self.errors.clear()
            return NO_CONTACT
        self.commands.append(given.request.angles)
        if len(self.commands) < self.parameters.delay:
            return NO_CONTACT
        stiff = (stiffness[SHOULDERS[0]] > stiff_above, stiffness[SHOULDERS[2]] > stiff_above)
        feels = feeling_arms(given.fall, given.selection, stiff)
        mean = mean_error(
            given.joints.angles,
            self.commands[0],
            speeds,
            feels,
            self.errors.rows,
            self.errors.next_place(),
        )
        if not self.errors.is_full:
            return NO_CONTACT
        self.debug.plot("left pitch error", mean[0])
        self.debug.plot("right pitch error", mean[2])
        directions = (
            self._direction(mean[0], mean[1]) if feels[0] else PushDirection.NONE,
            self._direction(mean[2], mean[3]) if feels[1] else PushDirection.NONE,
        )
        return self.arms.update(directions, given.frame.time, self.parameters.malfunction_after)

    def _direction(self, pitch: float, roll: float) -> PushDirection:
        return push_direction(
            forward=pitch,
            outward=roll,
            forward_limit=self.parameters.pitch_limit,
            outward_limit=self.parameters.roll_limit,
        )

    def _hand_speeds(self, given: ArmContactInputs) -> tuple[float, float]:
        """Of left and right by the speed at which errors do not count; 1 for unknown ones."""
        links = given.body.link_positions
        known, self.hands_known = self.hands_known, len(links) > 0
        if not self.hands_known:
            return 1.0, 1.0
        left, right = ways_of_hands(links, self.last_hands)
        fast = self.parameters.fast_hand * given.frame.dt
        return (left / fast, right / fast) if known and fast > 0.0 else (1.0, 1.0)


@kernel
def ways_of_hands(links: FloatArray, before: FloatArray) -> tuple[float, float]:
    """How far left and right hand are from where they were; takes their places over."""
    ways = np.zeros(2)
    for side in range(2):
        hand = links[LEFT_HAND if side == 0 else RIGHT_HAND]
        for axis in range(3):
            ways[side] += (hand[axis] - before[side, axis]) ** 2
            before[side, axis] = hand[axis]
    return math.sqrt(ways[0]), math.sqrt(ways[1])


@kernel
def mean_error(
    angles: Vec,
    commanded: Vec,
    speeds: tuple[float, float],
    feels: tuple[bool, bool],
    rows: FloatArray,
    place: int,
) -> tuple[float, float, float, float]:
    """Of pitch and roll, left and right, over the rows after one was replaced by this frame's."""
    row = np.zeros(4)
    for i in range(4):
        if feels[i // 2]:
            joint = SHOULDERS[i]
            factor = max(0.0, 1.0 - speeds[i // 2])
            row[i] = (angles[joint] - commanded[joint]) * FORWARD_OUTWARD[i] * factor
    mean = mean_with(rows, place, row)
    return mean[0], mean[1], mean[2], mean[3]
