"""The simulated network: loss, delay, order, limits, determinism."""

import itertools
import math
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kickabout.communication.team_socket import TeamDatagram
from kickabout.simulation.match.lineup import robot_ids
from kickabout.simulation.match.mail import Mail
from kickabout.simulation.match.network import (
    NetworkSettings,
    OutgoingMessage,
    Robot,
    SimulatedNetwork,
)
from kickabout.simulation.match.scene import Scene, load_scene

SLOW = NetworkSettings(delay=0.05, jitter=0.0)
HOME: list[Robot] = [(5, player) for player in range(1, 6)]
AWAY: list[Robot] = [(24, player) for player in range(1, 6)]
PERFECT = NetworkSettings(delay=0.0, jitter=0.0)

Outgoing = dict[Robot, list[OutgoingMessage]]


def message(text: str, sent_at: float = 0.0) -> OutgoingMessage:
    return OutgoingMessage(payload=text.encode(), sent_at=sent_at)


def chatter(messages: int, *, period: float = 0.01) -> Outgoing:
    return {
        robot: [message(f"{robot} {index}", index * period) for index in range(messages)]
        for robot in HOME + AWAY
    }


def texts(datagrams: list[TeamDatagram]) -> list[str]:
    return [datagram.payload.decode() for datagram in datagrams]


def test_a_message_reaches_all_teammates_and_no_other_robot() -> None:
    network = SimulatedNetwork(HOME + AWAY, PERFECT)
    incoming = network.exchange({(5, 2): [message("pass")]})
    receivers = {robot for robot, datagrams in incoming.items() if texts(datagrams) == ["pass"]}
    assert receivers == set(HOME) - {(5, 2)}
    assert not any(incoming[robot] for robot in AWAY)


def test_a_message_arrives_after_its_delay() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(delay=0.05, jitter=0.0))
    incoming = network.exchange({(5, 1): [message("late", sent_at=1.0)]})
    assert [d.received_at for d in incoming[5, 2]] == [pytest.approx(1.05)]


def test_mail_delivers_a_message_once_and_not_before_its_delay() -> None:
    scene = replace(Scene().completed(home="one", away="two", robots=2), network=SLOW)
    mail = Mail(scene, robot_ids(scene), seed=1)
    mail.post(0, (b"mine",), now=1.0)
    assert mail.delivered(1, now=2.0) == ()
    mail.carry()
    assert mail.delivered(1, now=1.049) == ()
    (datagram,) = mail.delivered(1, now=1.06)
    assert datagram.payload == b"mine"
    assert mail.delivered(1, now=2.0) == ()
    assert mail.delivered(0, now=2.0) == mail.delivered(2, now=2.0) == ()


def test_each_receiver_loses_the_same_fraction_independently() -> None:
    network = SimulatedNetwork(HOME + AWAY, NetworkSettings(loss=0.2), seed=3)
    incoming = network.exchange(chatter(1_000))
    fractions = [1.0 - len(datagrams) / 4_000 for datagrams in incoming.values()]
    np.testing.assert_allclose(fractions, 0.2, atol=0.03)
    assert network.traffic(5).lost / 20_000 == pytest.approx(0.2, abs=0.01)
    received = [set(texts(incoming[robot])) for robot in HOME[:2]]
    of_others = {f"(5, 3) {index}" for index in range(1_000)}
    both = len(of_others & received[0] & received[1]) / 1_000
    assert both == pytest.approx(0.8 * 0.8, abs=0.05)


TCP = NetworkSettings(delay=0.01, jitter=0.01, loss=0.1, reliable=True, retry=0.3)


def latencies(settings: NetworkSettings, *, period: float = 0.25) -> Any:
    """Return send and arrival times of a robot's messages at a teammate, in order of sending."""
    network = SimulatedNetwork(HOME, settings, seed=2)
    times = []
    for index in range(800):
        sent_at = index * period
        incoming = network.exchange({(5, 1): [message(str(index), sent_at)]})
        (datagram,) = incoming[5, 2]
        times.append((sent_at, datagram.received_at))
    return np.array(times)


