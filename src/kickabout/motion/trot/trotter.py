"""The state of a trot over time: from a requested walk to the angles of the legs."""

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec, Vec3
from kickabout.motion.trot.trot_gait import TrotGait
from kickabout.motion.trot.trot_kernels import trot
from kickabout.robots.aibo.kinematics import LEG_JOINTS, AiboKinematics


class Trotter:
    """Trots with a gait; standing is a trot without lift and stride."""

    def __init__(self, kinematics: AiboKinematics, gait: TrotGait) -> None:
        self.kinematics = kinematics
        self.gait = gait
        self.phase = 0.0  # of the period, 0 … 1
        self.fractions = np.zeros(3)  # of the fastest walks
        self.stepping = 0.0  # factor of the lift

    @property
    def gait(self) -> TrotGait:
        return self._gait

    @gait.setter
    def gait(self, gait: TrotGait) -> None:
        self._gait, self._table = gait, gait.table

    @property
    def standing(self) -> bool:
        return self.stepping == 0.0

    @property
    def speed(self) -> Pose2[Robot, Robot]:
        """Return the speed that the gait's file expects."""
        return self.gait.speed(self.fractions)

    def stop(self) -> None:
        """Stand at once, because another motion has the legs."""
        self.phase, self.fractions, self.stepping = 0.0, np.zeros(3), 0.0

    def advance(
        self, wanted: Vec3, walks: bool, dt: float, *, acceleration: float, lifting: float
    ) -> None:
        """Approach the wanted fractions; a robot that stops lifts its paws until it is slow.

        `acceleration`: largest change of the fractions, per second. `lifting`: time in which paws
        begin or end to be lifted.
        """
        most = acceleration * dt
        self.fractions = self.fractions + np.clip(wanted - self.fractions, -most, most)
        moves = walks or bool(np.abs(self.fractions).max() > most)
        change = dt / lifting
        self.stepping = min(1.0, max(0.0, self.stepping + (change if moves else -change)))
        if self.stepping == 0.0:
            self.phase, self.fractions = 0.0, np.zeros(3)
        else:
            self.phase = (self.phase + dt / self.gait.period) % 1.0

    def angles(self) -> Vec:
        """Return the angles of the legs; NaN for all other joints."""
        body, paws = self.kinematics, np.empty((4, 3))
        stride = self.gait.stride(self.fractions)
        trot(self.phase, self._table, stride, self.stepping, body.shoulders, body.legs, paws)
        angles = np.full(len(body.joint_min), np.nan)
        angles[:LEG_JOINTS] = body.leg_angles(paws).angles
        return angles
