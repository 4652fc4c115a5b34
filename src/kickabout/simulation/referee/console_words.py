"""The console commands `gc` and `pr`: from text to calls of the referee."""

from collections.abc import Callable

from kickabout.framework.errors import did_you_mean
from kickabout.representations.game import (
    CompetitionPhase,
    CompetitionType,
    GameState,
    Penalty,
    SetPlay,
)
from kickabout.simulation.referee.referee import Referee
from kickabout.simulation.referee.view import TeamSide

Call = Callable[[Referee], None]

_TEAMS = {"FirstTeam": TeamSide.HOME, "SecondTeam": TeamSide.AWAY}
_STATES = ("initial", "ready", "set", "playing", "finished")
_FREE_KICKS = {
    "goalFreeKick": SetPlay.GOAL_KICK,
    "pushingFreeKick": SetPlay.PUSHING_FREE_KICK,
    "cornerKick": SetPlay.CORNER_KICK,
    "kickIn": SetPlay.KICK_IN,
}

PENALTY_WORDS = {
    "none": Penalty.NONE,
    "illegalBallContact": Penalty.ILLEGAL_BALL_CONTACT,
    "playerPushing": Penalty.PLAYER_PUSHING,
    "illegalMotionInSet": Penalty.MOTION_IN_SET,
    "inactivePlayer": Penalty.INACTIVE_PLAYER,
    "illegalDefender": Penalty.ILLEGAL_POSITION,
    "leavingTheField": Penalty.LEAVING_THE_FIELD,
    "kickOffGoal": Penalty.KICK_OFF_GOAL,
    "requestForPickup": Penalty.REQUEST_FOR_PICKUP,
    "localGameStuck": Penalty.LOCAL_GAME_STUCK,
    "illegalPositioning": Penalty.ILLEGAL_POSITION_IN_SET,
    "substitute": Penalty.SUBSTITUTE,
    "manual": Penalty.MANUAL,
}


def _state_call(state: GameState) -> Call:
    return lambda referee: referee.call(state)


def _free_kick_call(set_play: SetPlay, team: TeamSide) -> Call:
    return lambda referee: referee.free_kick(set_play, team)


def _team_calls(word: str, team: TeamSide) -> dict[str, Call]:
    return {
        f"goalBy{word}": lambda referee: referee.goal(team),
        f"kickOff{word}": lambda referee: referee.kick_off(team),
        f"manualPlacement{word}": lambda referee: referee.place_manually(team),
        **{
            f"{name}For{word}": _free_kick_call(set_play, team)
            for name, set_play in _FREE_KICKS.items()
        },
    }


def _game_calls() -> dict[str, Call]:
    calls: dict[str, Call] = {
        "competitionTypeNormal": lambda r: r.competition(kind=CompetitionType.NORMAL),
        "competitionTypeMixedTeam": lambda r: r.competition(kind=CompetitionType.MIXED_TEAM),
        "competitionPhasePlayoff": lambda r: r.competition(phase=CompetitionPhase.PLAY_OFF),
        "competitionPhaseRoundRobin": lambda r: r.competition(phase=CompetitionPhase.ROUND_ROBIN),
        "gamePenaltyShootout": Referee.start_shootout,
        "gameNormal": Referee.normal_phase,
    }
    calls |= {name: _state_call(GameState(name)) for name in _STATES}
    for word, team in _TEAMS.items():
        calls |= _team_calls(word, team)
    return calls


GAME_CALLS = _game_calls()


def say_game_word(referee: Referee, word: str) -> None:
    """Carry out `gc <word>`."""
    if word not in GAME_CALLS:
        raise ValueError(f"gc has no command '{word}'.{did_you_mean(word, GAME_CALLS)}")
    GAME_CALLS[word](referee)


def say_penalty_word(referee: Referee, word: str, *, team: TeamSide, number: int) -> None:
    """Carry out `pr <word>` for a robot."""
    if word not in PENALTY_WORDS:
        raise ValueError(f"pr has no command '{word}'.{did_you_mean(word, PENALTY_WORDS)}")
    referee.penalize(team, number, PENALTY_WORDS[word])
