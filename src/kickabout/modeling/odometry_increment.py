"""The own way: from odometry to the step since the last cycle."""

from kickabout.geometry import Pose2, Robot
from kickabout.representations import Odometry


class OdometryIncrement:
    """Remembers where the last cycle was.

    The step that odometry tells is that of one motion cycle, of which there are more than of
    those that make models: who only adds such steps up loses a third of the way.
    """

    def __init__(self) -> None:
        self._last: Pose2[Robot, Robot] | None = None

    def step(self, odometry: Odometry) -> Pose2[Robot, Robot]:
        """To be asked once in each cycle."""
        now = odometry.robot_to_start
        last, self._last = self._last or now, now
        return last.inverse() @ now
