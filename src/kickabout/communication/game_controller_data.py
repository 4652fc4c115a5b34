"""What robots return to the GameController, and why a datagram may not be accepted."""

from dataclasses import dataclass, field
from enum import StrEnum, auto

from kickabout.geometry import Field, Pose2, Robot, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotStatus:
    """What a robot returns to the GameController; 2019's controller hears only who it is."""

    team: int = 0
    player: int = 0
    fallen: bool = False
    robot_to_field: Pose2[Robot, Field] = field(default_factory=Pose2)
    ball_age: float | None = None  # s since the ball was seen, None: never
    ball_in_robot: Vector2[Robot] = field(default_factory=Vector2)


class Rejection(StrEnum):
    """Why a datagram was not accepted."""

    TOO_SHORT = auto()  # not even header and version
    WRONG_HEADER = auto()
    WRONG_VERSION = auto()
    WRONG_LENGTH = auto()
    UNKNOWN_VALUE = auto()  # a number without meaning in a field of numbers with meaning
    NOT_A_NUMBER = auto()  # infinite or undefined measurement
    FOREIGN_TEAM = auto()  # well-formed, but about a game of other teams
    OTHER_CONTROLLER = auto()  # about this game, but another host or program controls it
    OLD_PACKET = auto()  # its number is not after that of the latest one


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeError:
    """What decoding gives instead of a value; it is returned, never raised."""

    reason: Rejection
    detail: str
