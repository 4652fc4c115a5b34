"""Encoding of team messages: round trips and malformed packets."""

import struct
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.communication.team_message_samples import random_message

from kickabout.communication import team_message_fields as fields
from kickabout.communication.game_controller_data import DecodeError, Rejection
from kickabout.communication.team_message import TeamMessage
from kickabout.communication.team_message_codec import (
    COMPACT_SIZE,
    STANDARD_SIZE,
    decode_team_message,
    encode_compact,
    encode_standard,
)
from kickabout.communication.team_message_coverage import (
    COVERAGE_SIZE,
    decode_coverage,
    encode_coverage,
)
from kickabout.geometry import Pose2, Vector2
from kickabout.representations import Teammate

HALF = 0.5 + 1e-6  # of a step
Encoder = Callable[[TeamMessage], bytes]


def decoded(packet: bytes) -> TeamMessage:
    message = decode_team_message(packet)
    assert isinstance(message, TeamMessage)
    return message


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("encode", [encode_standard, encode_compact])
def test_the_error_of_each_field_is_at_most_half_its_step(encode: Encoder, seed: int) -> None:
    sent = random_message(np.random.default_rng(seed))
    message = decoded(encode(sent))
    received, true = message.content, sent.content
    length, angle = HALF * fields.LENGTH_STEP, HALF * fields.ANGLE_STEP
    pose, ball, shot = true.robot_to_field, true.ball_in_field, true.shooting_to
    assert ball is not None
    assert shot is not None
    assert received.robot_to_field.array == pytest.approx(pose.array, abs=max(length, angle))
    assert received.ball_in_field == pytest.approx(ball, abs=length)
    assert received.ball_velocity_in_field == pytest.approx(true.ball_velocity_in_field, abs=length)
    assert received.shooting_to == pytest.approx(shot, abs=length)
    assert received.walking_to.array == pytest.approx(true.walking_to.array, abs=length)
    assert received.pose_validity == pytest.approx(
        true.pose_validity, abs=HALF * fields.FRACTION_STEP
    )
    assert received.whistle_confidence == pytest.approx(true.whistle_confidence, abs=0.002)
    age = HALF * fields.AGE_STEP + 0.0005
    assert received.sent_at == pytest.approx(true.sent_at, abs=0.0005)
    assert received.ball_last_seen_at == pytest.approx(true.ball_last_seen_at, abs=age)
    assert received.whistle_heard_at == pytest.approx(true.whistle_heard_at, abs=age)
    assert received.time_to_reach_ball == pytest.approx(true.time_to_reach_ball, abs=0.0501)
    exact = ("number", "upright", "penalized", "role", "microphones", "passing_to")
    assert all(getattr(received, name) == getattr(true, name) for name in exact)


@pytest.mark.parametrize("seed", range(5))
def test_details_survive_in_a_standard_message(seed: int) -> None:
    sent = random_message(np.random.default_rng(seed))
    message = decoded(encode_standard(sent))
    position = sent.content.robot_to_field.position
    true = sorted(sent.content.opponents, key=lambda o: o.position_in_field.distance_to(position))
    for received, seen in zip(message.content.opponents, true, strict=True):
        assert received.position_in_field == pytest.approx(seen.position_in_field, abs=0.0006)
        assert received.covariance[0, 0] ** 0.5 == pytest.approx(
            seen.covariance[0, 0] ** 0.5, abs=0.006
        )
        assert received.last_seen_at == pytest.approx(seen.last_seen_at, abs=0.051)
        assert received.upright is seen.upright
    echoes = {echo.number: echo for echo in sent.echoes}
    assert len(message.echoes) == 4
    for echo in message.echoes:
        assert echo.sent_at_there == pytest.approx(echoes[echo.number].sent_at_there, abs=0.0006)
        assert echo.received_at == pytest.approx(echoes[echo.number].received_at, abs=0.002)


def test_the_standard_header_is_that_of_the_league() -> None:
    content = Teammate(
        number=3,
        robot_to_field=Pose2(-1.5, 0.25, 0.0),
        ball_in_field=Vector2(-0.68, 0.21),
        ball_last_seen_at=9.75,
        sent_at=10.0,
        upright=False,
    )
    packet = encode_standard(TeamMessage(team=5, content=content))
    assert packet[:8] == b"SPL " + bytes((7, 3, 5, 1))
    x, y, theta, age, ball_x, ball_y, size = struct.unpack_from("<3ff2fH", packet, 8)
    assert (x, y, theta, age) == pytest.approx((-1500.0, 250.0, 0.0, 0.25))
    assert (ball_x, ball_y) == pytest.approx((820.0, -40.0))
    assert len(packet) == 34 + size


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("echoes", [0, 4, 6])
def test_messages_do_not_exceed_the_leagues_sizes(seed: int, echoes: int) -> None:
    message = random_message(np.random.default_rng(seed), opponents=11, echoes=echoes)
    assert len(encode_standard(message)) <= STANDARD_SIZE
    for coverage_first in (False, True):
        assert len(encode_compact(message, coverage_first=coverage_first)) <= COMPACT_SIZE


