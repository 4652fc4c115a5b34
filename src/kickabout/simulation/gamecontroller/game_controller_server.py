"""The GameController's sockets: sends game data to robots and monitors, receives status."""

import ipaddress
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto

from kickabout.communication.game_controller_control import encode_control_data
from kickabout.communication.game_controller_data import DecodeError, Rejection, RobotStatus
from kickabout.communication.game_controller_protocol import (
    LOST_AFTER,
    GameControllerPorts,
    protocol_version,
)
from kickabout.communication.game_controller_status import (
    decode_monitor_request,
    decode_status,
    encode_forwarded,
)
from kickabout.communication.udp_socket import LOOPBACK, Datagram, Endpoint, UdpSocket
from kickabout.framework.closing import Closing
from kickabout.representations.game import GameControllerData

INTERVAL = 0.5  # s, between two control messages
BAD_AFTER = 2.0  # s without status


class Connection(Enum):
    """Quality of the connection to a robot."""

    GOOD = auto()
    BAD = auto()
    LOST = auto()


class GameControllerServer(Closing):
    """Sends at given simulated times, so a game may run faster or slower than real time.

    Robots are addressed one by one, because on one host each has its own port.
    """

    def __init__(
        self,
        *,
        version: int,
        teams: tuple[int, int],
        robots: Sequence[Endpoint] = (),
        host: str = LOOPBACK,
        ports: GameControllerPorts | None = None,
    ) -> None:
        self.version = protocol_version(version).control
        self.teams = teams
        self.robots = tuple(robots)
        self.monitors: set[str] = set()  # addresses
        self.accepted = 0
        self.rejected: Counter[Rejection] = Counter()
        self.refused_monitors = 0
        self._received_at: dict[tuple[int, int], float] = {}  # by team and player
        self._robot_hosts: set[str] = set()
        self._next_send_at = -math.inf
        self._packet_number = 0
        wanted = ports or GameControllerPorts()
        self._status_socket = UdpSocket(host, wanted.status)
        try:
            self._monitor_socket = UdpSocket(host, wanted.monitor)
        except OSError:
            self._status_socket.close()
            raise
        self.ports = replace(
            wanted, status=self._status_socket.port, monitor=self._monitor_socket.port
        )

    def send(self, data: GameControllerData, truth: GameControllerData, time: float) -> bool:
        """If a message is due, send the delayed data to robots and the true data to monitors."""
        self._register_monitors()
        if time < self._next_send_at:
            return False
        self._next_send_at = time + INTERVAL
        numbered = replace(data, packet_number=self._packet_number)
        datagram = encode_control_data(numbered, self.version)
        for robot in self.robots:
            self._status_socket.send(datagram, robot)
        if self.monitors:
            numbered = replace(truth, packet_number=self._packet_number)
            datagram = encode_control_data(numbered, self.version, true_data=True)
            for monitor in sorted(self.monitors):
                self._status_socket.send(datagram, Endpoint(monitor, self.ports.control))
        self._packet_number = (self._packet_number + 1) % 256
        return True

    def receive(self, time: float) -> list[RobotStatus]:
        """Return the valid status messages of both teams since the last call."""
        statuses = []
        for datagram in self._status_socket.received():
            self._forward(datagram)
            status = decode_status(datagram.content)
            if isinstance(status, DecodeError):
                self.rejected[status.reason] += 1
            elif status.team not in self.teams:
                self.rejected[Rejection.FOREIGN_TEAM] += 1
            else:
                self.accepted += 1
                self._received_at[status.team, status.player] = time
                statuses.append(status)
        return statuses

    def connection(self, team: int, player: int, *, time: float) -> Connection:
        """Return the quality of a connection, from the time since the last status."""
        silent_for = time - self._received_at.get((team, player), -math.inf)
        if silent_for > LOST_AFTER:
            return Connection.LOST
        return Connection.BAD if silent_for > BAD_AFTER else Connection.GOOD

    def _forward(self, datagram: Datagram) -> None:
        host = datagram.sender.host
        self._robot_hosts.add(host)
        if not _is_loopback(host):
            self.monitors.discard(host)
        forwarded = encode_forwarded(host, datagram.content)
        for monitor in sorted(self.monitors):
            self._status_socket.send(forwarded, Endpoint(monitor, self.ports.forwarded))

    def _register_monitors(self) -> None:
        """Register hosts as monitors, but not the host of a robot, which must not get true data.

        Loopback addresses are an exception, so that monitors and robots may share one host.
        """
        for datagram in self._monitor_socket.received():
            error = decode_monitor_request(datagram.content)
            host = datagram.sender.host
            if error is not None:
                self.rejected[error.reason] += 1
            elif host in self._robot_hosts and not _is_loopback(host):
                self.refused_monitors += 1
            else:
                self.monitors.add(host)

    def close(self) -> None:
        self._status_socket.close()
        self._monitor_socket.close()


def _is_loopback(host: str) -> bool:
    return ipaddress.IPv4Address(host).is_loopback
