"""Torso pose: from inclination and leg posture to the pose of the torso above the ground."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Last, Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3, Pose3, Vec3
from kickabout.geometry.rotations import rotated
from kickabout.representations import (
    BodyModel,
    GroundContactState,
    InertialState,
    Motion,
    MotionState,
    TorsoState,
)

UNSTABLE = (Motion.FALL, Motion.GET_UP, Motion.DIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TorsoPoseCalculatorParameters:
    upright_below: float = param(
        0.6, unit="rad", low=0.0, high=1.5, doc="tilt up to which the robot counts as on its feet"
    )


class TorsoPoseCalculator(Module[TorsoPoseCalculatorParameters]):
    """Computes the torso's height by the longer leg and its position by the middle of the soles.

    After B-Human 2019, section 7.4, equations 7.2 to 7.5. As printed, they give the mean height of
    both legs; the text says the height of the leg that reaches the ground, which is used here.
    """

    def update(
        self,
        body: BodyModel,
        inertial: InertialState,
        contact: GroundContactState,
        motion: Last[MotionState],
    ) -> TorsoState:
        translation = torso_over_soles(
            inertial.torso_to_level,
            body.left_sole_to_torso.translation,
            body.right_sole_to_torso.translation,
        )
        translation.setflags(write=False)
        # Compare cosines instead of angles, because NaN is never larger.
        upright = float(inertial.torso_to_level[2, 2]) > math.cos(self.parameters.upright_below)
        stable = motion.motion not in UNSTABLE
        return TorsoState(
            torso_to_robot=Pose3(inertial.torso_to_level, translation),
            valid=contact.contact and stable and upright,
        )


@kernel
def torso_over_soles(torso_to_level: Mat3, left_in_torso: Vec3, right_in_torso: Vec3) -> Vec3:
    """Return the position of the torso relative to the ground point midway between the soles."""
    left = rotated(torso_to_level, left_in_torso)
    right = rotated(torso_to_level, right_in_torso)
    return np.array(
        (-0.5 * (left[0] + right[0]), -0.5 * (left[1] + right[1]), -min(left[2], right[2]))
    )
