"""Referee, GameController server and robots, connected by sockets of this host."""

from contextlib import ExitStack

import pytest
from tests.simulation.referee.pitch import AWAY, Pitch

from kickabout.communication.game_controller_data import RobotStatus
from kickabout.communication.game_controller_protocol import GameControllerPorts
from kickabout.communication.game_controller_socket import GameControllerSocket
from kickabout.communication.game_controller_status import encode_status
from kickabout.communication.udp_socket import LOOPBACK, Endpoint
from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.gamecontroller.game_controller_server import (
    Connection,
    GameControllerServer,
)

FREE = GameControllerPorts(control=0, status=0, monitor=0, forwarded=0)


@pytest.mark.parametrize("year", ["2019", "2021"])
def test_ten_robots_receive_a_kick_off_over_the_network(year: str) -> None:
    pitch = Pitch(year)
    version = pitch.rules.protocol_version
    with ExitStack() as stack:
        server = GameControllerServer(version=version, teams=(1, 2), ports=FREE)
        stack.enter_context(server)
        robots = {
            (team, player): stack.enter_context(
                GameControllerSocket(team, port=0, status_port=server.ports.status)
            )
            for team in (1, 2)
            for player in range(1, 6)
        }
        server.robots = tuple(Endpoint(LOOPBACK, robot.port) for robot in robots.values())
        received: dict[tuple[int, int], list[GameState]] = {robot: [] for robot in robots}
        pitch.referee.penalize(AWAY, 4, Penalty.MANUAL)
        for _ in range(500):
            pitch.run()
            server.send(pitch.published(), pitch.truth(), pitch.time)
            for (team, player), receiver in robots.items():
                for _ in receiver.receive(pitch.time):
                    data = receiver.inbox.latest
                    assert data is not None
                    if data.state not in received[team, player]:
                        received[team, player].append(data.state)
                    status = RobotStatus(team=team, player=player)
                    receiver.answer(encode_status(status, receiver.inbox.protocol.returned))
            server.receive(pitch.time)
        order = [GameState.INITIAL, GameState.READY, GameState.SET, GameState.PLAYING]
        assert all(states == order for states in received.values())
        assert all(
            server.connection(team, player, time=pitch.time) is Connection.GOOD
            for team, player in robots
        )
        latest = robots[2, 1].inbox.latest
        assert latest is not None
        own = latest.team(2)
        assert own is not None
        assert [own.player(number).penalty for number in (3, 4)] == [Penalty.NONE, Penalty.MANUAL]
