"""Team messages over real UDP sockets, on loopback addresses only."""

import contextlib
import os
import socket
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from kickabout.communication.team_socket import (
    TeamDatagram,
    TeamNetwork,
    TeamSocket,
    loopback_host,
    team_port,
)
from kickabout.communication.udp_socket import Endpoint

PLAYERS = (1, 2, 3)


def free_team() -> int:
    """Return a team whose port no other process on this computer uses."""
    start = os.getpid()
    for candidate in range(250):
        team = 1 + (start + candidate) % 250
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind((loopback_host(1), team_port(team)))
            except OSError:
                continue
            return team
    raise RuntimeError("all team ports of this computer are taken")


TEAM = free_team()


def has_loopback_addresses() -> bool:
    """Return whether loopback has several addresses; by default, macOS has only one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((loopback_host(2), 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(
    not has_loopback_addresses(), reason="needs several loopback addresses"
)


def is_greeting(payload: bytes) -> bool:
    return payload.startswith(b"hi ") and payload[3:].isdigit()


@pytest.fixture
def robots() -> Iterator[dict[int, TeamSocket]]:
    with contextlib.ExitStack() as stack:
        yield {
            player: stack.enter_context(
                TeamSocket.on_loopback(
                    TEAM,
                    player=player,
                    teammates=[other for other in PLAYERS if other != player],
                    accept=is_greeting,
                )
            )
            for player in PLAYERS
        }


@pytest.fixture
def stranger() -> Iterator[Callable[[bytes], None]]:
    """Yield a function that sends any payload to robot 1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:

        def send(payload: bytes) -> None:
            udp.sendto(payload, (loopback_host(1), team_port(TEAM)))

        yield send


def payloads(network: TeamNetwork, *, now: float = 0.0) -> list[bytes]:
    return [datagram.payload for datagram in network.receive(now=now)]


def test_each_robot_receives_the_two_others(robots: dict[int, TeamSocket]) -> None:
    for player, robot in robots.items():
        robot.send(f"hi {player}".encode(), now=0.0)
    assert sorted(payloads(robots[1])) == [b"hi 2", b"hi 3"]
    assert sorted(payloads(robots[2])) == [b"hi 1", b"hi 3"]
    assert sorted(payloads(robots[3])) == [b"hi 1", b"hi 2"]


def test_received_datagrams_have_the_time_of_reading(robots: dict[int, TeamSocket]) -> None:
    robots[2].send(b"hi 2", now=1.0)
    assert robots[1].receive(now=1.5) == [TeamDatagram(payload=b"hi 2", received_at=1.5)]


def test_receiving_without_messages_does_not_block(robots: dict[int, TeamSocket]) -> None:
    assert robots[1].receive(now=0.0) == []


def test_other_teams_are_not_received(robots: dict[int, TeamSocket]) -> None:
    with TeamSocket.on_loopback(TEAM + 1, player=4, teammates=PLAYERS) as foreign:
        foreign.send(b"hi 4", now=0.0)
    assert payloads(robots[1]) == []


def test_a_call_reads_a_bounded_number(
    robots: dict[int, TeamSocket], stranger: Callable[[bytes], None]
) -> None:
    for index in range(100):
        stranger(f"hi {index}".encode())
    assert len(robots[1].receive(now=0.0)) == robots[1].max_at_once
    assert len(robots[1].receive(now=0.0)) == 100 - robots[1].max_at_once


def test_too_large_messages_are_neither_sent_nor_received(
    robots: dict[int, TeamSocket], stranger: Callable[[bytes], None]
) -> None:
    large = b"hi " + b"1" * 126
    robots[2].send(large, now=0.0)
    robots[2].send(b"", now=0.0)
    stranger(large)
    stranger(b"")
    stranger(large[:-1])
    assert payloads(robots[1]) == [large[:-1]]
    assert robots[2].traffic.not_sent == 2
    assert robots[1].traffic.malformed == 2


def test_own_broadcasts_that_come_back_are_ignored() -> None:
    host, port = loopback_host(1), team_port(TEAM)
    with TeamSocket(TEAM, host=host, targets=[Endpoint(host, port)]) as robot:
        robot.send(b"hi 1", now=0.0)
        assert payloads(robot) == []
        assert robot.traffic.echoes == 1


def test_an_unreachable_network_is_counted_and_raises_nothing() -> None:
    nowhere = Endpoint("240.0.0.1", team_port(TEAM))
    with TeamSocket(TEAM, host=loopback_host(1), targets=[nowhere]) as robot:
        robot.send(b"hi 1", now=0.0)
        assert robot.traffic.sent + robot.traffic.not_sent == 1


def test_ten_thousand_random_datagrams_are_counted_and_dropped(
    robots: dict[int, TeamSocket], stranger: Callable[[bytes], None]
) -> None:
    random = np.random.default_rng(1)
    arrived = 0
    for count in range(10_000):
        size = int(random.integers(0, 300))
        stranger(b"\xff" + random.bytes(size) if size else b"")
        if count % 50 == 49:
            arrived += len(robots[1].receive(now=0.0))
    robots[2].send(b"hi 2", now=0.0)
    assert payloads(robots[1]) == [b"hi 2"]
    assert arrived == 0
    assert robots[1].traffic.malformed == 10_000


@pytest.mark.parametrize("team", [0, 256, -3])
def test_impossible_team_numbers_are_refused(team: int) -> None:
    with pytest.raises(ValueError, match=f"team {team}: expected 1 to 255"):
        TeamSocket(team)


def test_impossible_player_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="player 0 on loopback: expected 1 to 254"):
        TeamSocket.on_loopback(TEAM, player=0, teammates=[1])


def test_the_default_target_is_the_broadcast_address_at_the_port_of_the_team() -> None:
    with TeamSocket(TEAM, host=loopback_host(1)) as robot:
        assert robot.targets == (Endpoint("255.255.255.255", 10_000 + TEAM),)
