"""A robot's network: from sockets to the packets its threads receive and send."""

import threading

from kickabout.communication.gamecontroller_protocol import GameControllerPorts
from kickabout.communication.team_socket import TeamNetwork, TeamSocket
from kickabout.communication.udp_socket import Endpoint, UdpSocket
from kickabout.framework import KickaboutError
from kickabout.representations import Datagram, ReceivedPackets, StatusPackets, TeamPackets

LARGEST_MESSAGE = 508  # bytes; what the league allowed in 2019, later years less


class RobotNetwork:
    """GameController and teammates for the threads of one robot; never waits.

    Each thread gets everything that arrived since it asked last. Answers to the GameController go
    to the host that was heard last.
    """

    def __init__(
        self,
        control: UdpSocket,
        team: TeamNetwork,
        *,
        status_port: int = GameControllerPorts().status,
    ) -> None:
        self.controller: str | None = None  # host
        self._control = control
        self._team = team
        self._status_port = status_port
        self._lock = threading.Lock()
        self._waiting: dict[str, ReceivedPackets] = {}

    @classmethod
    def of_team(cls, team: int) -> "RobotNetwork":
        """Listen on the ports of the league."""
        try:
            mates = TeamSocket(team, size_limit=LARGEST_MESSAGE)
        except OSError as error:
            raise KickaboutError(str(error)) from None
        try:
            return cls(UdpSocket("", GameControllerPorts().control, shared=True), mates)
        except OSError as error:
            mates.close()
            raise KickaboutError(str(error)) from None

    def received(self, thread: str, now: float) -> ReceivedPackets:
        """What is new for a thread."""
        with self._lock:
            self._waiting.setdefault(thread, ReceivedPackets())
            news = self._news(now)
            for name, old in self._waiting.items():
                self._waiting[name] = ReceivedPackets(
                    gamecontroller=old.gamecontroller + news.gamecontroller,
                    teammates=old.teammates + news.teammates,
                )
            mine, self._waiting[thread] = self._waiting[thread], ReceivedPackets()
            return mine

    def send(self, packets: StatusPackets | TeamPackets, now: float) -> None:
        with self._lock:
            for payload in packets.packets:
                if isinstance(packets, TeamPackets):
                    self._team.send(payload, now=now)
                elif self.controller is not None:
                    self._control.send(payload, Endpoint(self.controller, self._status_port))

    def close(self) -> None:
        with self._lock:
            self._control.close()
            if isinstance(self._team, TeamSocket):
                self._team.close()

    def _news(self, now: float) -> ReceivedPackets:
        heard = list(self._control.received())
        if heard:
            self.controller = heard[-1].sender.host
        return ReceivedPackets(
            gamecontroller=tuple(
                Datagram(received_at=now, payload=datagram.content) for datagram in heard
            ),
            teammates=tuple(
                Datagram(received_at=datagram.received_at, payload=datagram.payload)
                for datagram in self._team.receive(now=now)
            ),
        )
