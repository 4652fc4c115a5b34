"""Encoding of return data, monitor requests and forwarded status."""

import math
import struct

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from kickabout.communication.game_controller_data import DecodeError, Rejection, RobotStatus
from kickabout.communication.game_controller_protocol import MONITOR_REQUEST
from kickabout.communication.game_controller_status import (
    decode_monitor_request,
    decode_status,
    encode_forwarded,
    encode_status,
)
from kickabout.geometry import Pose2, Vector2

EXAMPLE = bytes.fromhex(
    "5247727404030500" + "0080bbc400007a430000003f" + "0000803e" + "00004d44000020c2"
)


def test_version_4_matches_the_published_example() -> None:
    status = RobotStatus(
        team=5,
        player=3,
        robot_to_field=Pose2(-1.5, 0.25, 0.5),
        ball_age=0.25,
        ball_in_robot=Vector2(0.82, -0.04),
    )
    assert encode_status(status, 4) == EXAMPLE
    assert decode_status(EXAMPLE) == status


def test_version_3_contains_only_team_and_player() -> None:
    status = RobotStatus(team=5, player=3, fallen=True, ball_age=1.0)
    assert encode_status(status, 3) == b"RGrt\x03\x05\x03\x00"
    assert decode_status(encode_status(status, 3)) == RobotStatus(team=5, player=3)


def test_a_ball_never_seen_has_no_age() -> None:
    status = RobotStatus(team=5, player=3)
    assert struct.unpack_from("<f", encode_status(status, 4), 20) == (-1.0,)
    assert decode_status(encode_status(status, 4)) == status


single = st.floats(-1e6, 1e6, width=32)


@given(
    player=st.integers(1, 20),
    team=st.integers(0, 255),
    fallen=st.booleans(),
    numbers=st.tuples(single, single, single, st.floats(0, 1e6, width=32), single, single),
)
@settings(derandomize=True)
def test_accepted_return_data_survive_encoding_again(
    player: int, team: int, fallen: bool, numbers: tuple[float, ...]
) -> None:
    datagram = struct.pack("<4s4B6f", b"RGrt", 4, player, team, fallen, *numbers)
    status = decode_status(datagram)
    assert isinstance(status, RobotStatus)
    again = decode_status(encode_status(status, 4))
    assert isinstance(again, RobotStatus)
    assert (again.player, again.team, again.fallen) == (player, team, fallen)
    assert math.isclose(again.robot_to_field.x, numbers[0] / 1000.0, rel_tol=1e-6, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("datagram", "reason"),
    [
        (b"", Rejection.TOO_SHORT),
        (b"RGrx" + EXAMPLE[4:], Rejection.WRONG_HEADER),
        (b"RGrt\x05" + EXAMPLE[5:], Rejection.WRONG_VERSION),
        (EXAMPLE[:-1], Rejection.WRONG_LENGTH),
        (b"RGrt\x03\x05\x03\x00\x00", Rejection.WRONG_LENGTH),
        (b"RGrt\x03\x05\x03\x02", Rejection.UNKNOWN_VALUE),
        (b"RGrt\x03\x05\x00\x00", Rejection.UNKNOWN_VALUE),
        (b"RGrt\x04\x15" + EXAMPLE[6:], Rejection.UNKNOWN_VALUE),
        (EXAMPLE[:7] + b"\x02" + EXAMPLE[8:], Rejection.UNKNOWN_VALUE),
        (EXAMPLE[:-4] + struct.pack("<f", math.nan), Rejection.NOT_A_NUMBER),
        (EXAMPLE[:8] + struct.pack("<f", math.inf) + EXAMPLE[12:], Rejection.NOT_A_NUMBER),
    ],
)
def test_damaged_return_data_are_rejected_with_the_reason(
    datagram: bytes, reason: Rejection
) -> None:
    error = decode_status(datagram)
    assert isinstance(error, DecodeError)
    assert error.reason is reason


def test_a_hundred_thousand_random_return_data_never_raise() -> None:
    random = np.random.default_rng(4)
    noise = random.bytes(1 << 20)
    starts = random.integers(0, len(noise) - 64, 100_000).tolist()
    accepted = 0
    for index, start in enumerate(starts):
        content = noise[start : start + 32]
        datagram = (content, b"RGrt\x04" + content[5:], b"RGrt\x03" + content[5:8])[index % 3]
        accepted += isinstance(decode_status(datagram), RobotStatus)
    assert 0 < accepted < 1000


@pytest.mark.parametrize("version", [2, 5])
def test_an_unknown_version_of_return_data_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match="expected 3 or 4"):
        encode_status(RobotStatus(), version)


def test_a_status_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot encode the status"):
        encode_status(RobotStatus(team=300, player=1), 4)
    with pytest.raises(ValueError, match="cannot encode the status"):
        encode_status(RobotStatus(team=3, player=1, robot_to_field=Pose2(1e300, 0.0, 0.0)), 4)


def test_a_monitor_request_is_five_bytes() -> None:
    assert decode_monitor_request(MONITOR_REQUEST) is None
    assert len(MONITOR_REQUEST) == 5


@pytest.mark.parametrize(
    ("datagram", "reason"),
    [
        (b"RGTr", Rejection.WRONG_LENGTH),
        (b"RGTx\x00", Rejection.WRONG_HEADER),
        (b"RGTr\x01", Rejection.WRONG_VERSION),
    ],
)
def test_a_wrong_monitor_request_is_rejected(datagram: bytes, reason: Rejection) -> None:
    error = decode_monitor_request(datagram)
    assert error is not None
    assert error.reason is reason


def test_a_forwarded_status_contains_the_address_of_the_robot() -> None:
    forwarded = encode_forwarded("10.0.5.13", EXAMPLE)
    assert len(forwarded) == 36
    assert forwarded[:4] == bytes([10, 0, 5, 13])
    assert forwarded[4:] == EXAMPLE
