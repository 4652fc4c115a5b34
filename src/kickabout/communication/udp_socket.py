"""A UDP socket that never waits and never raises an exception because of other hosts."""

import socket
import sys
from collections.abc import Iterator
from typing import NamedTuple

from kickabout.framework.closing import Closing

MAX_DATAGRAM = 65535
LOOPBACK = "127.0.0.1"


class Endpoint(NamedTuple):
    """Address of a sender or receiver."""

    host: str  # IPv4 address
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Datagram(NamedTuple):
    """A received datagram."""

    content: bytes
    sender: Endpoint


class UdpSocket(Closing):
    """A socket bound to a port of this host; port 0 selects a free one.

    Several sockets of this host can bind a shared port. Each of them then gets every broadcast,
    but only one of them gets a datagram that is addressed to the host itself.
    """

    def __init__(self, host: str, port: int, *, shared: bool = False) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.setblocking(False)
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            if shared:
                self._share()
            self._socket.bind((host, port))
        except OSError as error:
            self._socket.close()
            raise OSError(f"cannot listen on UDP port {port} of {host}: {error}") from None
        self.send_errors = 0
        self.receive_errors = 0

    def _share(self) -> None:
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "darwin":  # reusing the address alone is not enough there
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)

    @property
    def port(self) -> int:
        port: int = self._socket.getsockname()[1]
        return port

    def send(self, content: bytes, receiver: Endpoint) -> bool:
        """Send a datagram; return whether it left this host."""
        try:
            self._socket.sendto(content, receiver)
        except OSError:
            self.send_errors += 1
            return False
        return True

    def received(self, limit: int = 1000) -> Iterator[Datagram]:
        """Yield received datagrams, oldest first, up to a limit so that a flood cannot block."""
        for _ in range(limit):
            try:
                content, (host, port) = self._socket.recvfrom(MAX_DATAGRAM)
            except BlockingIOError:
                return
            except OSError:  # some systems report here that an earlier receiver did not exist
                self.receive_errors += 1
                continue
            yield Datagram(content, Endpoint(host, port))

    def close(self) -> None:
        self._socket.close()
