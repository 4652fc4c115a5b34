"""Robots exchange messages within the rules and through a bad network."""

from dataclasses import replace

import numpy as np
import pytest
from tests.communication.talkers import DT, PERFECT_2019, Talker, TeamOfTalkers, five, game_info
from tests.communication.team_message_samples import random_message

from kickabout.communication.message_budget_keeper import (
    MessageBudgetKeeper,
    MessageBudgetKeeperParameters,
)
from kickabout.communication.team_message_codec import encode_compact
from kickabout.communication.team_message_receiver import (
    TeamMessageReceiver,
    TeamMessageReceiverParameters,
)
from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2, Vector2
from kickabout.representations import (
    Datagram,
    FallPhase,
    FallState,
    GameControllerData,
    GameInfo,
    GamePlayer,
    GameState,
    GameTeam,
    Penalty,
    PlayerInfo,
    ReceivedPackets,
    Role,
    SoundDirectionPercept,
    TeamPackets,
    WhistlePercept,
)
from kickabout.simulation.match.network import NetworkSettings


def test_each_robot_receives_all_others_once_a_second() -> None:
    talkers = five()
    team = TeamOfTalkers(talkers, PERFECT_2019, protocol=12)
    team.run(60.0)
    assert all(len(talker.team.teammates) == 4 for talker in talkers)
    sent = team.network.traffic(7).sent
    assert 5 * 55 <= sent <= 5 * 60
    assert max(team.sizes) <= 508
    assert team.network.traffic(7).too_large == 0


@pytest.mark.parametrize("protocol", [12, 18])
def test_times_are_converted_between_clocks(protocol: int) -> None:
    talkers = [
        Talker(number=1, ball=Vector2(1.0, 0.0)),
        Talker(number=2, clock_offset=5.0),
        Talker(number=3, clock_offset=-40.0 + 100.0),
    ]
    settings = NetworkSettings(delay=0.0, jitter=0.05, size_limit=508, budget=None)
    team = TeamOfTalkers(talkers, settings, protocol=protocol)
    team.run(40.0)
    for receiver in talkers[1:]:
        teammate = receiver.team.teammate(1)
        assert teammate is not None
        assert teammate.clock_error < 0.06
        assert teammate.clock_offset == pytest.approx(
            -receiver.clock_offset, abs=teammate.clock_error
        )
        seen_ago = team.now + receiver.clock_offset - teammate.ball_last_seen_at
        sent_ago = team.now + receiver.clock_offset - teammate.sent_at
        assert seen_ago == pytest.approx(sent_ago, abs=0.02)


def test_a_bad_network_loses_messages_but_invents_none() -> None:
    settings = NetworkSettings(
        loss=0.4,
        jitter=0.1,
        duplication=0.2,
        straggling=0.2,
        straggling_delay=1.5,
        size_limit=508,
        budget=None,
    )
    talkers = five()
    team = TeamOfTalkers(talkers, settings, protocol=12)
    for second in range(60):
        for talker in talkers:
            talker.pose = Pose2(0.05 * second, 0.1 * talker.number, 0.0)
        team.run(1.0)
    for talker in talkers:
        assert len(talker.team.teammates) == 4
        for teammate in talker.team.teammates:
            assert teammate.robot_to_field.y == pytest.approx(0.1 * teammate.number, abs=0.001)
            assert teammate.robot_to_field.x > 0.05 * 59 - 0.5


def test_silent_teammates_are_dropped() -> None:
    talkers = five()
    team = TeamOfTalkers(talkers, PERFECT_2019, protocol=12)
    team.run(5.0)
    team.talkers = talkers[:1]
    team.run(20.0)
    assert talkers[0].team.teammates == ()


