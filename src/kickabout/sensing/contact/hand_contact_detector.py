"""Arm contact 2021: from position errors of the hands to pushes."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Last, Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray
from kickabout.representations import ArmContactState, MotionState, PushDirection
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import LEFT_HAND, RIGHT_HAND, nao_kinematics
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

SHOULDERS = (int(Joint.LEFT_SHOULDER_PITCH), int(Joint.RIGHT_SHOULDER_PITCH))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandContactDetectorParameters(ArmContactParameters):
    window: int = param(
        10, unit="frames", low=1, doc="number of frames over which errors are averaged"
    )
    forward_limit: float = param(
        0.015, unit="m", low=0.0, doc="minimum error of a hand to front or back for a contact"
    )
    sideways_limit: float = param(
        0.015, unit="m", low=0.0, doc="minimum error of a hand to the side for a contact"
    )
    forward_per_speed: float = param(
        0.02, unit="s", low=0.0, doc="increase of the limit to front and back per walking speed"
    )
    sideways_per_speed: float = param(
        0.02, unit="s", low=0.0, doc="increase of the limit to the side per walking speed"
    )


class HandContactDetector(Module[HandContactDetectorParameters]):
    """Compares measured hand positions with those of earlier commands.

    After B-Human 2021, section 7.2. There is no contact for an arm moved by key frames or for a
    falling robot, and errors of that time are not used afterwards.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: HandContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.arms = PushedArms()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.errors = ArmErrors(self.parameters)

    def update(self, given: ArmContactInputs, motion: Last[MotionState]) -> ArmContactState:
        stiffness, p = given.request.stiffness, self.parameters
        left, right = (float(stiffness[joint]) > p.stiff_above for joint in SHOULDERS)
        if not (left or right):
            self.errors.clear()
            return NO_CONTACT
        angles = self.errors.commanded(given.request.angles)
        if angles is None or not len(given.body.link_positions):
            return NO_CONTACT
        commanded = self.kinematics.forward(angles).translations
        observable = observable_arms(given.fall, given.selection, (left, right))
        index = self.errors.next_index()
        mean = mean_hand_error(
            given.body.link_positions, commanded, observable, self.errors.rows, index
        )
        if not self.errors.is_full:
            return NO_CONTACT
        self.debug.plot("left forward error", mean[0])
        self.debug.plot("right forward error", mean[2])
        speed = math.hypot(motion.walking_at.x, motion.walking_at.y)
        directions = (
            self._direction(mean[0], mean[1], speed) if observable[0] else PushDirection.NONE,
            self._direction(mean[2], -mean[3], speed) if observable[1] else PushDirection.NONE,
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
    commanded: FloatArray,
    observable: tuple[bool, bool],
    rows: FloatArray,
    index: int,
) -> tuple[float, float, float, float]:
    """Return the mean errors, forward and to the left, of left and right hand over the window."""
    row = np.zeros(4)
    for axis in range(2):
        if observable[0]:
            row[axis] = links[LEFT_HAND, axis] - commanded[LEFT_HAND, axis]
        if observable[1]:
            row[2 + axis] = links[RIGHT_HAND, axis] - commanded[RIGHT_HAND, axis]
    mean = mean_with(rows, index, row)
    return mean[0], mean[1], mean[2], mean[3]
