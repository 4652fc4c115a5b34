"""The robot's feet on the ground: from the body's posture to their poses and velocities."""

import math

import numpy as np

from kickabout.geometry import Link, Mat, Pose2, Pose3, Robot
from kickabout.geometry.pose2 import wrapped
from kickabout.modeling.ball.ball_contact import no_feet
from kickabout.representations import BodyModel, TorsoState


class OwnFeet:
    """Poses of the feet, and their velocities over ground since the last cycle."""

    def __init__(self) -> None:
        self._before: tuple[Pose2[Link, Robot], ...] = ()

    def forget(self) -> None:
        """Drop the last poses, so that the next velocities are zero."""
        self._before = ()

    def moved(
        self, body: BodyModel, torso: TorsoState, *, step: Pose2[Robot, Robot], dt: float
    ) -> Mat:
        """Return rows x, y, heading, vx, vy in robot coordinates; none if not upright."""
        if not torso.valid or body.mass <= 0.0:
            self.forget()
            return no_feet()
        soles = (body.left_sole_to_torso, body.right_sole_to_torso)
        feet = tuple(_on_ground(torso.torso_to_robot @ sole) for sole in soles)
        before = tuple(step.inverse() @ foot for foot in self._before)
        rows = np.zeros((2, 5))
        for i, foot in enumerate(feet):
            rows[i, :3] = foot.x, foot.y, foot.theta
            if before and dt > 0.0:
                rows[i, 3:] = (foot.x - before[i].x) / dt, (foot.y - before[i].y) / dt
        self._before = feet
        return rows


def _on_ground(sole_to_robot: Pose3[Link, Robot]) -> Pose2[Link, Robot]:
    x, y, _ = sole_to_robot.translation.tolist()
    heading = math.atan2(float(sole_to_robot.rotation[1, 0]), float(sole_to_robot.rotation[0, 0]))
    return Pose2(x, y, wrapped(heading))
