"""Teammates: from messages and from what is seen to those who are on the field."""

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


@frozen
class Mate:
    """A teammate that can play."""

    number: int
    position: Vector2[Field]
    heading: float | None = None  # rad; None: only seen, not heard
    upright: bool = True
    role: Role = Role.NONE  # as it sees itself
    time_to_reach_ball: float | None = None  # s, as it says
    walking_to: Pose2[Robot, Field] | None = None
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0


@lru_cache(maxsize=1)  # roles and behavior ask about the same in one cycle
def mates_of(
    team: TeamData, players: TeamPlayersModel, game: GameInfo, player: PlayerInfo
) -> Sequence[Mate]:
    """All teammates that are not penalized: heard ones first, then those only seen."""
    heard = _heard_mates(team, game, player)
    numbers = [mate.number for mate in heard]
    others = [other for other in players.teammates if other.number not in numbers]
    if not others:
        return heard
    may_play = _players(game, player)
    seen = [
        Mate(number=other.number, position=other.position_in_field, upright=other.upright)
        for other in others
        if may_play(other.number)
    ]
    return tuple(sorted([*heard, *seen], key=_number))


def _number(mate: Mate) -> int:
    return mate.number


def _players(game: GameInfo, player: PlayerInfo) -> Callable[[int], bool]:
    """Whether a teammate of some number is on the field."""
    own = game.data.team(player.team)

    def may_play(number: int) -> bool:
        if number == player.number or number == 0:
            return False
        return own is None or own.player(number).penalty is Penalty.NONE

    return may_play


@lru_cache(maxsize=32)  # the last ones of each robot in a process, as messages come rarely
def _heard_mates(team: TeamData, game: GameInfo, player: PlayerInfo) -> tuple[Mate, ...]:
    may_play = _players(game, player)
    heard = [_heard(m) for m in team.teammates if may_play(m.number) and not m.penalized]
    return tuple(sorted(heard, key=_number))


def _heard(mate: Teammate) -> Mate:
    return Mate(
        number=mate.number,
        position=mate.robot_to_field.position,
        heading=mate.robot_to_field.theta,
        upright=mate.upright,
        role=mate.role,
        time_to_reach_ball=mate.time_to_reach_ball if mate.time_to_reach_ball < 1e8 else None,
        walking_to=mate.walking_to,
        shooting_to=mate.shooting_to,
        passing_to=mate.passing_to,
    )