def test_without_new_data_the_same_object_is_published_again() -> None:
    receiver = TeamMessageReceiver(TeamMessageReceiverParameters(forget_after=5.0))
    game = game_info(0.0, protocol=12)
    message = random_message(np.random.default_rng(1), number=2)
    player = PlayerInfo(team=message.team, number=1)
    packets = ReceivedPackets(
        teammates=(Datagram(received_at=1.0, payload=encode_compact(message)),)
    )
    data = receiver.update(FrameInfo(time=1.0), player, game, packets)
    assert [teammate.number for teammate in data.teammates] == [2]
    assert receiver.update(FrameInfo(time=2.0), player, game, ReceivedPackets()) is data
    other = game_info(2.0, protocol=12)
    assert receiver.update(FrameInfo(time=2.0), player, other, ReceivedPackets()) is not data
    dropped = receiver.update(FrameInfo(time=7.0), player, other, ReceivedPackets())
    assert dropped.teammates == ()


@pytest.mark.slow
@pytest.mark.parametrize("pause", [10.0, 2.0], ids=["calm", "hectic"])
def test_a_whole_game_stays_within_the_budget(pause: float) -> None:
    talkers = five()
    team = TeamOfTalkers(talkers, NetworkSettings(), protocol=18)
    random, in_first_half = np.random.default_rng(1), 0
    for _ in range(round(1200.0 / pause)):
        for talker in talkers:
            x, y = random.uniform((-4.0, -3.0), (4.0, 3.0)).tolist()
            talker.ball = Vector2(x, y) if random.random() < 0.7 else None
            talker.role = list(Role)[int(random.integers(len(Role)))]
        team.run(pause)
        if team.now < 600.0:
            in_first_half = team.network.traffic(7).sent
    traffic = team.network.traffic(7)
    assert not traffic.offended
    assert max(team.sizes) <= 128
    assert traffic.sent > 600
    assert traffic.sent - in_first_half > 200
    assert all(len(talker.team.teammates) == 4 for talker in talkers)


def talking_alone(protocol: int = 18) -> tuple[Talker, TeamOfTalkers]:
    talker = Talker(number=2, ball=Vector2(1.0, 0.0))
    team = TeamOfTalkers([talker, Talker(number=3)], NetworkSettings(), protocol=protocol)
    team.run(5.0)
    while not talker.sent.packets:
        team.run(DT)
    return talker, team


def sends_within(team: TeamOfTalkers, talker: Talker, seconds: float) -> bool:
    for _ in range(round(seconds / DT)):
        team.run(DT)
        if talker.sent.packets:
            return True
    return False


def test_a_whistle_is_sent_at_once() -> None:
    talker, team = talking_alone()
    # Types: `replace` works on structs, too, see framework/frozen.py.
    talker.sender.sent = replace(talker.sender.sent, sent_at=team.now)  # type: ignore[type-var]
    talker.whistle = WhistlePercept(
        detected=True, confidence=0.9, last_detected_at=team.now + DT, channels_used=4
    )
    talker.sound = SoundDirectionPercept(valid=True, angle_in_robot=-1.2, deviation=0.12)
    assert sends_within(team, talker, 0.5)
    team.run(0.2)
    teammate = team.talkers[1].team.teammate(2)
    assert teammate is not None
    assert teammate.whistle_confidence == pytest.approx(0.9, abs=0.01)
    assert teammate.whistle_direction == pytest.approx(-1.2, abs=0.001)
    assert teammate.whistle_deviation == pytest.approx(0.12, abs=0.006)


@pytest.mark.parametrize("change", ["role", "fall"])
def test_important_changes_are_sent_soon(change: str) -> None:
    talker, team = talking_alone()
    if change == "role":
        talker.role = Role.STRIKER
    else:
        talker.fall = FallState(phase=FallPhase.FALLEN)
    assert sends_within(team, talker, 6.0)


def test_a_ball_that_rolls_as_predicted_causes_no_message() -> None:
    talker, team = talking_alone()
    talker.sender.parameters = replace(talker.sender.parameters, robot_moved=99.0)
    talker.keeper.parameters = replace(
        talker.keeper.parameters, min_interval=20.0, max_interval=20.0
    )
    assert not sends_within(team, talker, 12.0)
    talker.ball = Vector2(2.0, 0.5)
    assert sends_within(team, talker, 0.2)


