"""Odometry increment: from odometry to the robot's motion since the last cycle."""

from kickabout.geometry import Pose2, Robot
from kickabout.representations import Odometry


class OdometryIncrement:
    """Computes the odometry increment since the last cycle.

    The step in `Odometry` is that of one motion cycle. There are more motion cycles than cycles of
    cognition, so summing up these steps would lose a third of the distance.
    """

    def __init__(self) -> None:
        self._last: Pose2[Robot, Robot] | None = None

    def step(self, odometry: Odometry) -> Pose2[Robot, Robot]:
        """Return the increment since the last call; call it once in each cycle."""
        now = odometry.robot_to_start
        last, self._last = self._last or now, now
        return last.inverse() @ now
