"""Walk output: from the state of a walker to what every walk engine hears and says."""

import math

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec
from kickabout.motion.walk.support_switch import Weight
from kickabout.motion.walk.walk_wishes import WalkWishes
from kickabout.motion.walk.walker import Walker
from kickabout.representations import FootSupportState, WalkOutput
from kickabout.robots.nao.joints import LEGS, Joint


def felt_weight(feet: FootSupportState) -> Weight:
    return Weight(
        support=feet.support, reliable=feet.reliable, predicted_switch=feet.predicted_switch
    )


def walk_output(
    walker: Walker,
    wishes: WalkWishes,
    *,
    angles: Vec,
    stiffness: Vec,
    step: Pose2[Robot, Robot],
    walking_height: bool,
) -> WalkOutput:
    """What the others are told in this frame.

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
        kicking=wishes.kick_name if walker.kicking else "",
        phase=0.0 if standing else min(1.0, walker.gait.phase),
        left_swings=walker.gait.plan.left_swings,
        remaining=wishes.target,
        kick_possible=wishes.approach.kick_possible,
    )


class WalkStiffness:
    """One stiffness for the legs, another for the rest."""

    def __init__(self) -> None:
        self._legs = math.nan  # of the array that is told; none yet
        self._told: Vec = np.zeros(len(Joint))

    def of(self, legs: float, rest: float) -> Vec:
        """The same array as long as the legs keep theirs."""
        if legs != self._legs:
            stiffness = np.full(len(Joint), rest)
            stiffness[LEGS] = legs
            stiffness.setflags(write=False)
            self._legs, self._told = legs, stiffness
        return self._told
