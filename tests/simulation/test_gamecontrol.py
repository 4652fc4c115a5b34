"""Game control on the wire: our GameController for robots elsewhere, and a foreign one for ours."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kickabout.communication.gamecontroller_control import decode_control_data, encode_control_data
from kickabout.communication.gamecontroller_data import RobotStatus
from kickabout.communication.gamecontroller_protocol import GameControllerPorts
from kickabout.communication.gamecontroller_status import encode_status
from kickabout.communication.udp_socket import LOOPBACK, Datagram, Endpoint, UdpSocket
from kickabout.framework import ConfigurationError
from kickabout.representations import Datagram as Packet
from kickabout.representations import GameControllerData, GameState, load_field
from kickabout.simulation.gamecontrol import GameControl
from kickabout.simulation.referee.view import RefereeView, Team
from kickabout.simulation.scene import BallPlan, RefereePlan, Scene

FIELD = load_field("spl2019")
SCENE = Scene().completed(home="dummies", away="dummies", robots=5)


def arrived(socket: UdpSocket) -> list[Datagram]:
    """What came over loopback; the kernel delivers before `sendto` returns."""
    return list(socket.received())


@pytest.fixture
def socket() -> Iterator[UdpSocket]:
    with UdpSocket(LOOPBACK, 0) as made:
        yield made


@pytest.fixture
def free_ports() -> GameControllerPorts:
    """Ports that nobody uses, as offered by the system."""
    with (
        UdpSocket(LOOPBACK, 0) as one,
        UdpSocket(LOOPBACK, 0) as two,
        UdpSocket(LOOPBACK, 0) as three,
    ):
        return replace(GameControllerPorts(), control=one.port, status=two.port, monitor=three.port)


def test_players_hear_the_game_twice_a_second_as_bytes() -> None:
    control = GameControl(SCENE, FIELD, seed=1)
    heard: list[Packet] = []
    for frame in range(250):
        now = 0.012 * frame
        if frame % 5 == 0:
            control.step(RefereeView(time=now))
        heard += control.datagrams(now)
    assert 6 <= len(heard) <= 7
    data = decode_control_data(heard[-1].payload)
    assert isinstance(data, GameControllerData)
    assert data.state is GameState.INITIAL


def test_robots_elsewhere_are_served_over_udp_and_answer(
    socket: UdpSocket, free_ports: GameControllerPorts
) -> None:
    robot = f"{LOOPBACK}:{socket.port}"
    control = GameControl(SCENE, FIELD, seed=1, wire_to=[robot], ports=free_ports)
    try:
        control.step(RefereeView(time=0.0))
        control.datagrams(0.0)
        (datagram,) = arrived(socket)
        assert isinstance(decode_control_data(datagram.content), GameControllerData)
        socket.send(
            encode_status(RobotStatus(team=1, player=4), 3), Endpoint(LOOPBACK, free_ports.status)
        )
        control.datagrams(0.1)
        assert (1, 4) in control.statuses
    finally:
        control.close()


def test_a_foreign_gamecontroller_is_followed_and_answered(
    socket: UdpSocket, free_ports: GameControllerPorts
) -> None:
    status_port = socket.port
    ports = replace(free_ports, status=status_port)
    control = GameControl(SCENE, FIELD, seed=1, external=True, ports=ports)
    try:
        data = replace(control.referee.state, state=GameState.SET)
        socket.send(encode_control_data(data, 18), Endpoint(LOOPBACK, ports.control))
        socket.send(b"garbage", Endpoint(LOOPBACK, ports.control))
        assert len(control.datagrams(0.0)) == 2
        assert control.state.state is GameState.SET
        control.hear((encode_status(RobotStatus(team=1, player=2), 4),), 0.1)
        assert len(arrived(socket)) == 1
        assert not control.step(RefereeView(time=20.0))
        assert control.direction(Team.HOME) == 1.0
        swapped = replace(data, first_half=False, teams=(data.teams[1], data.teams[0]))
        socket.send(encode_control_data(swapped, 18), Endpoint(LOOPBACK, ports.control))
        control.datagrams(0.2)
        assert control.direction(Team.HOME) == -1.0
    finally:
        control.close()


def test_more_robots_than_the_gamecontroller_knows_are_refused_and_substitutes_fit() -> None:
    crowd = Scene().completed(home="dummies", away="dummies", robots=7)
    with pytest.raises(ConfigurationError, match="room for numbers up to 6, not 7"):
        GameControl(crowd, FIELD, seed=1)
    six = Scene().completed(home="dummies", away="dummies", robots=6)
    assert GameControl(six, FIELD, seed=1).state.players_per_team <= 6


def test_a_scene_in_play_with_its_own_ball_is_no_kick_off() -> None:
    playing = RefereePlan(start="playing")
    for ball, kick_off in (((0.0, 0.0), True), ((-2.5, 1.0), False)):
        scene = replace(SCENE, ball=BallPlan(position=ball), referee=playing)
        control = GameControl(scene, FIELD, seed=1)
        assert control.state.state is GameState.PLAYING
        assert (control.state.secondary_seconds > 0) is kick_off


@pytest.mark.parametrize(
    "address",
    ["nowhere", "127.0.0.1:port", "300.1.1.1", "127.0.0.1:99999", "127.0.0.1:0", "127.0.0.1:-1"],
)
def test_addresses_that_are_none_are_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="is not an address"):
        GameControl(SCENE, FIELD, seed=1, wire_to=[address])


def test_too_many_messages_are_counted_against_the_team() -> None:
    late = replace(SCENE, referee=replace(SCENE.referee, rules="2025"))
    control = GameControl(late, FIELD, seed=1)
    before = control.state.teams[0].message_budget
    assert before is not None
    for frame in range(1000):
        control.step(RefereeView(time=0.1 * frame))
        if control.state.state is GameState.READY:
            break
    control.count(Team.HOME, (b"x" * 100,) * 3)
    after = control.state.teams[0].message_budget
    assert after == before - 3
