"""The kick catalogue: measured kicks, read from a robot's configuration."""

from functools import cache

from kickabout.framework import frozen
from kickabout.framework.errors import KickaboutError, did_you_mean
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import Robot, Vector2


@frozen
class KickEntry:
    """A kick with the right foot; a kick with the left foot is its mirror image."""

    name: str  # as in requests
    walking: bool  # within the walk; if false, from a stand
    ball_x: float  # m, position of the ball relative to the robot at the start of the kick
    ball_y: float  # m, negative is right
    direction: float  # rad, of the ball relative to the robot's heading, left is positive
    reach: float  # m, mean distance that the ball rolls
    reach_spread: float  # m, standard deviation
    direction_spread: float  # rad, standard deviation
    duration: float  # s, planned, until the robot can do something else
    ball_time: float  # s, median time from the start until the ball moves
    hit: float  # fraction of kicks that move the ball
    falls: float  # fraction of kicks after which the robot has fallen

    def __str__(self) -> str:
        return f"{'walking' if self.walking else 'standing'} {self.name}"

    def ball_in_robot(self, left: bool) -> Vector2[Robot]:
        return Vector2(self.ball_x, -self.ball_y if left else self.ball_y)

    def direction_of(self, left: bool) -> float:
        return -self.direction if left else self.direction


@frozen
class KickCatalogue:
    """All kicks."""

    kicks: tuple[KickEntry, ...]

    def kick(self, name: str, *, walking: bool) -> KickEntry:
        for entry in self.kicks:
            if entry.name == name and entry.walking == walking:
                return entry
        known = [str(entry) for entry in self.kicks]
        wanted = f"{'walking' if walking else 'standing'} {name}"
        raise KickaboutError(f"unknown kick '{wanted}'.{did_you_mean(wanted, known)}")


@cache
def kick_catalogue(robot: RobotConfiguration) -> KickCatalogue:
    """Return the measured kicks of a kind of robot."""
    return read_as(robot.load("kicks", "catalogue"), KickCatalogue)
