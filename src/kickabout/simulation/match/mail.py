"""Team messages between players, sent through the simulated network."""

from collections.abc import Sequence

from kickabout.communication.team_socket import TeamDatagram
from kickabout.representations import Datagram
from kickabout.simulation.match.network import OutgoingMessage, SimulatedNetwork
from kickabout.simulation.match.scene import Scene
from kickabout.simulation.referee.view import RobotId, TeamSide


class Mail:
    """Queues of team messages from and to players."""

    def __init__(
        self, scene: Scene, ids: Sequence[RobotId], *, seed: int, radio: bool = True
    ) -> None:
        numbers = {TeamSide.HOME: scene.home.number, TeamSide.AWAY: scene.away.number}
        self._address = [(numbers[robot.team], robot.number) for robot in ids]
        self._network = SimulatedNetwork(self._address, scene.network, seed=seed)
        self._radio = radio
        self._outgoing: dict[tuple[int, int], list[OutgoingMessage]] = {}
        self._waiting: dict[tuple[int, int], list[TeamDatagram]] = {a: [] for a in self._address}

    def post(self, player: int, packets: tuple[bytes, ...], now: float) -> None:
        """Queue the messages that a player sends."""
        for payload in packets if self._radio else ():
            message = OutgoingMessage(payload=payload, sent_at=now)
            self._outgoing.setdefault(self._address[player], []).append(message)

    def carry(self) -> None:
        """Send all messages of this frame through the network."""
        if self._outgoing:
            for address, datagrams in self._network.exchange(self._outgoing).items():
                self._waiting[address] += datagrams
            self._outgoing = {}

    def delivered(self, player: int, now: float) -> tuple[Datagram, ...]:
        """Return the messages that have reached a player by now, oldest first."""
        address = self._address[player]
        waiting = self._waiting[address]
        if not waiting:
            return ()
        self._waiting[address] = [d for d in waiting if d.received_at > now]
        due = sorted((d for d in waiting if d.received_at <= now), key=lambda d: d.received_at)
        return tuple(Datagram(received_at=d.received_at, payload=d.payload) for d in due)
