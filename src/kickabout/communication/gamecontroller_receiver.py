"""A robot's side of the GameController: datagrams in, the newest valid game data out."""

import math
from collections import Counter

from kickabout.communication.gamecontroller_control import decode_control_data
from kickabout.communication.gamecontroller_data import DecodeError, Rejection, RobotStatus
from kickabout.communication.gamecontroller_protocol import (
    VERSION_18,
    GameControllerPorts,
    protocol_version,
)
from kickabout.communication.gamecontroller_status import encode_status
from kickabout.communication.udp_socket import LOOPBACK, Endpoint, UdpSocket
from kickabout.framework.closing import Closing
from kickabout.representations.game import GameControllerData


class GameControllerInbox:
    """Judges datagrams for one team: counts them, keeps the newest valid one. Needs no network."""

    def __init__(self, team: int) -> None:
        self.team = team
        self.latest: GameControllerData | None = None
        self.received_at = -math.inf  # s
        self.protocol = VERSION_18  # of the latest control data; decides the form of the answer
        self.accepted = 0
        self.rejected: Counter[Rejection] = Counter()

    def accept(self, datagram: bytes, time: float) -> GameControllerData | DecodeError:
        """Keep the datagram if it is about a game of the own team, else count why it is not."""
        data = decode_control_data(datagram)
        if isinstance(data, GameControllerData) and data.team(self.team) is None:
            numbers = " and ".join(str(team.number) for team in data.teams)
            data = DecodeError(reason=Rejection.FOREIGN_TEAM, detail=f"teams {numbers}")
        if isinstance(data, DecodeError):
            self.rejected[data.reason] += 1
            return data
        self.accepted += 1
        self.latest = data
        self.received_at = time
        self.protocol = protocol_version(datagram[4])
        return data


class GameControllerReceiver(Closing):
    """Listens for control data and answers to whoever sent them; never waits.

    Several robots on one host: under the simulation's own server each listens on a port of its
    own. A real GameController broadcasts to one port; then all robots bind that port as `shared`
    on all interfaces. The controller tells robots of one host apart by the team and player
    numbers in their return data.
    """

    def __init__(
        self,
        *,
        team: int,
        player: int,
        host: str = LOOPBACK,
        port: int = GameControllerPorts().control,
        status_port: int = GameControllerPorts().status,
        shared: bool = False,
    ) -> None:
        self.inbox = GameControllerInbox(team)
        self.player = player
        self.status_port = status_port
        self.controller: str | None = None  # address of the latest sender of valid data
        self._socket = UdpSocket(host, port, shared=shared)

    @classmethod
    def for_external_controller(cls, *, team: int, player: int) -> "GameControllerReceiver":
        """A receiver for a league's GameController somewhere in the network."""
        return cls(team=team, player=player, host="", shared=True)

    @property
    def port(self) -> int:
        return self._socket.port

    def receive(self, time: float) -> GameControllerData | None:
        """The newest valid data since the last call, None if there were none."""
        newest = None
        for datagram in self._socket.received():
            data = self.inbox.accept(datagram.content, time)
            if isinstance(data, GameControllerData):
                newest = data
                self.controller = datagram.sender.host
        return newest

    def answer(self, status: RobotStatus) -> bool:
        """Return data to the controller heard last; False as long as none was heard."""
        if self.controller is None:
            return False
        datagram = encode_status(status, self.inbox.protocol.returned)
        return self._socket.send(datagram, Endpoint(self.controller, self.status_port))

    def close(self) -> None:
        self._socket.close()
