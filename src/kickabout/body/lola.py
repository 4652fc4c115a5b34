"""A NAO v6 over LoLA: from MessagePack packets on a Unix socket to the body interface."""

import dataclasses
import socket
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kickabout.body.interface import BodyCommand, BodyError
from kickabout.body.lola_actuators import ActuatorEncoder
from kickabout.body.lola_sensors import RobotIdentity, SensorDecoder, sensor_frame
from kickabout.body.message_layout import MAX_PACKET_SIZE, IncompletePacket, MalformedPacket
from kickabout.framework import clock
from kickabout.geometry import FloatArray
from kickabout.representations import SensorFrame, SpeechRequest
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.lights import NAO_LIGHTS

SOCKET = Path(tempfile.gettempdir()) / "robocup"  # where a NAO offers LoLA
FRAME = 0.012  # s, cycle of LoLA
SILENT_AFTER = 5 * FRAME  # s without a packet
RECONNECT_AFTER = 1.0  # s without a packet until the connection is made again
GONE_AFTER = 30.0  # s without a packet; the robot's services restart in less time


@dataclass(slots=True, kw_only=True)
class LolaStatistics:
    """Counts since the body was created."""

    packets: int = 0
    rejected: int = 0  # malformed or incomplete
    skipped: int = 0  # older than another waiting packet
    connections: int = 0
    not_sent: int = 0  # commands without a connection


class LolaBody:
    """Connects when the first frame is requested, and again whenever the connection breaks.

    A malformed packet is answered with the previous command, so that the robot does not wait for
    one, and the next packet is used instead. Without packets for `silent_after` seconds, frames
    count as not connected; after `gone_after` seconds the connection is lost permanently.
    """

    def __init__(
        self,
        path: Path = SOCKET,
        *,
        silent_after: float = SILENT_AFTER,
        gone_after: float = GONE_AFTER,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self.path = path
        self.silent_after = silent_after
        self.gone_after = gone_after
        self.statistics = LolaStatistics()
        self.problem = ""  # reason why the connection was last lost or refused
        self._say = say
        self._spoken = 0
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._decoder = SensorDecoder()
        self._encoder = ActuatorEncoder()
        self._buffer = b""
        self._frame = nao_defaults(SensorFrame)
        self._silent = False
        self._last_sent = b""
        self._received_at = -1.0  # s; negative before the first call of `receive`
        self._connected_at = 0.0

    @property
    def identity(self) -> RobotIdentity | None:
        """Serial numbers, known after the first packet."""
        return self._decoder.identity

    @property
    def parsed_packets(self) -> int:
        """Number of packets with another layout than the packet before."""
        return self._decoder.parsed

    def receive(self) -> SensorFrame | None:
        with self._lock:
            if self._received_at < 0.0:
                self._received_at = clock.monotonic()
            timeout = FRAME if self._silent else self.silent_after
            numbers = self._numbers_before(clock.monotonic() + timeout)
            if numbers is not None:
                self._received_at = clock.monotonic()
                self._silent = False
                self._frame = sensor_frame(numbers)
                return self._frame
            return self._stale_frame()

    def send(self, command: BodyCommand) -> None:
        command.check(NAO_LIGHTS)
        packet = self._encoder.encode(command, self._frame.joint_angles)
        with self._lock:
            if self._socket is None:
                self.statistics.not_sent += 1
            else:
                self._transmit(packet)
        self._speak(command.speech)

    def close(self) -> None:
        self._closed.set()
        waiting = self._socket
        if waiting is not None:
            _shut_down(waiting)
        with self._lock:
            self._disconnect("closed")

    def _stale_frame(self) -> SensorFrame | None:
        now = clock.monotonic()
        if self._closed.is_set() or now - self._received_at > self.gone_after:
            self._closed.set()
            self._disconnect(self.problem)
            return None
        silent_for = now - max(self._received_at, self._connected_at)
        if self._socket is not None and silent_for > RECONNECT_AFTER:
            self._disconnect(f"no packet for {RECONNECT_AFTER:g} s")
        self._silent = True
        self._frame = dataclasses.replace(self._frame, connected=False)
        return self._frame

    def _numbers_before(self, deadline: float) -> FloatArray | None:
        """Return the numbers of the newest packet; None if no valid one arrived in time."""
        while not self._closed.is_set():
            numbers = self._take_newest()
            if numbers is not None:
                return numbers
            left = deadline - clock.monotonic()
            if left <= 0.0:
                self._reject_rest()
                return None
            if not self._connect():
                clock.wait(min(left, FRAME), self._closed)
            else:
                self._read(left)
        return None

    def _take_newest(self) -> FloatArray | None:
        newest = None
        while self._buffer:
            try:
                numbers, size = self._decoder.take(self._buffer)
            except IncompletePacket:
                if len(self._buffer) > MAX_PACKET_SIZE:
                    self._reject()
                break
            except MalformedPacket as error:
                self.problem = str(error)
                self._reject()
                break
            self._buffer = self._buffer[size:]
            self.statistics.packets += 1
            self.statistics.skipped += newest is not None
            newest = numbers
        return newest

    def _reject(self) -> None:
        self.statistics.rejected += 1
        self._buffer = b""
        if self._last_sent and self._socket is not None:
            self._transmit(self._last_sent)

    def _reject_rest(self) -> None:
        if self._buffer:
            self.problem = f"a packet was cut off after {len(self._buffer)} bytes"
            self._reject()

    def _connect(self) -> bool:
        if self._socket is not None:
            return True
        attempt = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        attempt.settimeout(FRAME)
        try:
            attempt.connect(str(self.path))
        except OSError as error:
            attempt.close()
            self.problem = error.strerror or str(error)
            return False
        self._socket = attempt
        self._connected_at = clock.monotonic()
        self.statistics.connections += 1
        return True

    def _read(self, within: float) -> None:
        assert self._socket is not None
        self._socket.settimeout(within)
        try:
            arrived = self._socket.recv(MAX_PACKET_SIZE)
        except TimeoutError:
            return
        except OSError as error:
            self._disconnect(error.strerror or str(error))
            return
        if arrived:
            self._buffer += arrived
        else:
            self._disconnect("the robot closed the connection")

    def _transmit(self, packet: bytes) -> None:
        assert self._socket is not None
        self._socket.settimeout(SILENT_AFTER)
        try:
            self._socket.sendall(packet)
            self._last_sent = packet
        except OSError as error:
            self.statistics.not_sent += 1
            self._disconnect(error.strerror or str(error))

    def _disconnect(self, problem: str) -> None:
        self.problem = problem
        self._buffer = b""
        self._last_sent = b""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _speak(self, speech: SpeechRequest) -> None:
        if speech.number > self._spoken and self._say is not None and speech.text:
            self._say(speech.text)
        self._spoken = max(self._spoken, speech.number)


def _shut_down(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # closed already


def read_identity(path: Path = SOCKET, *, within: float = 5.0) -> RobotIdentity:
    """Connect, read the serial numbers of head and body, and disconnect."""
    if not path.exists():
        raise BodyError(f"there is no LoLA socket at {path}; is this a NAO, and is it switched on?")
    body = LolaBody(path, gone_after=within)
    try:
        while body.receive() is not None:
            if body.identity is not None:
                return body.identity
        raise BodyError(f"no robot answers at {path}: {body.problem}")
    finally:
        body.close()
