"""HULKs' tackle posture: from arms behind the back to a torso that leans over the feet.

After HULKs 2021, 6.6.1: with arms pulled back and the upper body leaned forward the center of mass
is over the middle of the feet, which makes the robot hardest to push over.
"""

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.walk.feet_kernels import walking_posture
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM
from kickabout.robots.nao.kinematics import LEFT_SOLE, NaoKinematics
from kickabout.robots.nao.postures import STAND

NO_SWING = (0.0, 0.0)
AT_REST = (0.0, 0.0, 0.0, 0.0, 0.0)
MAX_LEAN = 0.4  # rad
HALVINGS = 12  # bisections of the range of leans: to 0.1 mrad


class TackleLean:
    """The lean for a position of the center of mass, cached for the same arms."""

    def __init__(self, kinematics: NaoKinematics) -> None:
        self.kinematics = kinematics
        self._arms: Vec | None = None
        self._lean = 0.0

    def of(self, arms: Vec, body: tuple[float, float], mass_x: float) -> float:
        """Return the forward lean (rad) with the center of mass `mass_x` in front of the ankles.

        `body`: height of the hips, and their distance in front of the ankles.
        """
        if self._arms is None or not np.array_equal(arms, self._arms):
            self._arms = arms.copy()
            low, high = 0.0, MAX_LEAN
            for _ in range(HALVINGS):
                middle = (low + high) / 2.0
                if mass_ahead_of_ankles(self.kinematics, arms, body, middle) < mass_x:
                    low = middle
                else:
                    high = middle
            self._lean = low
        return self._lean


def mass_ahead_of_ankles(
    kinematics: NaoKinematics, arms: Vec, body: tuple[float, float], lean: float
) -> float:
    """Return the distance of the center of mass in front of the ankles, in m."""
    angles = STAND.copy()
    hip_offset = float(kinematics.leg[0])
    torso = (hip_offset, body[0], body[1], lean, 0.0)
    walking_posture(AT_REST, AT_REST, torso, NO_SWING, kinematics.leg, angles)
    angles[LEFT_ARM], angles[RIGHT_ARM] = arms[LEFT_ARM], arms[RIGHT_ARM]
    poses = kinematics.forward(angles)
    offset = poses.center_of_mass_in_torso - poses.translations[LEFT_SOLE]
    return float(poses.rotations[LEFT_SOLE][:, 0] @ offset)
