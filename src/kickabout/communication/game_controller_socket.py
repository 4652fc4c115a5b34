"""Robot side of the GameController: from datagrams to the newest valid data of the game."""

import logging
import math
from collections import Counter

from kickabout.communication.game_controller_control import decode_control_data
from kickabout.communication.game_controller_data import DecodeError, Rejection
from kickabout.communication.game_controller_protocol import (
    LOST_AFTER,
    VERSION_18,
    GameControllerPorts,
    protocol_version,
)
from kickabout.communication.udp_socket import LOOPBACK, Endpoint, UdpSocket
from kickabout.framework.closing import Closing
from kickabout.representations.game import GameControllerData

PACKET_NUMBERS = 256  # packet numbers restart after this many packets
REPORTED = (Rejection.WRONG_VERSION, Rejection.FOREIGN_TEAM, Rejection.OTHER_CONTROLLER)

log = logging.getLogger(__name__)


class GameControllerInbox:
    """Checks the datagrams of one game, counts them and keeps the newest valid one.

    All the given teams have to take part in the game. Of several controllers that name them, the
    inbox follows the first one until that one is lost; then any controller may take over, also the
    same one after a restart. The inbox itself uses no network.
    """

    def __init__(self, *teams: int) -> None:
        self.teams = teams
        self.latest: GameControllerData | None = None
        self.received_at = -math.inf  # s
        self.controller: Endpoint | None = None  # sender of the latest control data
        self.protocol = VERSION_18  # of the latest control data; decides the form of the answer
        self.accepted = 0
        self.rejected: Counter[Rejection] = Counter()

    def accept(
        self, datagram: bytes, time: float, sender: Endpoint | None = None
    ) -> GameControllerData | DecodeError:
        """Keep the datagram if it is valid for this game; else count the reason and return it.

        A datagram without a sender has already been accepted by another inbox.
        """
        data = decode_control_data(datagram)
        if isinstance(data, GameControllerData):
            data = self._wrong_game(data) or self._wrong_turn(data, time, sender) or data
        if isinstance(data, DecodeError):
            self.rejected[data.reason] += 1
            return data
        self.accepted += 1
        self.latest = data
        self.received_at = time
        self.controller = sender
        self.protocol = protocol_version(datagram[4])
        return data

    def _wrong_game(self, data: GameControllerData) -> DecodeError | None:
        numbers = [team.number for team in data.teams]
        if not Counter(self.teams) - Counter(numbers):
            return None
        detail = f"teams {_listed(numbers)}, expected {_listed(self.teams)}"
        return DecodeError(reason=Rejection.FOREIGN_TEAM, detail=detail)

    def _wrong_turn(
        self, data: GameControllerData, time: float, sender: Endpoint | None
    ) -> DecodeError | None:
        if sender is None or self.latest is None or time - self.received_at > LOST_AFTER:
            return None
        if sender != self.controller:
            detail = f"{self.controller} already controls this game"
            return DecodeError(reason=Rejection.OTHER_CONTROLLER, detail=detail)
        number, latest = data.packet_number, self.latest.packet_number
        if 0 < (number - latest) % PACKET_NUMBERS < PACKET_NUMBERS // 2:
            return None
        return DecodeError(reason=Rejection.OLD_PACKET, detail=f"packet {number} after {latest}")


class GameControllerSocket(Closing):
    """Receives the control data of one game and answers their sender; never waits.

    With several robots on one host, each listens on its own port if the simulation runs the
    GameController. A real GameController broadcasts to one port; then all robots bind that port
    as `shared` on all interfaces. The controller distinguishes robots of one host by the team and
    player numbers in their return data.
    """

    def __init__(
        self,
        *teams: int,
        host: str = LOOPBACK,
        port: int = GameControllerPorts().control,
        status_port: int = GameControllerPorts().status,
        shared: bool = False,
    ) -> None:
        self.inbox = GameControllerInbox(*teams)
        self.status_port = status_port
        self._reported: set[Rejection] = set()
        self._socket = UdpSocket(host, port, shared=shared)

    @property
    def port(self) -> int:
        return self._socket.port

    def receive(self, time: float) -> list[bytes]:
        """Return the valid datagrams since the last call, oldest first."""
        valid = []
        for datagram in self._socket.received():
            data = self.inbox.accept(datagram.content, time, datagram.sender)
            if isinstance(data, DecodeError):
                self._report(data, datagram.sender)
            else:
                valid.append(datagram.content)
        return valid

    def answer(self, datagram: bytes) -> bool:
        """Send return data to the controller; return False while there is none."""
        controller = self.inbox.controller
        if controller is None:
            return False
        return self._socket.send(datagram, Endpoint(controller.host, self.status_port))

    def close(self) -> None:
        self._socket.close()

    def _report(self, error: DecodeError, sender: Endpoint) -> None:
        """Log the first rejection of each kind that a person can correct."""
        if error.reason in REPORTED and error.reason not in self._reported:
            self._reported.add(error.reason)
            log.warning("ignored the GameController at %s: %s", sender, error.detail)


def _listed(numbers: tuple[int, ...] | list[int]) -> str:
    return " and ".join(map(str, numbers))
