"""Game control over UDP: our GameController for other robots, and an external one for ours."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kickabout.communication.game_controller_control import decode_control_data, encode_control_data
from kickabout.communication.game_controller_data import RobotStatus
from kickabout.communication.game_controller_protocol import GameControllerPorts
from kickabout.communication.game_controller_status import encode_status
from kickabout.communication.team_socket import loopback_host
from kickabout.communication.udp_socket import LOOPBACK, Datagram, Endpoint, UdpSocket
from kickabout.framework import ConfigurationError, KickaboutError
from kickabout.representations import Datagram as Packet
from kickabout.representations import GameControllerData, GameState, load_field
from kickabout.simulation.gamecontroller.game_control import GameControl
from kickabout.simulation.match.scene import BallPlan, RefereePlan, Scene
from kickabout.simulation.referee.view import RefereeView, TeamSide

FIELD = load_field("spl2019")
SCENE = Scene().completed(home="dummies", away="dummies", robots=5)


def arrived(socket: UdpSocket) -> list[Datagram]:
    """Return what arrived over loopback; the kernel delivers before `sendto` returns."""
    return list(socket.received())


@pytest.fixture
def socket() -> Iterator[UdpSocket]:
    with UdpSocket(LOOPBACK, 0) as made:
        yield made


@pytest.fixture
def free_ports() -> GameControllerPorts:
    """Unused ports, chosen by the system."""
    with (
        UdpSocket(LOOPBACK, 0) as one,
        UdpSocket(LOOPBACK, 0) as two,
        UdpSocket(LOOPBACK, 0) as three,
    ):
        return replace(GameControllerPorts(), control=one.port, status=two.port, monitor=three.port)


def test_players_receive_the_game_twice_a_second_as_bytes() -> None:
    control = GameControl(SCENE, FIELD, seed=1)
    packets: list[Packet] = []
    for frame in range(250):
        now = 0.012 * frame
        if frame % 5 == 0:
            control.step(RefereeView(time=now))
        packets += control.datagrams(now)
    assert 6 <= len(packets) <= 7
    data = decode_control_data(packets[-1].payload)
    assert isinstance(data, GameControllerData)
    assert data.state is GameState.INITIAL


def test_other_robots_are_served_over_udp_and_answer(
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


@pytest.fixture
def followed(
    socket: UdpSocket, free_ports: GameControllerPorts
) -> Iterator[tuple[GameControl, Endpoint]]:
    """A match that follows the GameController on the socket, and its address."""
    ports = replace(free_ports, status=socket.port)
    control = GameControl(SCENE, FIELD, seed=1, external=True, ports=ports)
    yield control, Endpoint(LOOPBACK, ports.control)
    control.close()


@pytest.fixture
def intruder(socket: UdpSocket) -> Iterator[UdpSocket]:
    """Another host, with a socket at the port to which answers are sent."""
    with UdpSocket(loopback_host(2), socket.port) as made:
        yield made


def swapped(data: GameControllerData, *numbers: int) -> GameControllerData:
    """Return the data of the second half, with other team numbers."""
    teams = (replace(data.teams[1], number=numbers[1]), replace(data.teams[0], number=numbers[0]))
    return replace(
        data, packet_number=data.packet_number + 1, first_half=False, teams=(teams[0], teams[1])
    )


def test_an_external_gamecontroller_is_followed_and_answered(
    socket: UdpSocket, followed: tuple[GameControl, Endpoint]
) -> None:
    control, address = followed
    data = replace(control.referee.state, state=GameState.SET)
    socket.send(encode_control_data(data, 18), address)
    socket.send(b"garbage", address)
    (packet,) = control.datagrams(0.0)
    assert packet == Packet(received_at=0.0, payload=encode_control_data(data, 18))
    assert control.state.state is GameState.SET
    control.receive_status((encode_status(RobotStatus(team=1, player=2), 4),))
    assert len(arrived(socket)) == 1
    assert not control.step(RefereeView(time=20.0))
    assert control.direction(TeamSide.HOME) == 1.0
    socket.send(encode_control_data(swapped(data, 1, 2), 18), address)
    control.datagrams(0.2)
    assert control.direction(TeamSide.HOME) == -1.0


@pytest.mark.parametrize("teams", [(7, 8), (1, 8), (7, 2), (1, 2)])
def test_the_controller_of_another_field_neither_takes_over_nor_gets_an_answer(
    socket: UdpSocket,
    intruder: UdpSocket,
    followed: tuple[GameControl, Endpoint],
    teams: tuple[int, int],
) -> None:
    control, address = followed
    data = replace(control.referee.state, state=GameState.SET)
    foreign = encode_control_data(replace(swapped(data, *teams), state=GameState.PLAYING), 18)
    socket.send(encode_control_data(data, 18), address)
    intruder.send(foreign, address)
    assert len(control.datagrams(0.1)) == 1
    assert control.state.state is GameState.SET
    assert control.direction(TeamSide.HOME) == 1.0
    control.receive_status((encode_status(RobotStatus(team=1, player=2), 4),))
    assert len(arrived(socket)) == 1
    assert not arrived(intruder)


def test_a_match_waits_for_a_controller_that_names_both_its_teams(
    intruder: UdpSocket, followed: tuple[GameControl, Endpoint]
) -> None:
    control, address = followed
    data = replace(control.referee.state, state=GameState.SET)
    for teams in ((7, 8), (1, 8), (7, 2), (1, 1)):
        intruder.send(encode_control_data(swapped(data, *teams), 18), address)
    assert not control.datagrams(0.0)
    assert control.state.state is GameState.INITIAL
    control.receive_status((encode_status(RobotStatus(team=1, player=2), 4),))
    assert not arrived(intruder)


@pytest.mark.parametrize(("options", "address"), [({}, 1), ({"listen": loopback_host(2)}, 2)])
def test_an_external_match_listens_on_this_host_unless_another_address_is_given(
    socket: UdpSocket, free_ports: GameControllerPorts, options: dict[str, str], address: int
) -> None:
    control = GameControl(SCENE, FIELD, seed=1, external=True, ports=free_ports, **options)
    try:
        for number in (1, 2):
            data = replace(control.referee.state, packet_number=number)
            target = Endpoint(loopback_host(number), free_ports.control)
            socket.send(encode_control_data(data, 18), target)
        control.datagrams(0.0)
        assert control.state.packet_number == address
    finally:
        control.close()


def test_two_external_matches_do_not_share_a_port(free_ports: GameControllerPorts) -> None:
    control = GameControl(SCENE, FIELD, seed=1, external=True, ports=free_ports)
    try:
        with pytest.raises(KickaboutError, match=f"UDP port {free_ports.control} of 127.0.0.1"):
            GameControl(SCENE, FIELD, seed=1, external=True, ports=free_ports)
    finally:
        control.close()


def test_a_match_cannot_both_follow_a_gamecontroller_and_be_one() -> None:
    with pytest.raises(ConfigurationError, match="--external-gamecontroller or --wire-to"):
        GameControl(SCENE, FIELD, seed=1, external=True, wire_to=["127.0.0.1:3838"])


def test_numbers_beyond_the_protocol_are_refused() -> None:
    crowd = Scene().completed(home="dummies", away="dummies", robots=7)
    with pytest.raises(ConfigurationError, match=r"player number 7.*numbers up to 6"):
        GameControl(crowd, FIELD, seed=1)
    six = Scene().completed(home="dummies", away="dummies", robots=6)
    assert GameControl(six, FIELD, seed=1).state.players_per_team <= 6


def test_a_scene_in_play_with_a_moved_ball_starts_without_kick_off() -> None:
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
def test_invalid_addresses_are_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="is not an address"):
        GameControl(SCENE, FIELD, seed=1, wire_to=[address])
    with pytest.raises(ConfigurationError, match="is not an address"):
        GameControl(SCENE, FIELD, seed=1, external=True, listen=address)


def test_too_many_messages_are_counted_against_the_team() -> None:
    late = replace(SCENE, referee=replace(SCENE.referee, rules="2025"))
    control = GameControl(late, FIELD, seed=1)
    before = control.state.teams[0].message_budget
    assert before is not None
    for frame in range(1000):
        control.step(RefereeView(time=0.1 * frame))
        if control.state.state is GameState.READY:
            break
    control.count_messages(TeamSide.HOME, (b"x" * 100,) * 3)
    after = control.state.teams[0].message_budget
    assert after == before - 3
