"""Velocities of robots from their poses in successive frames."""

import math

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import TrueRobot

MAX_SPEED = 1.0  # m/s; a faster robot was carried, and has no velocity
AT_REST: Vector2[Field] = Vector2()


class RobotVelocities:
    """Velocities of all robots since the last step."""

    def __init__(self) -> None:
        self._poses: dict[tuple[bool, int], Pose2[Robot, Field]] = {}

    def step(self, robots: tuple[TrueRobot, ...], dt: float) -> list[Vector2[Field]]:
        """Return velocities in the order of the robots; zero for those without an earlier pose."""
        before, self._poses = self._poses, {}
        velocities = []
        for robot in robots:
            key, pose = (robot.own_team, robot.number), robot.robot_to_field
            last = before.get(key, pose)
            velocities.append(_velocity(pose.x - last.x, pose.y - last.y, dt))
            self._poses[key] = pose
        return velocities


def _velocity(dx: float, dy: float, dt: float) -> Vector2[Field]:
    if dt <= 0.0:
        return AT_REST
    x, y = dx / dt, dy / dt
    return Vector2(x, y) if math.hypot(x, y) <= MAX_SPEED else AT_REST
