"""Robots receive the GameController's data and answer in its version."""

import pytest

from kickabout.communication.game_controller_control import encode_control_data
from kickabout.communication.game_controller_data import RobotStatus
from kickabout.communication.game_controller_receiver import GameControllerReceiver
from kickabout.communication.game_controller_status import decode_status
from kickabout.communication.status_reporter import StatusReporter, StatusReporterParameters
from kickabout.framework import FrameInfo, NoParameters
from kickabout.geometry import Pose2
from kickabout.representations import (
    BallModel,
    Datagram,
    FallState,
    GameControllerData,
    GameInfo,
    GamePlayer,
    GameState,
    GameTeam,
    PlayerInfo,
    ReceivedPackets,
    RobotPose,
)

PLAYER = PlayerInfo(team=5, number=3)
TEAMS = tuple(GameTeam(number=n, players=(GamePlayer(),) * 6) for n in (5, 12))
GAME = GameControllerData(state=GameState.PLAYING, teams=(TEAMS[0], TEAMS[1]))


def packets_with(*payloads: bytes, at: float = 1.0) -> ReceivedPackets:
    return ReceivedPackets(
        game_controller=tuple(Datagram(received_at=at, payload=p) for p in payloads)
    )


@pytest.mark.parametrize("version", [12, 18])
def test_both_protocol_versions_are_decoded(version: int) -> None:
    receiver = GameControllerReceiver(NoParameters())
    assert not receiver.update(PLAYER, ReceivedPackets()).received
    info = receiver.update(PLAYER, packets_with(encode_control_data(GAME, version)))
    assert info.received
    assert info.data.state is GameState.PLAYING
    assert info.protocol == version
    assert receiver.update(PLAYER, ReceivedPackets()).data.state is GameState.PLAYING


def test_without_new_data_the_same_object_is_published_again() -> None:
    receiver = GameControllerReceiver(NoParameters())
    info = receiver.update(PLAYER, packets_with(encode_control_data(GAME, 12)))
    assert receiver.update(PLAYER, ReceivedPackets()) is info
    assert receiver.update(PLAYER, packets_with(encode_control_data(GAME, 12), at=2.0)) is not info
    assert not receiver.update(PlayerInfo(team=12, number=3), ReceivedPackets()).received


def test_malformed_packets_and_other_games_are_only_counted() -> None:
    receiver = GameControllerReceiver(NoParameters())
    receiver.update(PLAYER, packets_with(encode_control_data(GAME, 12)))
    other = GameControllerData(teams=(GameTeam(number=8), GameTeam(number=9)))
    info = receiver.update(
        PLAYER, packets_with(b"", b"RGme" + b"x" * 300, encode_control_data(other, 12))
    )
    assert info.data.state is GameState.PLAYING
    assert info.rejected == 3


@pytest.mark.parametrize("version", [12, 18])
def test_robots_answer_once_per_interval_in_the_controllers_version(version: int) -> None:
    reporter = StatusReporter(StatusReporterParameters(interval=1.0))
    game = GameInfo(data=GAME, received=True, protocol=version)
    pose = RobotPose(robot_to_field=Pose2(-1.0, 0.5, 0.2))
    sent = [
        reporter.update(
            FrameInfo(time=0.1 * i), PLAYER, game, pose, BallModel(), FallState()
        ).packets
        for i in range(25)
    ]
    packets = [packet for some in sent for packet in some]
    assert len(packets) == 3
    status = decode_status(packets[0])
    assert isinstance(status, RobotStatus)
    assert (status.team, status.player) == (5, 3)


def test_a_robot_does_not_answer_before_a_controller_was_received() -> None:
    reporter = StatusReporter(StatusReporterParameters())
    frame = FrameInfo(time=9.0)
    assert not reporter.update(
        frame, PLAYER, GameInfo(), RobotPose(), BallModel(), FallState()
    ).packets
