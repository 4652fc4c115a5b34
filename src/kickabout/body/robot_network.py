"""The network of a robot: from sockets to the packets that its threads receive and send."""

import threading
from collections import deque
from collections.abc import Iterable

from kickabout.communication.game_controller_socket import GameControllerSocket
from kickabout.communication.team_socket import ANY_HOST, TeamNetwork, TeamSocket
from kickabout.framework import KickaboutError
from kickabout.representations import Datagram, ReceivedPackets, StatusPackets, TeamPackets

MAX_MESSAGE_SIZE = 508  # bytes; the limit of 2019, which is lower in later years
MAX_WAITING = 256  # packets of each kind kept for a thread; older ones are dropped


class RobotNetwork:
    """Packets of GameController and teammates for the threads of one robot; no call waits.

    Each thread gets all packets that arrived since its last call. Answers are sent to the
    GameController that controls a game of this robot's team.
    """

    def __init__(self, controller: GameControllerSocket, team: TeamNetwork) -> None:
        self.controller = controller
        self._team = team
        self._lock = threading.Lock()
        self._waiting: dict[str, _Waiting] = {}

    @classmethod
    def of_team(cls, team: int) -> "RobotNetwork":
        """Listen on the ports of the league, on all interfaces for the sake of broadcasts."""
        try:
            teammates = TeamSocket(team, size_limit=MAX_MESSAGE_SIZE)
        except OSError as error:
            raise KickaboutError(str(error)) from None
        try:
            return cls(GameControllerSocket(team, host=ANY_HOST, shared=True), teammates)
        except OSError as error:
            teammates.close()
            raise KickaboutError(str(error)) from None

    def received(self, thread: str, now: float) -> ReceivedPackets:
        """Return the packets that a thread has not received yet."""
        with self._lock:
            mine = self._waiting.setdefault(thread, _Waiting())
            controller = [
                Datagram(received_at=now, payload=payload)
                for payload in self.controller.receive(now)
            ]
            teammates = [
                Datagram(received_at=datagram.received_at, payload=datagram.payload)
                for datagram in self._team.receive(now=now)
            ]
            for waiting in self._waiting.values():
                waiting.add(controller, teammates)
            return mine.taken()

    def send(self, packets: StatusPackets | TeamPackets, now: float) -> None:
        with self._lock:
            for payload in packets.packets:
                if isinstance(packets, TeamPackets):
                    self._team.send(payload, now=now)
                else:
                    self.controller.answer(payload)

    def close(self) -> None:
        with self._lock:
            self.controller.close()
            if isinstance(self._team, TeamSocket):
                self._team.close()


class _Waiting:
    """Packets that a thread has not received yet."""

    def __init__(self) -> None:
        self._controller: deque[Datagram] = deque(maxlen=MAX_WAITING)
        self._teammates: deque[Datagram] = deque(maxlen=MAX_WAITING)

    def add(self, controller: Iterable[Datagram], teammates: Iterable[Datagram]) -> None:
        self._controller.extend(controller)
        self._teammates.extend(teammates)

    def taken(self) -> ReceivedPackets:
        packets = ReceivedPackets(
            game_controller=tuple(self._controller), teammates=tuple(self._teammates)
        )
        self._controller.clear()
        self._teammates.clear()
        return packets
