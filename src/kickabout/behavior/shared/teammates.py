"""Active teammates: from messages and percepts to the teammates on the field."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from kickabout.framework import frozen
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    GameInfo,
    Penalty,
    PlayerInfo,
    Role,
    TeamData,
    Teammate,
    TeamPlayersModel,
)


def penalty_of(game: GameInfo, player: PlayerInfo) -> Penalty:
    """Return the penalty of a player; none while the GameController does not know its team."""
    own = game.data.team(player.team)
    return Penalty.NONE if own is None else own.player(player.number).penalty


@frozen
class ActiveTeammate:
    """A teammate that is on the field and not penalized."""

    number: int
    position: Vector2[Field]
    heading: float | None = None  # rad; None if the robot is only seen
    upright: bool = True
    role: Role = Role.NONE  # as reported
    time_to_reach_ball: float | None = None  # s, as reported
    walking_to: Pose2[Robot, Field] | None = None
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0


@lru_cache(maxsize=32)  # role assignment and behavior of a robot share the result of a cycle
def active_teammates(
    team: TeamData, players: TeamPlayersModel, game: GameInfo, player: PlayerInfo
) -> Sequence[ActiveTeammate]:
    """Return all teammates that are not penalized, by number; reports win over percepts."""
    reporting = _reporting_teammates(team, game, player)
    numbers = [teammate.number for teammate in reporting]
    others = [other for other in players.teammates if other.number not in numbers]
    if not others:
        return reporting
    may_play = _players(game, player)
    seen = [
        ActiveTeammate(number=other.number, position=other.position_in_field, upright=other.upright)
        for other in others
        if may_play(other.number)
    ]
    return tuple(sorted([*reporting, *seen], key=_number))


def _number(teammate: ActiveTeammate) -> int:
    return teammate.number


def _players(game: GameInfo, player: PlayerInfo) -> Callable[[int], bool]:
    """Return a function that says whether the teammate with a number may play."""
    own = game.data.team(player.team)

    def may_play(number: int) -> bool:
        if number == player.number or number == 0:
            return False
        return own is None or own.player(number).penalty is Penalty.NONE

    return may_play


@lru_cache(maxsize=32)  # one per robot in a process, as messages are rare
def _reporting_teammates(
    team: TeamData, game: GameInfo, player: PlayerInfo
) -> tuple[ActiveTeammate, ...]:
    may_play = _players(game, player)
    reporting = [_from_message(m) for m in team.teammates if may_play(m.number) and not m.penalized]
    return tuple(sorted(reporting, key=_number))


def _from_message(teammate: Teammate) -> ActiveTeammate:
    return ActiveTeammate(
        number=teammate.number,
        position=teammate.robot_to_field.position,
        heading=teammate.robot_to_field.theta,
        upright=teammate.upright,
        role=teammate.role,
        time_to_reach_ball=teammate.time_to_reach_ball
        if teammate.time_to_reach_ball < 1e8
        else None,
        walking_to=teammate.walking_to,
        shooting_to=teammate.shooting_to,
        passing_to=teammate.passing_to,
    )
