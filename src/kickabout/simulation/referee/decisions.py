"""Decisions of the referee: calls, whistles for the microphones, placements for the world."""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import TypeVar

from kickabout.geometry import Pose2, Robot, Vector2, World
from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.view import RobotId, TeamSide


class WhistleReason(StrEnum):
    START = auto()  # kick-off, penalty kick, penalty shot
    GOAL = auto()
    GAME_STUCK = auto()
    END_OF_HALF = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Whistle:
    reason: WhistleReason
    blows: int = 1
    referee_in_world: Vector2[World]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    state: GameState
    set_play: SetPlay = SetPlay.NONE
    kicking_team: TeamSide | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalScored:
    team: TeamSide
    scorer: RobotId | None  # robot of the last touch; of the other team for an own goal
    score: tuple[int, int]  # home, away


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    robot: RobotId
    penalty: Penalty
    duration: float  # s; 0: it does not end by itself


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyEnded:
    robot: RobotId
    penalty: Penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class BallPlacement:
    """The ball is to be placed there, at rest."""

    ball_in_world: Vector2[World]


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotPlacement:
    """The robot is to be placed there, upright and at rest."""

    robot: RobotId
    robot_to_world: Pose2[Robot, World]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPress:
    """A person presses a button of the robot."""

    robot: RobotId
    buttons: tuple[str, ...]  # names on different robots; the first one that it has is meant
    duration: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A call of the head referee as text for people."""

    text: str


Decision = (
    Whistle
    | StateChange
    | GoalScored
    | PenaltyGiven
    | PenaltyEnded
    | BallPlacement
    | RobotPlacement
    | ButtonPress
    | Announcement
)
Kind = TypeVar("Kind", bound=Decision)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeOutput:
    decisions: tuple[Decision, ...] = ()  # in the order in which they were made

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Return all decisions of one kind."""
        return tuple(decision for decision in self.decisions if isinstance(decision, kind))
