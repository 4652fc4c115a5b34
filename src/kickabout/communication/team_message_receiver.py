"""Team message receiver: from packets to the teammates' last data, in this robot's time."""

from dataclasses import dataclass, replace

from kickabout.communication.game_controller_data import DecodeError
from kickabout.communication.team_message import TeamMessage
from kickabout.communication.team_message_clock import ClockSample, TeammateClock
from kickabout.communication.team_message_codec import decode_team_message
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import readonly
from kickabout.representations import (
    ClockEcho,
    Datagram,
    GameInfo,
    Penalty,
    PlayerInfo,
    ReceivedPackets,
    TeamData,
    Teammate,
)

NEVER = Teammate(number=0).ball_last_seen_at


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMessageReceiverParameters:
    forget_after: float = param(
        15.0, unit="s", low=0.0, doc="time without messages after which a teammate is dropped"
    )


class TeamMessageReceiver(Module[TeamMessageReceiverParameters]):
    """Decodes both formats of messages; counts packets that are malformed or of other teams.

    Duplicates and messages older than the last one are ignored. Clocks are compared by echoed
    times, as in NTP. After B-Human 2019, 3.5.4.
    """

    def __init__(self, parameters: TeamMessageReceiverParameters) -> None:
        super().__init__(parameters)
        self.clocks: dict[int, TeammateClock] = {}
        self.received: dict[int, Teammate] = {}  # times on the sender's clock, except received_at
        self.translated: dict[int, tuple[Teammate, ClockSample | None, Teammate]] = {}
        self.rejected = 0
        self.data = TeamData()
        self.made_for: tuple[PlayerInfo, GameInfo] | None = None

    def update(
        self, frame: FrameInfo, player: PlayerInfo, game: GameInfo, packets: ReceivedPackets
    ) -> TeamData:
        """Return the data of all teammates; the same object while nothing changes."""
        since = frame.time - self.parameters.forget_after
        silent = [
            number for number, teammate in self.received.items() if teammate.received_at < since
        ]
        made_for = self.made_for
        known = made_for is not None and made_for[0] is player and made_for[1] is game
        if packets.teammates or silent or not known:
            for datagram in packets.teammates:
                self._accept(datagram, player)
            self.received = {
                n: teammate
                for n, teammate in self.received.items()
                if teammate.received_at >= since
            }
            self.data = self._team_data(player, game)
            self.made_for = player, game
        return self.data

    def _team_data(self, player: PlayerInfo, game: GameInfo) -> TeamData:
        teammates = [
            self._with_own_times(teammate) for _, teammate in sorted(self.received.items())
        ]
        return TeamData(
            teammates=tuple(_with_penalty(teammate, player, game) for teammate in teammates),
            echoes=tuple(
                ClockEcho(
                    number=number, sent_at_there=teammate.sent_at, received_at=teammate.received_at
                )
                for number, teammate in sorted(self.received.items())
            ),
            rejected=self.rejected,
        )

    def _accept(self, datagram: Datagram, player: PlayerInfo) -> None:
        message = decode_team_message(datagram.payload)
        if isinstance(message, DecodeError) or message.team != player.team:
            self.rejected += 1
            return
        number = message.content.number
        if number == player.number:
            return
        clock = self.clocks.setdefault(number, TeammateClock())
        self._compare_clocks(clock, message, player, datagram.received_at)
        known = self.received.get(number)
        age = 0.0 if known is None else known.sent_at - message.content.sent_at
        # If a clock went back by more than any delay, the robot was restarted.
        if known is None or not 0.0 <= age < 8.0:
            self.received[number] = replace(message.content, received_at=datagram.received_at)

    def _compare_clocks(
        self, clock: TeammateClock, message: TeamMessage, player: PlayerInfo, now: float
    ) -> None:
        sent_at = message.content.sent_at
        clock.receive(sent_at_there=sent_at, received_at=now)
        for echo in message.echoes:
            if echo.number == player.number:
                clock.echo(
                    sent_at=echo.sent_at_there,
                    received_at_there=echo.received_at,
                    answered_at_there=sent_at,
                    answer_received_at=now,
                )

    def _with_own_times(self, teammate: Teammate) -> Teammate:
        """Convert each message once, and again when the clock's offset is better known."""
        clock = self.clocks[teammate.number]
        if teammate.number in self.translated:
            original, sample, result = self.translated[teammate.number]
            if original is teammate and sample is clock.best:
                return result
        error = clock.error_at(teammate.received_at)
        result = with_own_times(teammate, offset=clock.offset, error=error)
        self.translated[teammate.number] = (teammate, clock.best, result)
        return result


def with_own_times(teammate: Teammate, *, offset: float, error: float) -> Teammate:
    """Return a teammate's data with all times converted from its clock to this robot's."""

    def here(there: float) -> float:
        return there - offset if there > NEVER else NEVER

    cells = teammate.coverage_seen_at
    if cells is not None:
        cells = readonly(cells - offset * (cells > NEVER))
    return replace(
        teammate,
        ball_last_seen_at=here(teammate.ball_last_seen_at),
        whistle_heard_at=here(teammate.whistle_heard_at),
        sent_at=here(teammate.sent_at),
        opponents=tuple(
            replace(seen, last_seen_at=here(seen.last_seen_at)) for seen in teammate.opponents
        ),
        coverage_seen_at=cells,
        clock_offset=offset,
        clock_error=error,
    )


def _with_penalty(teammate: Teammate, player: PlayerInfo, game: GameInfo) -> Teammate:
    """Mark a teammate as penalized if it or the GameController reports so."""
    team = game.data.team(player.team) if game.received else None
    if team is None or team.player(teammate.number).penalty is Penalty.NONE:
        return teammate
    return replace(teammate, penalized=True)