def test_a_reliable_network_loses_nothing_and_keeps_the_order() -> None:
    sent, received = latencies(TCP).T
    assert np.all(np.diff(received) >= 0.0)
    delays = received - sent
    assert np.median(delays) < 0.05
    assert delays.max() > 0.3  # a lost message is sent again, and others wait for it
    assert np.mean(delays > 0.25) == pytest.approx(0.15, abs=0.08)


def test_in_a_reliable_network_messages_wait_for_the_end_of_an_outage() -> None:
    sent, received = latencies(replace(TCP, loss=0.0, outages=((50.0, 68.0),))).T
    delays = received - sent
    during = (sent >= 50.0) & (sent < 68.0)
    assert delays[during].max() == pytest.approx(18.0, abs=0.1)
    assert np.all(received[during] >= 68.0)
    assert delays[~during].max() < 0.2


def test_the_network_of_2004_is_up_to_20_seconds_late_but_usually_quick() -> None:
    sent, received = latencies(load_scene("congested2004").network).T
    delays = received - sent
    assert 10.0 <= delays.max() <= 20.0
    assert np.median(delays) < 0.1
    assert np.mean(delays > 1.0) < 0.2


def test_repetitions_delay_a_message_no_longer_than_the_limit() -> None:
    delays = np.subtract(*latencies(replace(TCP, loss=1.0, max_delay=12.0), period=30.0).T[::-1])
    assert delays.max() == pytest.approx(12.0, abs=0.2)


def test_delays_follow_their_distribution() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(delay=0.01, jitter=0.02), seed=1)
    incoming = network.exchange({(5, 1): [message("x", 0.0)] * 3_000})
    delays = np.array([datagram.received_at for datagram in incoming[5, 2]])
    assert delays.min() >= 0.01
    assert delays.mean() == pytest.approx(0.03, rel=0.06)
    assert np.median(delays) == pytest.approx(0.01 + 0.02 * math.log(2.0), rel=0.06)
    assert network.traffic(5).mean_delay == pytest.approx(0.03, rel=0.03)


def test_some_messages_arrive_twice() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(duplication=0.1), seed=2)
    incoming = network.exchange({(5, 1): [message(str(index)) for index in range(2_000)]})
    copies = len(incoming[5, 4]) - 2_000
    assert copies == pytest.approx(200, abs=45)
    assert len(set(texts(incoming[5, 4]))) == 2_000
    assert network.traffic(5).duplicated == pytest.approx(800, abs=90)


def test_delayed_messages_are_overtaken_and_delivered_in_order_of_arrival() -> None:
    settings = NetworkSettings(straggling=0.1, straggling_delay=0.5, jitter=0.0)
    network = SimulatedNetwork(HOME, settings, seed=2)
    outgoing = [message(str(index), index * 0.1) for index in range(500)]
    datagrams = network.exchange({(5, 1): outgoing})[5, 2]
    times = [datagram.received_at for datagram in datagrams]
    assert times == sorted(times)
    order = [int(text) for text in texts(datagrams)]
    assert sorted(order) == list(range(500))
    assert 20 < sum(later < earlier for earlier, later in itertools.pairwise(order)) < 80


def test_no_message_arrives_during_an_outage() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(outages=((2.0, 4.0),)))
    outgoing = [message(str(second), second) for second in range(6)]
    assert texts(network.exchange({(5, 1): outgoing})[5, 2]) == ["0", "1", "4", "5"]
    assert network.traffic(5).lost == 8


def test_the_same_seed_gives_the_same_network_and_another_seed_a_different_one() -> None:
    settings = NetworkSettings(loss=0.3, duplication=0.1, straggling=0.1)
    received = [
        SimulatedNetwork(HOME + AWAY, settings, seed=seed).exchange(chatter(50))
        for seed in (4, 4, 5)
    ]
    assert pickle.dumps(received[0]) == pickle.dumps(received[1])
    assert received[0] != received[2]


def test_the_order_of_robots_and_steps_does_not_matter() -> None:
    settings = NetworkSettings(
        loss=0.3, duplication=0.2, straggling=0.2, budget=120, offense="drop"
    )
    forward = SimulatedNetwork(HOME + AWAY, settings, seed=9)
    backward = SimulatedNetwork([*AWAY, *reversed(HOME)], settings, seed=9)
    every = chatter(40)
    at_once = forward.exchange(every)
    step_by_step: dict[Robot, list[TeamDatagram]] = {robot: [] for robot in HOME + AWAY}
    for step in range(0, 40, 4):
        part = {robot: every[robot][step : step + 4] for robot in reversed(list(every))}
        for robot, datagrams in backward.exchange(part).items():
            step_by_step[robot] += datagrams
    for robot, datagrams in step_by_step.items():
        assert sorted(datagrams, key=arrival) == sorted(at_once[robot], key=arrival)
    counts = [network.traffic(5).over_budget for network in (forward, backward)]
    assert counts == [80, 80]


