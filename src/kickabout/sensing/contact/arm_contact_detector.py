"""Arm contact 2019: from angle errors of the shoulders to pushes."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.representations import ArmContactState, JointState, PushDirection
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import LEFT_HAND, RIGHT_HAND
from kickabout.sensing.contact.arm_contact import (
    NO_CONTACT,
    ArmContactInputs,
    ArmContactParameters,
    ArmErrors,
    PushedArms,
    mean_with,
    observable_arms,
    push_direction,
)

SHOULDERS = (
    int(Joint.LEFT_SHOULDER_PITCH),
    int(Joint.LEFT_SHOULDER_ROLL),
    int(Joint.RIGHT_SHOULDER_PITCH),
    int(Joint.RIGHT_SHOULDER_ROLL),
)
# A hanging arm moves back if its pitch grows, and outward if roll grows (left) or falls (right).
FORWARD_OUTWARD = (-1.0, 1.0, -1.0, -1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmContactDetectorParameters(ArmContactParameters):
    fast_hand: float = param(
        1.0, unit="m/s", low=0.05, doc="speed of a hand from which on errors are ignored"
    )
    pitch_limit: float = param(
        0.07, unit="rad", low=0.0, doc="minimum error of the shoulder pitch for a contact"
    )
    roll_limit: float = param(
        0.07, unit="rad", low=0.0, doc="minimum error of the shoulder roll for a contact"
    )


class ArmContactDetector(Module[ArmContactDetectorParameters]):
    """Compares shoulder angles with earlier commands; errors of fast arms have less weight.

    After B-Human 2019, section 7.6, whose compass directions point to the obstacle; here they are
    the direction in which the arm is pushed. There is no contact for an arm moved by key frames or
    for a falling robot, and errors of that time are not used afterwards.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: ArmContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.arms = PushedArms()
        self.last_hands: FloatArray = np.zeros((2, 3))
        self.hands_known = False
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.errors = ArmErrors(self.parameters)

    def update(self, given: ArmContactInputs, joints: JointState) -> ArmContactState:
        stiffness = given.request.stiffness.tolist()
        stiff_above = self.parameters.stiff_above
        speeds = self._hand_speeds(given)
        if max(stiffness[joint] for joint in SHOULDERS) <= stiff_above:
            self.errors.clear()
            return NO_CONTACT
        commanded = self.errors.commanded(given.request.angles)
        if commanded is None:
            return NO_CONTACT
        stiff = (stiffness[SHOULDERS[0]] > stiff_above, stiffness[SHOULDERS[2]] > stiff_above)
        observable = observable_arms(given.fall, given.selection, stiff)
        mean = mean_error(
            joints.angles,
            commanded,
            speeds,
            observable,
            self.errors.rows,
            self.errors.next_index(),
        )
        if not self.errors.is_full:
            return NO_CONTACT
        self.debug.plot("left pitch error", mean[0])
        self.debug.plot("right pitch error", mean[2])
        directions = (
            self._direction(mean[0], mean[1]) if observable[0] else PushDirection.NONE,
            self._direction(mean[2], mean[3]) if observable[1] else PushDirection.NONE,
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
        """Return the speeds of left and right hand relative to `fast_hand`; 1 if unknown."""
        links = given.body.link_positions
        known, self.hands_known = self.hands_known, len(links) > 0
        if not self.hands_known:
            return 1.0, 1.0
        left, right = hand_distances(links, self.last_hands)
        fast = self.parameters.fast_hand * given.frame.dt
        return (left / fast, right / fast) if known and fast > 0.0 else (1.0, 1.0)


@kernel
def hand_distances(links: FloatArray, before: FloatArray) -> tuple[float, float]:
    """Return the distances of left and right hand from `before`, which is updated."""
    distances = np.zeros(2)
    for side in range(2):
        hand = links[LEFT_HAND if side == 0 else RIGHT_HAND]
        for axis in range(3):
            distances[side] += (hand[axis] - before[side, axis]) ** 2
            before[side, axis] = hand[axis]
    return math.sqrt(distances[0]), math.sqrt(distances[1])


@kernel
def mean_error(
    angles: Vec,
    commanded: Vec,
    speeds: tuple[float, float],
    observable: tuple[bool, bool],
    rows: FloatArray,
    index: int,
) -> tuple[float, float, float, float]:
    """Return the mean errors (left pitch, left roll, right pitch, right roll) over the window."""
    row = np.zeros(4)
    for i in range(4):
        if observable[i // 2]:
            joint = SHOULDERS[i]
            factor = max(0.0, 1.0 - speeds[i // 2])
            row[i] = (angles[joint] - commanded[joint]) * FORWARD_OUTWARD[i] * factor
    mean = mean_with(rows, index, row)
    return mean[0], mean[1], mean[2], mean[3]
