"""Server and receivers over real sockets of this host."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from kickabout.communication.game_controller_control import decode_control_data, encode_control_data
from kickabout.communication.game_controller_data import Rejection, RobotStatus
from kickabout.communication.game_controller_protocol import MONITOR_REQUEST, GameControllerPorts
from kickabout.communication.game_controller_socket import GameControllerSocket
from kickabout.communication.game_controller_status import decode_status, encode_status
from kickabout.communication.udp_socket import LOOPBACK, Datagram, Endpoint, UdpSocket
from kickabout.representations.game import GameControllerData, GameState, GameTeam
from kickabout.simulation.gamecontroller.game_controller_server import (
    Connection,
    GameControllerServer,
)

FREE = GameControllerPorts(control=0, status=0, monitor=0, forwarded=0)
DATA = GameControllerData(
    state=GameState.SET, teams=(GameTeam(number=5), GameTeam(number=12)), kicking_team=5
)
TRUTH = replace(DATA, state=GameState.PLAYING)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def game(
    stack: ExitStack, *, version: int = 18, robots: tuple[tuple[int, int], ...] = ((5, 1),)
) -> tuple[GameControllerServer, list[GameControllerSocket]]:
    server = GameControllerServer(version=version, teams=(5, 12), ports=FREE)
    stack.enter_context(server)
    receivers = [
        stack.enter_context(GameControllerSocket(team, port=0, status_port=server.ports.status))
        for team, _player in robots
    ]
    server.robots = tuple(Endpoint(LOOPBACK, receiver.port) for receiver in receivers)
    return server, receivers


def answer(robot: GameControllerSocket, team: int, player: int) -> bool:
    status = RobotStatus(team=team, player=player)
    return robot.answer(encode_status(status, robot.inbox.protocol.returned))


def arrived(listener: UdpSocket) -> list[Datagram]:
    return list(listener.received())


@pytest.mark.parametrize("version", [12, 18])
def test_robots_get_the_data_and_the_controller_gets_their_status(
    stack: ExitStack, version: int
) -> None:
    server, (robot,) = game(stack, version=version)
    assert robot.receive(0.0) == []
    assert not answer(robot, 5, 1)
    assert server.send(DATA, TRUTH, 0.0)
    (payload,) = robot.receive(0.1)
    assert decode_control_data(payload) == robot.inbox.latest
    assert robot.inbox.latest is not None
    assert robot.inbox.latest.state is GameState.SET
    assert robot.inbox.received_at == 0.1
    assert answer(robot, 5, 1)
    assert [status.player for status in server.receive(0.2)] == [1]


@pytest.mark.parametrize(("version", "size"), [(12, 8), (18, 32)])
def test_the_answer_has_the_version_of_the_control_data(
    stack: ExitStack, version: int, size: int
) -> None:
    server, (robot,) = game(stack, version=version)
    listener = stack.enter_context(UdpSocket(LOOPBACK, 0))
    robot.status_port = listener.port
    server.send(DATA, TRUTH, 0.0)
    robot.receive(0.0)
    answer(robot, 5, 1)
    assert [len(datagram.content) for datagram in arrived(listener)] == [size]


def test_ten_robots_on_one_host_are_distinguished(stack: ExitStack) -> None:
    robots = tuple((team, player) for team in (5, 12) for player in range(1, 6))
    server, receivers = game(stack, robots=robots)
    server.send(DATA, TRUTH, 0.0)
    for (team, player), receiver in zip(robots, receivers, strict=True):
        assert receiver.receive(0.0)
        if (team, player) != (12, 4):
            answer(receiver, team, player)
    assert len(server.receive(1.0)) == 9
    assert server.connection(12, 3, time=2.0) is Connection.GOOD
    assert server.connection(12, 4, time=2.0) is Connection.LOST


def test_a_silent_robot_is_bad_after_two_and_lost_after_four_seconds(stack: ExitStack) -> None:
    server, (robot,) = game(stack)
    server.send(DATA, TRUTH, 0.0)
    robot.receive(0.0)
    answer(robot, 5, 1)
    server.receive(10.0)
    times = (12.0, 12.1, 14.0, 14.1)
    assert [server.connection(5, 1, time=time) for time in times] == [
        Connection.GOOD,
        Connection.BAD,
        Connection.BAD,
        Connection.LOST,
    ]


def test_control_data_are_sent_twice_a_second_of_simulated_time(stack: ExitStack) -> None:
    server, (robot,) = game(stack)
    sent = [server.send(DATA, TRUTH, 0.1 * step) for step in range(31)]
    assert sum(sent) == 7
    assert len(robot.receive(3.0)) == robot.inbox.accepted == 7
    assert robot.inbox.latest is not None
    assert robot.inbox.latest.packet_number == 6


def test_packet_numbers_restart_after_255(stack: ExitStack) -> None:
    server, (robot,) = game(stack)
    numbers = []
    for step in range(258):
        server.send(DATA, TRUTH, 0.5 * step)
        assert robot.receive(0.5 * step)
        assert robot.inbox.latest is not None
        numbers.append(robot.inbox.latest.packet_number)
    assert numbers[254:] == [254, 255, 0, 1]


def test_foreign_and_malformed_datagrams_are_counted_and_ignored(stack: ExitStack) -> None:
    _server, (robot,) = game(stack)
    sender = stack.enter_context(UdpSocket(LOOPBACK, 0))
    foreign = replace(DATA, teams=(GameTeam(number=7), GameTeam(number=8)))
    here = Endpoint(LOOPBACK, robot.port)
    sender.send(encode_control_data(foreign, 18), here)
    sender.send(encode_control_data(DATA, 18)[:-1], here)
    sender.send(b"hello", here)
    sender.send(b"", here)
    assert robot.receive(0.0) == []
    assert robot.inbox.controller is None
    assert robot.inbox.accepted == 0
    assert robot.inbox.rejected == {
        Rejection.FOREIGN_TEAM: 1,
        Rejection.WRONG_LENGTH: 1,
        Rejection.WRONG_HEADER: 1,
        Rejection.TOO_SHORT: 1,
    }


def test_an_unsupported_version_is_reported_once(
    stack: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    _server, (robot,) = game(stack)
    sender = stack.enter_context(UdpSocket(LOOPBACK, 0))
    for version in (14, 14, 19):
        content = b"RGme" + bytes([version]) + bytes(100)
        sender.send(content, Endpoint(LOOPBACK, robot.port))
    assert robot.receive(0.0) == []
    assert caplog.messages == [
        f"ignored the GameController at {LOOPBACK}:{sender.port}:"
        " version 14, expected version 12 or 18"
    ]
    assert robot.inbox.rejected == {Rejection.WRONG_VERSION: 3}


def test_a_second_controller_is_reported_once_and_gets_no_answer(
    stack: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    server, (robot,) = game(stack)
    second = stack.enter_context(UdpSocket("127.0.0.2", 0))
    server.send(DATA, TRUTH, 0.0)
    for number in (1, 2):
        content = encode_control_data(replace(TRUTH, packet_number=number), 18)
        second.send(content, Endpoint(LOOPBACK, robot.port))
    assert len(robot.receive(0.0)) == 1
    assert caplog.messages == [
        f"ignored the GameController at 127.0.0.2:{second.port}:"
        f" {LOOPBACK}:{server.ports.status} already controls this game"
    ]
    answer(robot, 5, 1)
    assert len(server.receive(0.1)) == 1


def test_the_controller_counts_bad_return_data(stack: ExitStack) -> None:
    server, _robots = game(stack)
    sender = stack.enter_context(UdpSocket(LOOPBACK, 0))
    there = Endpoint(LOOPBACK, server.ports.status)
    sender.send(encode_status(RobotStatus(team=99, player=1), 4), there)
    sender.send(b"RGrt", there)
    assert server.receive(0.0) == []
    assert server.rejected == {Rejection.FOREIGN_TEAM: 1, Rejection.TOO_SHORT: 1}


def test_a_monitor_gets_the_truth_and_the_status_of_robots(stack: ExitStack) -> None:
    control = stack.enter_context(UdpSocket(LOOPBACK, 0))
    forwarded = stack.enter_context(UdpSocket(LOOPBACK, 0))
    server, (robot,) = game(stack)
    server.ports = replace(server.ports, control=control.port, forwarded=forwarded.port)
    server.send(DATA, TRUTH, 0.0)
    assert arrived(control) == []
    control.send(MONITOR_REQUEST, Endpoint(LOOPBACK, server.ports.monitor))
    server.send(DATA, TRUTH, 0.5)
    (datagram,) = arrived(control)
    truth = decode_control_data(datagram.content, true_data=True)
    assert isinstance(truth, GameControllerData)
    assert truth.state is GameState.PLAYING
    robot.receive(0.5)
    assert robot.inbox.latest is not None
    assert robot.inbox.latest.state is GameState.SET
    answer(robot, 5, 1)
    server.receive(0.6)
    (datagram,) = arrived(forwarded)
    assert datagram.content[:4] == socket.inet_aton(LOOPBACK)
    assert decode_status(datagram.content[4:]) == RobotStatus(team=5, player=1)


def test_wrong_monitor_requests_are_rejected(stack: ExitStack) -> None:
    server, _robots = game(stack)
    sender = stack.enter_context(UdpSocket(LOOPBACK, 0))
    sender.send(b"RGTr\x07", Endpoint(LOOPBACK, server.ports.monitor))
    server.send(DATA, TRUTH, 0.0)
    assert server.monitors == set()
    assert server.rejected == {Rejection.WRONG_VERSION: 1}


def test_robots_that_share_a_port_all_get_a_broadcast(stack: ExitStack) -> None:
    first = stack.enter_context(GameControllerSocket(5, host="", port=0, shared=True))
    second = stack.enter_context(GameControllerSocket(12, host="", port=first.port, shared=True))
    sender = stack.enter_context(UdpSocket(LOOPBACK, 0))
    if not sender.send(encode_control_data(DATA, 12), Endpoint("127.255.255.255", first.port)):
        pytest.skip("this host has no loopback broadcast")
    assert first.receive(0.0)
    assert second.receive(0.0)


def test_the_error_of_a_taken_port_names_it(stack: ExitStack) -> None:
    taken = stack.enter_context(UdpSocket(LOOPBACK, 0))
    with pytest.raises(OSError, match=f"port {taken.port}"):
        GameControllerSocket(5, port=taken.port)


def test_sending_to_a_closed_port_raises_nothing(stack: ExitStack) -> None:
    sender = stack.enter_context(UdpSocket(LOOPBACK, 0))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((LOOPBACK, 0))
        closed = probe.getsockname()[1]
    for _ in range(3):
        sender.send(b"anybody?", Endpoint(LOOPBACK, closed))
    assert arrived(sender) == []
    assert not sender.send(bytes(70_000), Endpoint(LOOPBACK, closed))
    assert sender.send_errors == 1


def test_games_on_one_host_have_their_own_ports() -> None:
    first, second = GameControllerPorts(), GameControllerPorts().shifted(1000)
    assert first.control == 3838
    assert second == GameControllerPorts(control=4838, status=4939, monitor=4636, forwarded=4940)