def test_no_messages_are_sent_without_a_budget() -> None:
    keeper = MessageBudgetKeeper(MessageBudgetKeeperParameters())
    player = PlayerInfo(team=7, number=1)
    poor = keeper.update(player, game_info(10.0, protocol=18, budget=15), TeamPackets())
    assert not poor.may_send
    rich = keeper.update(player, game_info(10.5, protocol=18, budget=900), TeamPackets())
    assert rich.may_send
    assert rich.remaining == 900


def test_own_messages_are_counted_until_the_gamecontroller_counts_them() -> None:
    keeper = MessageBudgetKeeper(MessageBudgetKeeperParameters())
    player, sent = PlayerInfo(team=7, number=1), TeamPackets(packets=(b"x",))
    game = game_info(10.0, protocol=18, budget=500)
    counts = [keeper.update(player, game, sent).remaining for _ in range(3)]
    assert counts == [499, 498, 497]
    newer = game_info(10.5, protocol=18, budget=490)
    assert keeper.update(player, newer, TeamPackets()).remaining == 490


def test_a_smaller_budget_gives_longer_intervals() -> None:
    player = PlayerInfo(team=7, number=1)
    intervals = [
        MessageBudgetKeeper(MessageBudgetKeeperParameters())
        .update(player, game_info(100.0, protocol=18, budget=budget), TeamPackets())
        .interval
        for budget in (1200, 600, 100)
    ]
    assert intervals == sorted(intervals)
    assert intervals[0] < intervals[2]


def test_without_a_budget_there_is_one_message_a_second() -> None:
    keeper = MessageBudgetKeeper(MessageBudgetKeeperParameters())
    budget = keeper.update(PlayerInfo(team=7), game_info(1.0, protocol=12), TeamPackets())
    assert budget.may_send
    assert budget.interval == 1.0


def test_malformed_packets_and_other_teams_are_only_counted() -> None:
    receiver = TeamMessageReceiver(TeamMessageReceiverParameters())
    player = PlayerInfo(team=7, number=1)
    random = np.random.default_rng(1)
    foreign = encode_compact(replace(random_message(random), team=9))
    own_echo = encode_compact(random_message(random, number=1))
    good = encode_compact(random_message(random, number=3))
    packets = ReceivedPackets(
        teammates=tuple(
            Datagram(received_at=1.0, payload=p) for p in (b"", b"hello", foreign, own_echo, good)
        )
    )
    team = receiver.update(FrameInfo(time=1.0), player, GameInfo(), packets)
    assert team.rejected == 3
    assert [teammate.number for teammate in team.teammates] == [3]


def test_the_gamecontroller_reports_penalized_teammates() -> None:
    receiver = TeamMessageReceiver(TeamMessageReceiverParameters())
    message = random_message(np.random.default_rng(2), number=3)
    message = replace(message, content=replace(message.content, penalized=False))
    packets = ReceivedPackets(
        teammates=(Datagram(received_at=1.0, payload=encode_compact(message)),)
    )
    players = tuple(
        GamePlayer(penalty=Penalty.PLAYER_PUSHING if i == 2 else Penalty.NONE) for i in range(5)
    )
    game = GameInfo(
        data=GameControllerData(teams=(GameTeam(number=7, players=players), GameTeam())),
        received=True,
    )
    team = receiver.update(FrameInfo(time=1.0), PlayerInfo(team=7, number=1), game, packets)
    assert team.teammates[0].penalized


def test_no_messages_are_sent_before_and_after_the_game() -> None:
    talker = Talker(number=2)
    for state in (GameState.INITIAL, GameState.FINISHED):
        game = game_info(1.0, protocol=12, state=state)
        assert not talker.step(1.0, game, ()).packets
    assert not talker.step(2.0, GameInfo(), ()).packets
