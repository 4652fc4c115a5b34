"""The data that the GameController sends: the true state, or a delayed one."""

import math
from dataclasses import dataclass, replace

from kickabout.communication.game_controller_protocol import protocol_version
from kickabout.representations.game import (
    CompetitionPhase,
    GameControllerData,
    GamePhase,
    GamePlayer,
    GameState,
    GameTeam,
    SetPlay,
)
from kickabout.simulation.referee.game import Game
from kickabout.simulation.referee.rules import DelayRules
from kickabout.simulation.referee.view import TeamSide

MAX_SECONDS = 32767  # signed 16-bit field of a time
MAX_PENALTY_SECONDS = 255  # 8-bit field


def true_data(game: Game) -> GameControllerData:
    """Return the game as monitors receive it."""
    left = game.defends_left
    return GameControllerData(
        players_per_team=game.rules.team_size,
        competition_phase=(
            CompetitionPhase.PLAY_OFF if game.play_off else CompetitionPhase.ROUND_ROBIN
        ),
        competition_type=game.competition_type,
        game_phase=game.phase,
        state=game.state,
        set_play=game.set_play,
        first_half=game.first_half,
        kicking_team=_kicking_team(game),
        seconds_remaining=_seconds(game.time_remaining),
        secondary_seconds=_seconds(game.secondary or 0.0),
        teams=(_team(game, left), _team(game, left.other)),
    )


def _kicking_team(game: Game) -> int | None:
    """Return the kicking team; in open play, newer protocols send none."""
    if game.kicking_team is None:
        return None
    if game.in_open_play and protocol_version(game.rules.protocol_version).control > 12:
        return None
    return game.teams[game.kicking_team].identity.number


def _team(game: Game, side: TeamSide) -> GameTeam:
    team = game.teams[side]
    identity = team.identity
    has_keeper = protocol_version(game.rules.protocol_version).has_goalkeeper
    return GameTeam(
        number=identity.number,
        color=identity.color,
        goalkeeper_color=identity.goalkeeper_color if has_keeper else identity.color,
        goalkeeper=_goalkeeper(game, side),
        score=team.score,
        penalty_shot=team.penalty_shot,
        single_shots=team.single_shots,
        message_budget=team.messages_left,
        players=tuple(
            GamePlayer(
                penalty=player.penalty,
                seconds_till_unpenalized=min(_seconds(player.remaining), MAX_PENALTY_SECONDS),
            )
            for player in team.players.values()
        ),
    )


def _goalkeeper(game: Game, side: TeamSide) -> int:
    """Return the keeper's number; in a shoot-out it must not be that of the striker."""
    team = game.teams[side]
    strikes = game.phase is GamePhase.PENALTY_SHOOTOUT and game.kicking_team is side
    if not (strikes and team.players[team.goalkeeper].plays):
        return team.goalkeeper
    return next(number for number, player in team.players.items() if not player.plays)


def _seconds(time: float) -> int:
    """Round up as the league's controller does, but ignore a fraction of a millisecond."""
    return max(-MAX_SECONDS, min(MAX_SECONDS, math.ceil(time - 1e-3)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    data: GameControllerData
    since: float
    until: float
    clock_runs: bool


class Publication:
    """Delays the published state after a whistle or gesture that players have to notice.

    Changes of single players are published at once. The delay ends early when something happens
    that is impossible in the previous state.
    """

    def __init__(self, delays: DelayRules) -> None:
        self._delays = delays
        self._held: _Held | None = None

    def hold(self, game: Game, *, time: float, delay: float) -> None:
        """Keep publishing the current state for a while; call this before the change."""
        self._held = None
        if delay > 0.0:
            frozen = self._delays.clock_frozen and game.state is GameState.SET
            self._held = _Held(
                data=true_data(game),
                since=time,
                until=time + delay,
                clock_runs=game.clock_runs and not frozen,
            )

    def drop(self) -> None:
        """Publish the true state from now on."""
        self._held = None

    def is_delayed(self, time: float) -> bool:
        return self._held is not None and time < self._held.until

    def data(self, game: Game, time: float) -> GameControllerData:
        """Return the game as players receive it."""
        shown = true_data(game)
        if self._held is not None and time < self._held.until:
            shown = _as_before(shown, self._held, time)
        return self._without_side(shown)

    def _without_side(self, data: GameControllerData) -> GameControllerData:
        hidden = (
            self._delays.hide_kicking_side
            and data.set_play is not SetPlay.NONE
            and data.game_phase is GamePhase.NORMAL
        )
        return replace(data, kicking_team=None) if hidden else data


def _as_before(truth: GameControllerData, held: _Held, time: float) -> GameControllerData:
    passed = time - held.since
    old = {team.number: team for team in held.data.teams}
    first, second = (
        replace(
            team,
            score=old[team.number].score,
            penalty_shot=old[team.number].penalty_shot,
            single_shots=old[team.number].single_shots,
        )
        for team in truth.teams
    )
    clock = held.data.seconds_remaining - (math.floor(passed) if held.clock_runs else 0)
    playing = held.data.state is GameState.PLAYING
    return replace(
        held.data,
        seconds_remaining=clock,
        secondary_seconds=max(0, held.data.secondary_seconds - math.floor(passed))
        if playing
        else 0,
        teams=(first, second),
    )