def arrival(datagram: TeamDatagram) -> tuple[float, bytes]:
    return datagram.received_at, datagram.payload


def test_an_additional_receiver_changes_nothing_for_the_others() -> None:
    settings = NetworkSettings(loss=0.5)
    few = SimulatedNetwork(HOME[:3], settings, seed=1).exchange({(5, 1): [message("x")] * 100})
    many = SimulatedNetwork(HOME, settings, seed=1).exchange({(5, 1): [message("x")] * 100})
    assert few[5, 2] == many[5, 2]


def test_messages_over_the_budget_are_counted() -> None:
    network = SimulatedNetwork(HOME + AWAY, NetworkSettings(budget=3))
    network.exchange({(5, 1): [message("a"), message("b")], (24, 1): [message("c")]})
    assert network.budget_left(5) == 1
    assert network.budget_left(24) == 2
    assert not network.traffic(5).offended
    incoming = network.exchange({(5, 2): [message("d"), message("e")]})
    assert network.budget_left(5) == 0
    assert network.traffic(5).over_budget == 1
    assert network.traffic(5).offended
    assert texts(incoming[5, 1]) == ["d", "e"] or texts(incoming[5, 1]) == ["e", "d"]


def test_messages_over_the_budget_can_be_dropped() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(budget=1, offense="drop"))
    incoming = network.exchange({(5, 2): [message("d", 0.0), message("e", 0.1)]})
    assert texts(incoming[5, 1]) == ["d"]


def test_without_a_budget_no_message_is_over_it() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(budget=None))
    network.exchange({(5, 1): [message("x")] * 2_000})
    assert network.budget_left(5) is None
    assert network.traffic(5).over_budget == 0


@pytest.mark.parametrize(("offense", "arrive"), [("count", 2), ("drop", 1)])
def test_too_large_messages_are_counted(offense: str, arrive: int) -> None:
    settings = NetworkSettings(size_limit=128, offense="drop" if offense == "drop" else "count")
    network = SimulatedNetwork(HOME, settings)
    incoming = network.exchange({(5, 1): [message("x" * 129), message("x" * 128)]})
    assert len(incoming[5, 2]) == arrive
    assert network.traffic(5).too_large == 1
    assert network.traffic(5).offended


def test_the_counts_are_consistent() -> None:
    network = SimulatedNetwork(HOME, NetworkSettings(loss=0.25, duplication=0.1), seed=7)
    incoming = network.exchange({robot: chatter(100)[robot] for robot in HOME})
    traffic = network.traffic(5)
    assert traffic.sent == 500
    assert traffic.delivered == sum(len(datagrams) for datagrams in incoming.values())
    assert traffic.delivered + traffic.lost - traffic.duplicated == 500 * 4


def test_unknown_robots_and_teams_are_refused_with_the_known_ones() -> None:
    network = SimulatedNetwork([(5, 1), (5, 2)])
    with pytest.raises(
        ValueError, match=r"robot \(5, 9\) is not in the network; robots in it: \(5, 1\)"
    ):
        network.exchange({(5, 9): [message("x")]})
    with pytest.raises(ValueError, match="team 6 is not in the network; teams in it: 5"):
        network.budget_left(6)


@pytest.mark.parametrize(
    "settings", [{"loss": 1.5}, {"duplication": -0.1}, {"jitter": -1.0}, {"delay": math.nan}]
)
def test_impossible_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        NetworkSettings(**settings)


def test_all_or_no_messages_can_be_lost() -> None:
    for loss, expected in ((0.0, 100), (1.0, 0)):
        network = SimulatedNetwork(HOME, NetworkSettings(loss=loss))
        incoming = network.exchange({(5, 1): [message("x")] * 100})
        assert len(incoming[5, 2]) == expected
