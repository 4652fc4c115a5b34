"""A substitute for LoLA: the robot's end of the socket, with joints that move to their targets."""

import socket
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

import msgspec
import numpy as np

from kickabout.body.message_layout import IncompletePacket, layout_of
from kickabout.framework import clock
from kickabout.framework.closing import Closing
from kickabout.robots.nao.postures import STAND

IDENTITY = ("P0000074A05S89D00017", "6.0.0", "P0000073A07S94M00020", "6.0.0")
POLL = 0.01  # s, between two checks for requests of the test
FOLLOWING = 0.5  # fraction of the remaining distance that a stiff joint moves in one frame

Sensors = dict[str, list[float]]


def default_sensors() -> Sensors:
    """Return the sensors of a NAO that stands still with no button pressed."""
    return {
        "Accelerometer": [0.0, 0.0, -9.81],
        "Gyroscope": [0.0, 0.0, 0.0],
        "Angles": [0.0, 0.0],
        "Battery": [0.9, 0.0, -1.5, 30.0],
        "Current": [0.1] * 25,
        "Position": STAND.tolist(),
        "Stiffness": [0.0] * 25,
        "Temperature": [38.0] * 25,
        "FSR": [0.7] * 8,
        "Sonar": [5.0, 5.0],
        "Touch": [0.0] * 14,
    }


def sensor_packet(
    sensors: Mapping[str, Sequence[float]],
    *,
    identity: Sequence[str] = IDENTITY,
    status: Sequence[int] = (0,) * 25,
) -> bytes:
    """Encode a packet as LoLA does: numbers as float32, joint states as small integers."""
    encode = msgspec.msgpack.encode
    packet = bytes([0x80 | (len(sensors) + 2)]) + encode("RobotConfig") + encode(list(identity))
    for name, values in sensors.items():
        count = len(values)
        packet += encode(name)
        packet += bytes([0x90 | count]) if count < 16 else struct.pack(">BH", 0xDC, count)
        packet += b"".join(struct.pack(">Bf", 0xCA, value) for value in values)
    return packet + encode("Status") + encode(list(status))


class LolaServer(Closing):
    """Serves one client after another.

    Without a rate, each answer is followed by the next packet at once; with a rate, packets are
    sent whether they are answered or not.
    """

    def __init__(self, path: Path, *, rate: float | None = None) -> None:
        self.path = path
        self.rate = rate
        self.sensors = default_sensors()
        self.received: list[dict[str, list[float]]] = []
        self.sent = 0
        self.clients = 0
        self.instead: list[bytes] = []  # sent in place of the next packets
        self._changed = threading.Condition()
        self._silent = False
        self._hang_up = False
        self._stopping = False
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._listener.settimeout(POLL)
        self._thread = threading.Thread(target=self._serve, name="lola server")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def close(self) -> None:
        self._stopping = True
        self._thread.join(10.0)
        self._listener.close()
        self.path.unlink(missing_ok=True)

    def fall_silent(self) -> None:
        """Keep the connection, but send no more packets."""
        self._silent = True

    def speak_again(self) -> None:
        self._silent = False

    def hang_up(self) -> None:
        """Close the connection; another client may connect."""
        self._hang_up = True

    def wait_until(self, condition: Callable[[], bool], within: float = 20.0) -> bool:
        """Wait for a condition that changes with received packets."""
        with self._changed:
            return self._changed.wait_for(condition, within)

    def _serve(self) -> None:
        while not self._stopping:
            try:
                client, _ = self._listener.accept()
            except TimeoutError:
                continue
            with client:
                self.clients += 1
                client.settimeout(POLL)
                self._exchange(client)

    def _exchange(self, client: socket.socket) -> None:
        due = clock.monotonic()
        self._hang_up = False
        buffer = b""
        pending = True  # a packet has to be sent to the client
        while not (self._stopping or self._hang_up):
            try:
                if pending and not self._silent:
                    pending = False
                    self._send(client)
                if self.rate is not None:
                    client.settimeout(min(POLL, max(1e-4, due - clock.monotonic())))
                buffer += self._arrived(client)
            except OSError:
                return
            buffer, answered = self._taken(buffer)
            if self.rate is None:
                pending = pending or answered
            elif clock.monotonic() >= due:
                due += 1.0 / self.rate
                pending = True

    def _arrived(self, client: socket.socket) -> bytes:
        try:
            arrived = client.recv(65_536)
        except TimeoutError:
            return b""
        if not arrived:
            raise ConnectionResetError
        return arrived

    def _send(self, client: socket.socket) -> None:
        self.sent += 1
        client.sendall(self.instead.pop(0) if self.instead else sensor_packet(self.sensors))

    def _taken(self, buffer: bytes) -> tuple[bytes, bool]:
        answered = False
        while buffer:
            try:
                size = layout_of(buffer).size
            except IncompletePacket:
                break
            command = msgspec.msgpack.decode(buffer[:size])
            buffer, answered = buffer[size:], True
            self._move(command)
            with self._changed:
                self.received.append(command)
                self._changed.notify_all()
        return buffer, answered

    def _move(self, command: dict[str, list[float]]) -> None:
        angles = np.array(self.sensors["Position"])
        targets, stiffness = np.array(command["Position"]), np.array(command["Stiffness"])
        angles += FOLLOWING * np.ceil(stiffness) * (targets - angles)
        self.sensors = {
            **self.sensors,
            "Position": angles.tolist(),
            "Stiffness": stiffness.tolist(),
        }
