"""Message budget: from the number of remaining messages to the time between two messages."""

from dataclasses import dataclass

from kickabout.framework import Last, Module, param
from kickabout.representations import (
    GameInfo,
    GamePhase,
    GameState,
    GameTeam,
    MessageBudget,
    Penalty,
    PlayerInfo,
    TeamPackets,
)

COUNTED = (GameState.STANDBY, GameState.READY, GameState.SET, GameState.PLAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageBudgetKeeperParameters:
    reserve: int = param(
        20, low=0, doc="number of messages that are never sent, as the counts arrive late"
    )
    half: float = param(600.0, unit="s", low=0.0, doc="length of a half")
    stoppage: float = param(1.25, low=1.0, doc="duration of a game divided by that of its clock")
    min_interval: float = param(
        1.0, unit="s", low=0.0, doc="minimum time between ordinary messages of a robot"
    )
    max_interval: float = param(
        20.0, unit="s", low=0.0, doc="maximum time between ordinary messages of a robot"
    )
    event_fraction: float = param(
        0.5, low=0.0, high=0.95, doc="fraction of the budget that is kept for messages on events"
    )


class MessageBudgetKeeper(Module[MessageBudgetKeeperParameters]):
    """Spreads the remaining messages evenly over players and time, keeping some for events.

    Until the GameController reports its next count, the robot counts its own messages. Without
    a budget, as in 2019, it may send one message per second.
    """

    def __init__(self, parameters: MessageBudgetKeeperParameters) -> None:
        super().__init__(parameters)
        self.counted_at = -1e9
        self.sent_since = 0

    def update(self, player: PlayerInfo, game: GameInfo, sent: Last[TeamPackets]) -> MessageBudget:
        p = self.parameters
        if game.received_at > self.counted_at:
            self.counted_at, self.sent_since = game.received_at, 0
        team = game.data.team(player.team) if game.received else None
        granted = team.message_budget if team is not None else None
        if team is None or granted is None:
            return MessageBudget(interval=p.min_interval)
        if game.data.state in COUNTED and game.data.game_phase is not GamePhase.PENALTY_SHOOTOUT:
            self.sent_since += len(sent.packets)
        remaining = max(0, granted - self.sent_since)
        return MessageBudget(
            remaining=remaining,
            may_send=remaining > p.reserve and game.data.state is not GameState.FINISHED,
            interval=self._interval(game, team, remaining),
        )

    def _interval(self, game: GameInfo, team: GameTeam, remaining: int) -> float:
        p, data = self.parameters, game.data
        active = sum(player.penalty is Penalty.NONE for player in team.players)
        seconds = max(float(data.seconds_remaining), 0.0) + p.half * data.first_half
        ordinary = (1.0 - p.event_fraction) * (remaining - p.reserve)
        if ordinary <= 0.0:
            return p.max_interval
        interval = max(active, 1) * seconds * p.stoppage / ordinary
        return min(max(interval, p.min_interval), p.max_interval)
