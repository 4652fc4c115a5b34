"""The GameController's wire protocol: headers, ports, layouts and enumerations per version."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from struct import Struct
from typing import Generic, TypeVar

from kickabout.representations.game import (
    CompetitionPhase,
    CompetitionType,
    GamePhase,
    GameState,
    Penalty,
    SetPlay,
    TeamColor,
)

CONTROL_HEADER = b"RGme"
TRUE_DATA_HEADER = b"RGTD"  # the same content, but undelayed, for monitors
RETURN_HEADER = b"RGrt"
MONITOR_REQUEST = b"RGTr\x00"  # header and version

NO_TEAM = 255  # as kicking team: none, or not reported

LOST_AFTER = 4.0  # s without packets after which robot and controller treat each other as lost

HEAD = Struct("<4s10Bhh")

Meaning = TypeVar("Meaning", bound=Enum)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameControllerPorts:
    """UDP ports; with different shifts, several games run on one host."""

    control: int = 3838  # robots and monitors listen here
    status: int = 3939  # the controller listens here for return data
    monitor: int = 3636  # the controller listens here for monitors
    forwarded: int = 3940  # monitors listen here for return data of the robots

    def shifted(self, offset: int) -> "GameControllerPorts":
        return GameControllerPorts(
            control=self.control + offset,
            status=self.status + offset,
            monitor=self.monitor + offset,
            forwarded=self.forwarded + offset,
        )


class Numbers(Generic[Meaning]):
    """Members of an enumeration and their numbers in one version of the protocol."""

    def __init__(self, name: str, by_number: Mapping[int, Meaning]) -> None:
        self.name = name
        self.by_number = dict(by_number)
        self.by_meaning = {meaning: number for number, meaning in by_number.items()}

    def number(self, meaning: Meaning) -> int:
        """Return the number of a member; some members exist in other versions only."""
        if meaning not in self.by_meaning:
            known = ", ".join(other.name.lower() for other in self.by_meaning)
            raise ValueError(
                f"{self.name} '{meaning.name.lower()}' does not exist in this protocol version,"
                f" expected one of {known}"
            )
        return self.by_meaning[meaning]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolVersion:
    """Layout and enumerations of one version of control data and return data."""

    control: int
    returned: int
    slots: int  # players in the list of each team
    team: Struct
    has_goalkeeper: bool
    has_message_budget: bool
    states: Numbers[GameState]
    set_plays: Numbers[SetPlay]
    competition_types: Numbers[CompetitionType]
    penalties: Numbers[Penalty]

    @property
    def size(self) -> int:
        return HEAD.size + 2 * self.team.size


def _in_order(name: str, *meanings: Meaning) -> Numbers[Meaning]:
    return Numbers(name, dict(enumerate(meanings)))


GAME_PHASES = _in_order("game phase", *GamePhase)
COMPETITION_PHASES = _in_order("competition phase", *CompetitionPhase)
COLORS = _in_order("color", *TeamColor)

_STATES_2019 = (
    GameState.INITIAL,
    GameState.READY,
    GameState.SET,
    GameState.PLAYING,
    GameState.FINISHED,
)
_SET_PLAYS_2019 = (
    SetPlay.NONE,
    SetPlay.GOAL_KICK,
    SetPlay.PUSHING_FREE_KICK,
    SetPlay.CORNER_KICK,
    SetPlay.KICK_IN,
)
_PENALTIES_ALWAYS = {
    0: Penalty.NONE,
    1: Penalty.ILLEGAL_BALL_CONTACT,
    2: Penalty.PLAYER_PUSHING,
    3: Penalty.MOTION_IN_SET,
    4: Penalty.INACTIVE_PLAYER,
    5: Penalty.ILLEGAL_POSITION,
    6: Penalty.LEAVING_THE_FIELD,
    14: Penalty.SUBSTITUTE,
    15: Penalty.MANUAL,
}

VERSION_12 = ProtocolVersion(
    control=12,
    returned=3,
    slots=6,
    team=Struct("<4BH12B"),
    has_goalkeeper=False,
    has_message_budget=False,
    states=_in_order("game state", *_STATES_2019),
    set_plays=_in_order("set play", *_SET_PLAYS_2019),
    competition_types=_in_order(
        "competition type", CompetitionType.NORMAL, CompetitionType.MIXED_TEAM
    ),
    penalties=Numbers(
        "penalty",
        {
            **_PENALTIES_ALWAYS,
            7: Penalty.KICK_OFF_GOAL,
            8: Penalty.REQUEST_FOR_PICKUP,
            9: Penalty.LOCAL_GAME_STUCK,
            10: Penalty.ILLEGAL_POSITION_IN_SET,
        },
    ),
)

VERSION_18 = ProtocolVersion(
    control=18,
    returned=4,
    slots=20,
    team=Struct("<6BHH40B"),
    has_goalkeeper=True,
    has_message_budget=True,
    states=_in_order("game state", *_STATES_2019, GameState.STANDBY),
    set_plays=_in_order("set play", *_SET_PLAYS_2019, SetPlay.PENALTY_KICK),
    competition_types=_in_order(
        "competition type", CompetitionType.NORMAL, CompetitionType.MOST_PASSES
    ),
    penalties=Numbers(
        "penalty",
        {
            **_PENALTIES_ALWAYS,
            7: Penalty.REQUEST_FOR_PICKUP,
            8: Penalty.LOCAL_GAME_STUCK,
            9: Penalty.ILLEGAL_POSITION_IN_SET,
            10: Penalty.PLAYER_STANCE,
            11: Penalty.MOTION_IN_STANDBY,
        },
    ),
)

VERSIONS = {version.control: version for version in (VERSION_12, VERSION_18)}


def protocol_version(control: int) -> ProtocolVersion:
    """Return a version by its number in the control data."""
    if control not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise ValueError(f"control data have version {control}, expected one of {known}")
    return VERSIONS[control]
