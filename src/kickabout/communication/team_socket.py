"""Team network: from one robot's bytes to its teammates, by UDP."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from kickabout.communication.udp_socket import Endpoint, UdpSocket
from kickabout.framework.closing import Closing

FIRST_TEAM_PORT = 10_000  # plus the team number: the port of all robots of a team
ANY_HOST = "0.0.0.0"
BROADCAST = "255.255.255.255"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDatagram:
    """A received payload without its sender, which only the payload may name."""

    payload: bytes
    received_at: float  # s, on the receiving robot's clock


class TeamNetwork(Protocol):
    """One robot's access to its team, over real sockets or in simulation.

    A message may get lost, arrive late, twice or out of order. Neither method waits, and neither
    raises an exception because of other hosts.
    """

    def send(self, payload: bytes, *, now: float) -> None:
        """Broadcast to all teammates."""

    def receive(self, *, now: float) -> list[TeamDatagram]:
        """Return the messages of others since the last call, oldest first."""


@dataclass(slots=True, kw_only=True)
class SocketTraffic:
    """Counts since the socket was opened."""

    sent: int = 0
    not_sent: int = 0  # empty, too large, or refused by the system
    received: int = 0
    echoes: int = 0  # own broadcasts that came back
    malformed: int = 0  # empty, too large, or not accepted by `accept`


class TeamSocket(Closing):
    """`TeamNetwork` over UDP.

    On a robot it broadcasts to port 10000 + team number. On one computer, each robot of a team uses
    that port on its own loopback address (`on_loopback`). Datagrams that are not team messages are
    counted and dropped. A flood of them cannot block the robot, as one call reads at most
    `max_at_once` datagrams.
    """

    def __init__(
        self,
        team: int,
        *,
        host: str = ANY_HOST,
        targets: Sequence[Endpoint] = (),
        size_limit: int = 128,
        max_at_once: int = 64,
        accept: Callable[[bytes], bool] | None = None,
    ) -> None:
        port = team_port(team)
        self.targets = tuple(targets) or (Endpoint(BROADCAST, port),)
        self.size_limit = size_limit
        self.max_at_once = max_at_once
        self.traffic = SocketTraffic()
        self._accept = accept
        self._own = deque[bytes](maxlen=16)
        self._socket = UdpSocket(host, port, shared=True)

    @classmethod
    def on_loopback(
        cls,
        team: int,
        *,
        player: int,
        teammates: Sequence[int],
        size_limit: int = 128,
        accept: Callable[[bytes], bool] | None = None,
    ) -> Self:
        """Open the socket of one of several robots on this computer."""
        return cls(
            team,
            host=loopback_host(player),
            targets=[Endpoint(loopback_host(other), team_port(team)) for other in teammates],
            size_limit=size_limit,
            accept=accept,
        )

    def send(self, payload: bytes, *, now: float) -> None:
        if not 0 < len(payload) <= self.size_limit:
            self.traffic.not_sent += 1
            return
        self._own.append(payload)
        # Send to all targets, also after one has failed.
        reached = [self._socket.send(payload, target) for target in self.targets]
        if any(reached):
            self.traffic.sent += 1
        else:
            self.traffic.not_sent += 1

    def receive(self, *, now: float) -> list[TeamDatagram]:
        arrived: list[TeamDatagram] = []
        for datagram in self._socket.received(self.max_at_once):
            if datagram.content in self._own:
                self.traffic.echoes += 1
            elif self._is_message(datagram.content):
                self.traffic.received += 1
                arrived.append(TeamDatagram(payload=datagram.content, received_at=now))
            else:
                self.traffic.malformed += 1
        return arrived

    def _is_message(self, payload: bytes) -> bool:
        if not 0 < len(payload) <= self.size_limit:
            return False
        return self._accept is None or self._accept(payload)

    def close(self) -> None:
        self._socket.close()


def team_port(team: int) -> int:
    if not 0 < team < 256:
        raise ValueError(f"team {team}: expected 1 to 255")
    return FIRST_TEAM_PORT + team


def loopback_host(player: int) -> str:
    """Return the address of a robot if all robots run on one computer."""
    if not 0 < player < 255:
        raise ValueError(f"player {player} on loopback: expected 1 to 254")
    return f"127.0.0.{player}"
