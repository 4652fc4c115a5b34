"""The simulated network: from messages that robots send to those that teammates receive."""

import hashlib
import math
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kickabout.communication.team_socket import TeamDatagram

Robot = tuple[int, int]  # team number, player number
MAX_REPETITIONS = 16  # of a message in a network that loses everything


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkSettings:
    """Quality of a scene's network, and the limits of the rules.

    The limits are those of the league since 2022. In 2019, a message could have 508 bytes, and
    there was no budget.

    A reliable network is like the connections of 2004, over TCP and a gateway: no message is lost,
    doubled or overtaken, but one that has to be sent again makes all later ones wait.
    """

    loss: float = 0.0  # fraction of receptions that fail, independent for each receiver
    delay: float = 0.004  # s, min delay of a message
    jitter: float = 0.003  # s, mean of an exponentially distributed addition
    duplication: float = 0.0  # fraction of receptions that happen twice
    straggling: float = 0.0  # fraction of receptions that are delayed, so that others overtake
    straggling_delay: float = 0.2  # s, additional delay of those
    outages: tuple[tuple[float, float], ...] = ()  # s, begin and end of times without reception
    reliable: bool = False  # what is lost is sent again, what is sent in an outage arrives later
    retry: float = 0.3  # s until a lost message is sent again, doubled each time
    max_delay: float = 20.0  # s by which such repetitions delay a message at most
    size_limit: int = 128  # bytes
    budget: int | None = 1200  # messages for each team and game; None: no limit
    offense: Literal["count", "drop"] = "count"  # too large or over budget: count, or also drop

    def __post_init__(self) -> None:
        for name in ("loss", "duplication", "straggling"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be between 0 and 1, not {getattr(self, name)}")
        for name in ("delay", "jitter", "straggling_delay", "size_limit", "retry", "max_delay"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name} must not be negative, but is {getattr(self, name)}")
        if self.offense not in ("count", "drop"):
            raise ValueError(f"offense must be count or drop, not {self.offense}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMessage:
    """A message that a robot has sent."""

    payload: bytes
    sent_at: float  # s


@dataclass(slots=True, kw_only=True)
class TeamTraffic:
    """Counts of one team since the start of the match."""

    sent: int = 0
    too_large: int = 0
    over_budget: int = 0
    delivered: int = 0  # receptions, duplicates included
    lost: int = 0  # receptions that failed
    duplicated: int = 0
    total_delay: float = 0.0  # s, of all receptions

    @property
    def mean_delay(self) -> float:
        return self.total_delay / self.delivered if self.delivered else 0.0

    @property
    def offended(self) -> bool:
        """Whether the team has broken a limit; in the league it then loses its goals."""
        return self.too_large > 0 or self.over_budget > 0


class _Numbered(NamedTuple):
    """A message, sortable into the order of processing."""

    sent_at: float
    sender: Robot
    number: int  # of the sender's messages
    payload: bytes


class SimulatedNetwork:
    """Broadcasts within each team, between the steps of a match.

    Random decisions depend only on the seed, the sender, the message's number and the receiver, so
    neither the order of robots nor the number of processes matters. A message sent in one step is
    received in the next step at the earliest.
    """

    def __init__(
        self, robots: Iterable[Robot], settings: NetworkSettings | None = None, *, seed: int = 0
    ) -> None:
        self.settings = settings or NetworkSettings()
        self.seed = seed
        self.robots = tuple(sorted(set(robots)))
        self._numbers = dict.fromkeys(self.robots, 0)
        self._traffic = {team: TeamTraffic() for team, _ in self.robots}
        self._newest: dict[tuple[Robot, Robot], float] = {}  # s, arrival by sender and receiver

    def traffic(self, team: int) -> TeamTraffic:
        """Return the counts of a team; raise a ValueError if it is not in the network."""
        if team not in self._traffic:
            known = ", ".join(map(str, self._traffic))
            raise ValueError(f"team {team} is not in the network; teams in it: {known}")
        return self._traffic[team]

    def budget_left(self, team: int) -> int | None:
        """Return the number of messages the team may still send; None: unlimited."""
        budget, sent = self.settings.budget, self.traffic(team).sent
        return None if budget is None else max(0, budget - sent)

    def exchange(
        self, outgoing: Mapping[Robot, Sequence[OutgoingMessage]]
    ) -> dict[Robot, list[TeamDatagram]]:
        """Return for each robot the messages it will receive of those sent in a step."""
        incoming: dict[Robot, list[TeamDatagram]] = {robot: [] for robot in self.robots}
        for message in sorted(self._numbered(outgoing)):
            if not self._allows(message):
                continue
            for receiver in self.robots:
                if receiver[0] == message.sender[0] and receiver != message.sender:
                    incoming[receiver].extend(self._receptions(message, receiver))
        for datagrams in incoming.values():
            datagrams.sort(key=lambda datagram: datagram.received_at)
        return incoming

    def _numbered(self, outgoing: Mapping[Robot, Sequence[OutgoingMessage]]) -> Iterator[_Numbered]:
        for sender, messages in outgoing.items():
            if sender not in self._numbers:
                known = ", ".join(map(str, self.robots))
                raise ValueError(f"robot {sender} is not in the network; robots in it: {known}")
            for message in messages:
                number = self._numbers[sender]
                self._numbers[sender] += 1
                yield _Numbered(message.sent_at, sender, number, message.payload)

    def _allows(self, message: _Numbered) -> bool:
        """Count a message and its offenses; return whether it is transmitted."""
        team = message.sender[0]
        traffic = self._traffic[team]
        too_large = len(message.payload) > self.settings.size_limit
        over_budget = self.budget_left(team) == 0
        traffic.sent += 1
        traffic.too_large += too_large
        traffic.over_budget += over_budget
        return self.settings.offense == "count" or not (too_large or over_budget)

    def _receptions(self, message: _Numbered, receiver: Robot) -> Iterator[TeamDatagram]:
        settings, traffic = self.settings, self._traffic[receiver[0]]
        loss, straggling, duplicates, *delays = self._chances(message, receiver)
        if settings.reliable:
            yield self._sure_reception(message, receiver, loss=loss, number=delays[0])
            return
        if loss < settings.loss or self._is_out(message.sent_at):
            traffic.lost += 1
            return
        extra_delay = settings.straggling_delay if straggling < settings.straggling else 0.0
        copies = 2 if duplicates < settings.duplication else 1
        traffic.duplicated += copies - 1
        for number in delays[:copies]:
            delay = settings.delay - settings.jitter * math.log1p(-number) + extra_delay
            traffic.delivered += 1
            traffic.total_delay += delay
            yield TeamDatagram(payload=message.payload, received_at=message.sent_at + delay)

    def _sure_reception(
        self, message: _Numbered, receiver: Robot, *, loss: float, number: float
    ) -> TeamDatagram:
        """Return the reception of a message that is sent until it arrives, after earlier ones."""
        settings, traffic = self.settings, self._traffic[receiver[0]]
        sent_at = max(
            (end for begin, end in settings.outages if begin <= message.sent_at < end),
            default=message.sent_at,
        )
        repeated = settings.retry * (2.0 ** _repetitions(loss, settings.loss) - 1.0)
        delay = settings.delay - settings.jitter * math.log1p(-number)
        arrival = sent_at + delay + min(repeated, settings.max_delay)
        arrival = max(arrival, self._newest.get((message.sender, receiver), arrival))
        self._newest[message.sender, receiver] = arrival
        traffic.delivered += 1
        traffic.total_delay += arrival - message.sent_at
        return TeamDatagram(payload=message.payload, received_at=arrival)

    def _is_out(self, time: float) -> bool:
        return any(begin <= time < end for begin, end in self.settings.outages)

    def _chances(self, message: _Numbered, receiver: Robot) -> tuple[float, ...]:
        """Return five random numbers in [0, 1) for this message and receiver."""
        key = struct.pack("<6q", self.seed, *message.sender, message.number, *receiver)
        digest = hashlib.blake2b(key, digest_size=40).digest()
        return tuple((bits >> 11) * 2.0**-53 for bits in struct.unpack("<5Q", digest))


def _repetitions(chance: float, loss: float) -> int:
    """Return how often a message is lost in a row, for a random number in [0, 1)."""
    count, lost = 0, loss
    while chance < lost and count < MAX_REPETITIONS:
        count, lost = count + 1, lost * loss
    return count
