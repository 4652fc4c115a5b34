"""Velocities of robots: from where they are in successive frames to how they move."""

import math

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import TrueRobot

FASTEST = 1.0  # m/s; what moved faster was carried, and has no velocity
AT_REST: Vector2[Field] = Vector2()


class RobotVelocities:
    """Remembers where each robot was."""

    def __init__(self) -> None:
        self._places: dict[tuple[bool, int], Pose2[Robot, Field]] = {}

    def step(self, robots: tuple[TrueRobot, ...], dt: float) -> list[Vector2[Field]]:
        """In the order of the robots; zero for those that were not there before."""
        before, self._places = self._places, {}
        velocities = []
        for robot in robots:
            key, place = (robot.own_team, robot.number), robot.robot_to_field
            last = before.get(key, place)
            velocities.append(_velocity(place.x - last.x, place.y - last.y, dt))
            self._places[key] = place
        return velocities


def _velocity(way_x: float, way_y: float, dt: float) -> Vector2[Field]:
    if dt <= 0.0:
        return AT_REST
    x, y = way_x / dt, way_y / dt
    return Vector2(x, y) if math.hypot(x, y) <= FASTEST else AT_REST
