"""Packets between the threads of a robot, its teammates and the GameController."""

from collections.abc import Iterator

import pytest

from kickabout.body.robot_network import MAX_WAITING, RobotNetwork
from kickabout.communication.game_controller_control import encode_control_data
from kickabout.communication.game_controller_socket import GameControllerSocket
from kickabout.communication.team_socket import TeamDatagram, loopback_host
from kickabout.communication.udp_socket import LOOPBACK, Endpoint, UdpSocket
from kickabout.representations import GameControllerData, GameTeam, StatusPackets, TeamPackets

TEAM, OPPONENT = 5, 12


def control_data(*teams: int, number: int = 0) -> bytes:
    one, two = (GameTeam(number=team) for team in teams)
    return encode_control_data(GameControllerData(packet_number=number, teams=(one, two)), 18)


class RecordedTeamNetwork:
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
def intruder(controller: UdpSocket) -> Iterator[UdpSocket]:
    """Another host, with a socket at the port to which answers are sent."""
    with UdpSocket(loopback_host(2), controller.port) as socket:
        yield socket


@pytest.fixture
def robot(controller: UdpSocket) -> Iterator[GameControllerSocket]:
    with GameControllerSocket(TEAM, port=0, status_port=controller.port) as receiver:
        yield receiver


def test_each_thread_gets_each_packet_once(robot: GameControllerSocket) -> None:
    teammates = RecordedTeamNetwork()
    network = RobotNetwork(robot, teammates)
    assert not network.received("cognition", 0.0).teammates
    assert not network.received("audio", 0.0).teammates
    for payload in (b"one", b"two"):
        teammates.incoming.append(payload)
        packets = network.received("cognition", 1.0)
        assert [datagram.payload for datagram in packets.teammates] == [payload]
        assert packets.teammates[0].received_at == 1.0
    packets = network.received("audio", 2.0)
    assert [datagram.payload for datagram in packets.teammates] == [b"one", b"two"]
    assert not network.received("audio", 2.0).teammates


def test_answers_are_sent_to_the_controller_of_the_teams_game(
    robot: GameControllerSocket, controller: UdpSocket
) -> None:
    network = RobotNetwork(robot, RecordedTeamNetwork())
    network.send(StatusPackets(packets=(b"too early",)), 0.0)
    state = control_data(OPPONENT, TEAM)
    controller.send(state, Endpoint(LOOPBACK, robot.port))
    packets = network.received("cognition", 1.0)
    assert [datagram.payload for datagram in packets.game_controller] == [state]
    assert [datagram.received_at for datagram in packets.game_controller] == [1.0]
    network.send(StatusPackets(packets=(b"here",)), 1.0)
    network.send(TeamPackets(packets=(b"hello",)), 1.0)
    assert [datagram.content for datagram in controller.received()] == [b"here"]


@pytest.mark.parametrize(
    "packet", [b"", b"x", b"RGme", control_data(7, 8), control_data(TEAM, OPPONENT, number=9)]
)
def test_packets_of_an_intruder_reach_no_thread_and_get_no_answer(
    robot: GameControllerSocket, controller: UdpSocket, intruder: UdpSocket, packet: bytes
) -> None:
    network = RobotNetwork(robot, RecordedTeamNetwork())
    state = control_data(TEAM, OPPONENT)
    controller.send(state, Endpoint(LOOPBACK, robot.port))
    intruder.send(packet, Endpoint(LOOPBACK, robot.port))
    packets = network.received("cognition", 1.0)
    assert [datagram.payload for datagram in packets.game_controller] == [state]
    network.send(StatusPackets(packets=(b"here",)), 1.0)
    assert [datagram.content for datagram in controller.received()] == [b"here"]
    assert list(intruder.received()) == []


def test_an_unknown_host_gets_no_answer(robot: GameControllerSocket, intruder: UdpSocket) -> None:
    network = RobotNetwork(robot, RecordedTeamNetwork())
    for packet in (b"x", control_data(7, 8)):
        intruder.send(packet, Endpoint(LOOPBACK, robot.port))
    assert not network.received("cognition", 1.0).game_controller
    network.send(StatusPackets(packets=(b"here",)), 1.0)
    assert list(intruder.received()) == []


def test_a_thread_that_receives_too_rarely_loses_the_oldest_packets(
    robot: GameControllerSocket, controller: UdpSocket
) -> None:
    teammates = RecordedTeamNetwork()
    network = RobotNetwork(robot, teammates)
    network.received("audio", 0.0)
    sent = [b"%d" % number for number in range(MAX_WAITING + 10)]
    states = [
        control_data(TEAM, OPPONENT, number=number % 256) for number in range(MAX_WAITING + 10)
    ]
    for message, state in zip(sent, states, strict=True):
        teammates.incoming.append(message)
        controller.send(state, Endpoint(LOOPBACK, robot.port))
        network.received("cognition", 1.0)
    packets = network.received("audio", 2.0)
    assert [datagram.payload for datagram in packets.teammates] == sent[10:]
    assert [datagram.payload for datagram in packets.game_controller] == states[10:]
