"""Walk output: conversions between representations and a walker, shared by all walk engines."""

import math

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec
from kickabout.motion.walk.gait import Feet, Gait
from kickabout.motion.walk.support_switch import Weight
from kickabout.motion.walk.walk_parameters import SharedWalkParameters
from kickabout.motion.walk.walk_requests import WalkRequests
from kickabout.motion.walk.walker import Walker, torso_step
from kickabout.representations import FootSupportState, WalkOutput
from kickabout.robots.nao.joints import LEGS, Joint


def felt_weight(feet: FootSupportState) -> Weight:
    return Weight(
        support=feet.support, reliable=feet.reliable, predicted_switch=feet.predicted_switch
    )


def odometry_step(
    before: Feet,
    gait: Gait,
    parameters: SharedWalkParameters,
    *,
    hip_offset: float,
    turn_factor: float = 1.0,
) -> Pose2[Robot, Robot]:
    """Return the motion of the robot in this frame, scaled to what such motions really achieve."""
    p, left_supports = parameters, not gait.plan.left_swings
    moved = torso_step(before, gait.feet, left_supports=left_supports, hip_offset=hip_offset)
    forward = p.odometry_x if moved.x >= 0.0 else p.odometry_backward
    return Pose2(moved.x * forward, moved.y * p.odometry_y, moved.turn * turn_factor)


def walk_output(
    walker: Walker,
    requests: WalkRequests,
    *,
    angles: Vec,
    stiffness: Vec,
    step: Pose2[Robot, Robot],
    walking_height: bool,
) -> WalkOutput:
    """Return the output of this frame.

    Kicks begin at walking height without a transition, so a high stand comes down first.
    """
    angles.setflags(write=False)
    standing = walker.standing
    return WalkOutput(
        angles=angles,
        stiffness=stiffness,
        leaving_possible=standing and walking_height,
        finished=standing,
        step=step,
        standing=standing,
        speed=Pose2(*walker.speed),
        kicking=requests.kick_name if walker.kicking else "",
        phase=0.0 if standing else min(1.0, walker.gait.phase),
        left_swings=walker.gait.plan.left_swings,
        remaining=requests.target,
        kick_possible=requests.approach.kick_possible,
    )


class WalkStiffness:
    """Stiffness vector with one value for the legs and one for the other joints."""

    def __init__(self) -> None:
        self._legs = math.nan  # stiffness of the legs in `_joints`; none yet
        self._joints: Vec = np.zeros(len(Joint))

    def of(self, legs: float, rest: float) -> Vec:
        """Return the stiffness vector, the same array while `legs` stays the same."""
        if legs != self._legs:
            stiffness = np.full(len(Joint), rest)
            stiffness[LEGS] = legs
            stiffness.setflags(write=False)
            self._legs, self._joints = legs, stiffness
        return self._joints
