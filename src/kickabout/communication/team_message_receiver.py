"""Listening to teammates: from packets to their last news, with times on the own clock."""

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
    forget_after: float = param(15.0, unit="s", low=0.0, doc="mates silent for longer are gone")


class TeamMessageReceiver(Module[TeamMessageReceiverParameters]):
    """Understands both forms of messages; what is malformed or not of this team is counted.

    Doubles and messages that were overtaken change nothing. Clocks are compared by messages that
    are told back, as in NTP. After B-Human 2019, 3.5.4.
    """

    def __init__(self, parameters: TeamMessageReceiverParameters) -> None:
        super().__init__(parameters)
        self.clocks: dict[int, TeammateClock] = {}
        self.news: dict[int, Teammate] = {}  # times on the sender's clock, but received_at
        self.translated: dict[int, tuple[Teammate, ClockSample | None, Teammate]] = {}
        self.rejected = 0
        self.told = TeamData()
        self.told_with: tuple[PlayerInfo, GameInfo] | None = None

    def update(
        self, frame: FrameInfo, player: PlayerInfo, game: GameInfo, packets: ReceivedPackets
    ) -> TeamData:
        """Nothing new is the same object again, which nobody has to look at or to record."""
        since = frame.time - self.parameters.forget_after
        silent = [number for number, mate in self.news.items() if mate.received_at < since]
        with_ = self.told_with
        known = with_ is not None and with_[0] is player and with_[1] is game
        if packets.teammates or silent or not known:
            for datagram in packets.teammates:
                self._accept(datagram, player)
            self.news = {n: mate for n, mate in self.news.items() if mate.received_at >= since}
            self.told = self._told(player, game)
            self.told_with = player, game
        return self.told

    def _told(self, player: PlayerInfo, game: GameInfo) -> TeamData:
        mates = [self._on_own_clock(mate) for _, mate in sorted(self.news.items())]
        return TeamData(
            teammates=tuple(_with_penalty(mate, player, game) for mate in mates),
            echoes=tuple(
                ClockEcho(number=number, sent_at_there=mate.sent_at, received_at=mate.received_at)
                for number, mate in sorted(self.news.items())
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
        known = self.news.get(number)
        age = 0.0 if known is None else known.sent_at - message.content.sent_at
        # A clock that went back by more than any delay belongs to a robot that was restarted.
        if known is None or not 0.0 <= age < 8.0:
            self.news[number] = replace(message.content, received_at=datagram.received_at)

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

    def _on_own_clock(self, mate: Teammate) -> Teammate:
        """Translated once for each message, and again when the clock is known better."""
        clock = self.clocks[mate.number]
        if mate.number in self.translated:
            news, sample, result = self.translated[mate.number]
            if news is mate and sample is clock.best:
                return result
        error = clock.error_at(mate.received_at)
        result = on_own_clock(mate, offset=clock.offset, error=error)
        self.translated[mate.number] = (mate, clock.best, result)
        return result


def on_own_clock(mate: Teammate, *, offset: float, error: float) -> Teammate:
    """A teammate's news with all times moved from its clock to the own one."""

    def here(there: float) -> float:
        return there - offset if there > NEVER else NEVER

    cells = mate.coverage_seen_at
    if cells is not None:
        cells = readonly(cells - offset * (cells > NEVER))
    return replace(
        mate,
        ball_last_seen_at=here(mate.ball_last_seen_at),
        whistle_heard_at=here(mate.whistle_heard_at),
        sent_at=here(mate.sent_at),
        opponents=tuple(
            replace(seen, last_seen_at=here(seen.last_seen_at)) for seen in mate.opponents
        ),
        coverage_seen_at=cells,
        clock_offset=offset,
        clock_error=error,
    )


def _with_penalty(mate: Teammate, player: PlayerInfo, game: GameInfo) -> Teammate:
    """Penalized is who says so, or of whom the GameController says so."""
    team = game.data.team(player.team) if game.received else None
    if team is None or team.player(mate.number).penalty is Penalty.NONE:
        return mate
    return replace(mate, penalized=True)
