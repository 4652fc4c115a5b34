"""The kick catalogue: what kicks do, as measured, from a file to those who choose a kick."""

from functools import cache

from kickabout.framework import frozen
from kickabout.framework.errors import KickaboutError, did_you_mean
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import Robot, Vector2


@frozen
class KickEntry:
    """A kick with the right foot; with the left one everything is mirrored."""

    name: str  # as in requests
    walking: bool  # within the walk, or from a stand
    ball_x: float  # m, place of the ball before the robot when the kick should begin
    ball_y: float  # m, negative is right
    direction: float  # rad, of the ball against the heading of the robot, left is positive
    reach: float  # m that the ball rolls, mean
    reach_spread: float  # m, standard deviation
    direction_spread: float  # rad, standard deviation
    duration: float  # s, by plan, until the robot can do something else
    ball_time: float  # s, from the beginning until the ball moves, median
    hit: float  # share of kicks that move the ball
    falls: float  # share of kicks after which the robot lies

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
        raise KickaboutError(f"there is no kick '{wanted}'.{did_you_mean(wanted, known)}")


@cache
def kick_catalogue() -> KickCatalogue:
    """The measured kicks of the configuration."""
    return read_as(load_config("kicks", "catalogue"), KickCatalogue)
