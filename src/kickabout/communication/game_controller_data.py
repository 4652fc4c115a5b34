"""Data types: the status returned to the GameController, and rejections of datagrams."""

from dataclasses import dataclass, field
from enum import StrEnum, auto

from kickabout.geometry import Field, Pose2, Robot, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotStatus:
    """Status that a robot returns to the GameController; in 2019 only team and player are sent."""

    team: int = 0
    player: int = 0
    fallen: bool = False
    robot_to_field: Pose2[Robot, Field] = field(default_factory=Pose2)
    ball_age: float | None = None  # s since the ball was seen; None: never
    ball_in_robot: Vector2[Robot] = field(default_factory=Vector2)


class Rejection(StrEnum):
    """Reason why a datagram was not accepted."""

    TOO_SHORT = auto()  # for header and version
    WRONG_HEADER = auto()
    WRONG_VERSION = auto()
    WRONG_LENGTH = auto()
    UNKNOWN_VALUE = auto()  # not a member of the field's enumeration
    NOT_A_NUMBER = auto()  # an infinite or undefined measurement
    FOREIGN_TEAM = auto()  # a game of other teams
    OTHER_CONTROLLER = auto()  # this game, but another host or program already controls it
    OLD_PACKET = auto()  # the packet number is not after the latest one


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeError:
    """Reason and detail that decoding returns instead of a value; it is never raised."""

    reason: Rejection
    detail: str
