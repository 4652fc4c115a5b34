"""Do packets reach the threads of a robot, and its answers the GameController?"""

from collections.abc import Iterator

import pytest

from kickabout.body.robot_network import RobotNetwork
from kickabout.communication.team_socket import TeamDatagram
from kickabout.communication.udp_socket import LOOPBACK, Endpoint, UdpSocket
from kickabout.representations import StatusPackets, TeamPackets


class Mates:
    """A team network in memory."""

    def __init__(self) -> None:
        self.incoming: list[bytes] = []
        self.outgoing: list[bytes] = []

    def send(self, payload: bytes, *, now: float) -> None:
        self.outgoing.append(payload)

    def receive(self, *, now: float) -> list[TeamDatagram]:
        arrived, self.incoming = self.incoming, []
        return [TeamDatagram(payload=payload, received_at=now) for payload in arrived]


@pytest.fixture
def controller() -> Iterator[UdpSocket]:
    with UdpSocket(LOOPBACK, 0) as socket:
        yield socket


@pytest.fixture
def robot() -> Iterator[UdpSocket]:
    with UdpSocket(LOOPBACK, 0) as socket:
        yield socket


def test_each_thread_gets_each_packet_once(robot: UdpSocket) -> None:
    mates = Mates()
    network = RobotNetwork(robot, mates)
    assert not network.received("cognition", 0.0).teammates
    assert not network.received("audio", 0.0).teammates
    for payload in (b"one", b"two"):
        mates.incoming.append(payload)
        heard = network.received("cognition", 1.0)
        assert [datagram.payload for datagram in heard.teammates] == [payload]
        assert heard.teammates[0].received_at == 1.0
    heard = network.received("audio", 2.0)
    assert [datagram.payload for datagram in heard.teammates] == [b"one", b"two"]
    assert not network.received("audio", 2.0).teammates


def test_answers_go_to_the_controller_that_was_heard(
    robot: UdpSocket, controller: UdpSocket
) -> None:
    network = RobotNetwork(robot, Mates(), status_port=controller.port)
    network.send(StatusPackets(packets=(b"too early",)), 0.0)
    controller.send(b"state", Endpoint(LOOPBACK, robot.port))
    heard = network.received("cognition", 1.0)
    assert [datagram.payload for datagram in heard.gamecontroller] == [b"state"]
    network.send(StatusPackets(packets=(b"here",)), 1.0)
    network.send(TeamPackets(packets=(b"hello",)), 1.0)
    assert [datagram.content for datagram in controller.received()] == [b"here"]
