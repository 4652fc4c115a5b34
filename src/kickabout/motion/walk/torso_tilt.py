"""Arm-aware torso tilt: from arms in an unusual posture to a torso tilt that balances them.

Arms behind the back move the center of mass backward. The torso is tilted so far that the center's
projection stays where it would be with the usual arms.
"""

import math

import numpy as np

from kickabout.geometry import Vec
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM
from kickabout.robots.nao.kinematics import NaoKinematics

LEG_PARTS = ("pelvis", "hip", "thigh", "tibia", "ankle", "foot")


class ArmTilt:
    """Torso tilt that keeps the center of mass where it is in a usual posture."""

    def __init__(self, kinematics: NaoKinematics, usual: Vec) -> None:
        self.kinematics = kinematics
        self.usual = usual
        poses = kinematics.forward(usual)
        self.usual_x = float(poses.center_of_mass_in_torso[0])
        mass = kinematics.dimensions.mass
        self.leg_moment = 0.0  # m: legs hang below the hip and do not tilt with the torso
        for row, link in enumerate(kinematics.dimensions.links):
            if any(part in link.name for part in LEG_PARTS):
                center = poses.rotations[row] @ np.array(link.center_of_mass)
                center += poses.translations[row]
                self.leg_moment -= float(center[2]) * link.mass / mass

    def tilt(self, arms: Vec) -> float:
        """Return the forward tilt that keeps the center of mass in place with these arms."""
        posture = self.usual.copy()
        posture[LEFT_ARM] = arms[LEFT_ARM]
        posture[RIGHT_ARM] = arms[RIGHT_ARM]
        center = self.kinematics.forward(posture).center_of_mass_in_torso
        lever = float(center[2]) + self.leg_moment
        return math.atan2(self.usual_x - float(center[0]), lever)
