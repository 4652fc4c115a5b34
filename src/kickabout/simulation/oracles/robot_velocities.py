"""Velocities of robots: from where they are in successive frames to how they move."""

from kickabout.geometry import Field, Vector2
from kickabout.representations import TrueRobot

FASTEST = 1.0  # m/s; what moved faster was carried, and has no velocity


class RobotVelocities:
    """Remembers where each robot was."""

    def __init__(self) -> None:
        self._places: dict[tuple[bool, int], Vector2[Field]] = {}

    def step(self, robots: tuple[TrueRobot, ...], dt: float) -> list[Vector2[Field]]:
        """In the order of the robots; zero for those that were not there before."""
        before, self._places = self._places, {}
        velocities = []
        for robot in robots:
            key, place = (robot.own_team, robot.number), robot.robot_to_field.position
            velocities.append(_velocity(before.get(key, place), place, dt))
            self._places[key] = place
        return velocities


def _velocity(before: Vector2[Field], now: Vector2[Field], dt: float) -> Vector2[Field]:
    if dt <= 0.0:
        return Vector2()
    velocity = (now - before) / dt
    return velocity if velocity.norm <= FASTEST else Vector2()