def test_only_sections_that_do_not_fit_are_left_out() -> None:
    sent = random_message(np.random.default_rng(1), opponents=11)
    message = decoded(encode_compact(sent))
    assert len(message.echoes) == 4
    assert 0 < len(message.content.opponents) < 11
    assert message.content.coverage_seen_at is None
    nearest = min(
        o.position_in_field.distance_to(sent.content.robot_to_field.position)
        for o in sent.content.opponents
    )
    first = message.content.opponents[0].position_in_field
    assert first.distance_to(sent.content.robot_to_field.position) == pytest.approx(
        nearest, abs=0.01
    )


@pytest.mark.parametrize("echoes", [0, 2, 4])
def test_a_robot_that_lost_the_ball_sends_its_field_coverage(echoes: int) -> None:
    sent = random_message(np.random.default_rng(1), echoes=echoes)
    message = decoded(encode_compact(sent, coverage_first=True))
    seen_at = sent.content.coverage_seen_at
    assert seen_at is not None
    received = message.content.coverage_seen_at
    expected = decode_coverage(encode_coverage(seen_at, sent.content.sent_at))
    assert received is not None
    assert expected is not None
    assert np.array_equal(received, expected)


def test_a_ball_never_seen_stays_unseen() -> None:
    content = Teammate(number=2, sent_at=10.0)
    for encode in (encode_standard, encode_compact):
        message = decoded(encode(TeamMessage(team=5, content=content)))
        assert message.content.ball_in_field is None
        assert message.content.ball_last_seen_at == -1e9
        assert message.content.shooting_to is None
        assert message.content.time_to_reach_ball == 1e9


def test_coverage_has_58_bytes_and_the_right_classes() -> None:
    now, seen_at = 100.0, 100.0 - np.random.default_rng(2).uniform(0.0, 40.0, (12, 18))
    payload = encode_coverage(seen_at, now)
    assert len(payload) == COVERAGE_SIZE == 58
    received = decode_coverage(payload)
    assert received is not None
    ages = now - seen_at
    for low, high in ((0.0, 1.0), (1.0, 5.0), (5.0, 20.0)):
        inside = (ages > low) & (ages <= high)
        assert inside.any()
        assert np.allclose(received[inside], now - high)
    assert (received[ages > 20.0] == -1e9).all()
    assert (received <= seen_at).all()


def test_a_grid_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="expected \\(12, 18\\)"):
        encode_coverage(np.zeros((3, 3)), 0.0)


@given(st.binary(max_size=600))
def test_random_bytes_are_rejected(packet: bytes) -> None:
    assert isinstance(decode_team_message(packet), DecodeError)


@given(st.binary(max_size=130), st.sampled_from([b"SPL \x07\x03\x05\x00", b"KA\x01\x05\x03"]))
def test_random_bytes_after_a_valid_header_give_no_infinite_numbers(
    packet: bytes, head: bytes
) -> None:
    message = decode_team_message(head + packet)
    if isinstance(message, TeamMessage):
        assert np.isfinite(message.content.robot_to_field.array).all()


@pytest.mark.parametrize("encode", [encode_standard, encode_compact])
def test_damaged_messages_are_rejected_or_plausible(encode: Encoder) -> None:
    random = np.random.default_rng(3)
    good = encode(random_message(random))
    read = 0
    for _ in range(1500):
        packet = bytearray(good)
        for position in random.integers(len(packet), size=int(random.integers(1, 4))).tolist():
            packet[position] = int(random.integers(256))
        message = decode_team_message(bytes(packet[: int(random.integers(len(good) + 1))]))
        if isinstance(message, TeamMessage):
            assert 1 <= message.content.number <= 20
            assert np.isfinite(message.content.robot_to_field.array).all()
            read += 1
    assert 0 < read < 100


@pytest.mark.parametrize("encode", [encode_standard, encode_compact])
def test_truncated_messages_are_rejected(encode: Encoder) -> None:
    good = encode(random_message(np.random.default_rng(4), opponents=0, echoes=0, coverage=False))
    for size in range(len(good)):
        assert isinstance(decode_team_message(good[:size]), DecodeError)
    assert isinstance(decode_team_message(good), TeamMessage)


def test_unknown_sections_are_skipped() -> None:
    good = encode_compact(random_message(np.random.default_rng(5), opponents=1, coverage=False))
    message = decoded(good + bytes((200, 3, 1, 2, 3)))
    assert repr(message) == repr(decoded(good))  # arrays have no equality
    assert len(message.content.opponents) == 1


def test_a_wrong_version_is_rejected_with_this_reason() -> None:
    packet = bytearray(encode_standard(random_message(np.random.default_rng(6))))
    packet[4] = 6
    error = decode_team_message(bytes(packet))
    assert isinstance(error, DecodeError)
    assert error.reason is Rejection.WRONG_VERSION


def test_impossible_numbers_are_refused_by_the_sender() -> None:
    message = random_message(np.random.default_rng(7))
    with pytest.raises(ValueError, match="player 0"):
        encode_compact(replace(message, content=replace(message.content, number=0)))
    with pytest.raises(ValueError, match="team 300"):
        encode_standard(replace(message, team=300))
