"""Encoding of control data: layout, round trips and malformed datagrams."""

from collections.abc import Callable
from dataclasses import replace

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from kickabout.communication.game_controller_control import decode_control_data, encode_control_data
from kickabout.communication.game_controller_data import DecodeError, Rejection
from kickabout.communication.game_controller_protocol import (
    VERSION_12,
    VERSION_18,
    VERSIONS,
    ProtocolVersion,
)
from kickabout.communication.game_controller_socket import GameControllerInbox
from kickabout.representations.game import (
    CompetitionPhase,
    CompetitionType,
    GameControllerData,
    GamePhase,
    GamePlayer,
    GameState,
    GameTeam,
    Penalty,
    SetPlay,
    TeamColor,
)

BOTH = pytest.mark.parametrize("protocol", VERSIONS.values(), ids=lambda p: f"v{p.control}")


def some_data(protocol: ProtocolVersion) -> GameControllerData:
    budget = 1043 if protocol.has_message_budget else None
    players = protocol.slots * (GamePlayer(),)
    teams = (
        GameTeam(number=5, message_budget=budget, players=players),
        GameTeam(
            number=12,
            color=TeamColor.RED,
            goalkeeper_color=TeamColor.RED,
            message_budget=budget,
            players=players,
        ),
    )
    return GameControllerData(teams=teams, kicking_team=12, seconds_remaining=421)


def decoded(data: GameControllerData, protocol: ProtocolVersion) -> GameControllerData:
    result = decode_control_data(encode_control_data(data, protocol.control))
    assert isinstance(result, GameControllerData), result
    return result


def test_version_18_matches_the_published_example() -> None:
    substitutes = 15 * (GamePlayer(penalty=Penalty.SUBSTITUTE),)
    pushing = GamePlayer(penalty=Penalty.PLAYER_PUSHING, seconds_till_unpenalized=33)
    fair = GamePlayer()
    data = GameControllerData(
        packet_number=7,
        players_per_team=5,
        state=GameState.PLAYING,
        set_play=SetPlay.KICK_IN,
        kicking_team=12,
        seconds_remaining=421,
        secondary_seconds=28,
        teams=(
            GameTeam(
                number=5,
                color=TeamColor.BLUE,
                goalkeeper_color=TeamColor.BLACK,
                score=2,
                message_budget=1043,
                players=(*5 * (fair,), *substitutes),
            ),
            GameTeam(
                number=12,
                color=TeamColor.RED,
                goalkeeper_color=TeamColor.WHITE,
                message_budget=1043,
                players=(fair, fair, pushing, fair, fair, *substitutes),
            ),
        ),
    )
    expected = bytes.fromhex(
        "52476d65120705000000030401 0ca5011c00"
        + "05000301020000001304"
        + 5 * "0000"
        + 15 * "0e00"
        + "0c010401000000001304"
        + "00000000022100000000"
        + 15 * "0e00"
    )
    assert encode_control_data(data, 18) == expected
    assert decode_control_data(expected) == data


@pytest.mark.parametrize(("version", "size"), [(12, 54), (18, 118)])
def test_datagrams_have_the_size_of_the_leagues_structure(version: int, size: int) -> None:
    data = some_data(VERSIONS[version])
    assert len(encode_control_data(data, version)) == size


@BOTH
def test_every_value_survives_encoding_and_decoding(protocol: ProtocolVersion) -> None:
    data = some_data(protocol)
    variants = [
        *(replace(data, state=state) for state in protocol.states.by_meaning),
        *(replace(data, set_play=play) for play in protocol.set_plays.by_meaning),
        *(replace(data, competition_type=kind) for kind in protocol.competition_types.by_meaning),
        *(replace(data, game_phase=phase) for phase in GamePhase),
        *(replace(data, competition_phase=phase) for phase in CompetitionPhase),
        *(with_first_team(data, penalty=penalty) for penalty in protocol.penalties.by_meaning),
        *(with_first_team(data, color=color) for color in TeamColor),
    ]
    for variant in variants:
        assert decoded(variant, protocol) == variant


def with_first_team(
    data: GameControllerData,
    *,
    penalty: Penalty = Penalty.NONE,
    color: TeamColor = TeamColor.BLUE,
) -> GameControllerData:
    first, second = data.teams
    players = (GamePlayer(penalty=penalty, seconds_till_unpenalized=44), *first.players[1:])
    return replace(
        data,
        teams=(replace(first, players=players, color=color, goalkeeper_color=color), second),
    )


def test_every_value_exists_in_some_version() -> None:
    both = (VERSION_12, VERSION_18)
    assert {state for p in both for state in p.states.by_meaning} == set(GameState)
    assert {play for p in both for play in p.set_plays.by_meaning} == set(SetPlay)
    assert {kind for p in both for kind in p.competition_types.by_meaning} == set(CompetitionType)
    assert {penalty for p in both for penalty in p.penalties.by_meaning} == set(Penalty)


def test_a_penalty_has_different_numbers_in_different_versions() -> None:
    assert VERSION_12.penalties.number(Penalty.LOCAL_GAME_STUCK) == 9
    assert VERSION_18.penalties.number(Penalty.LOCAL_GAME_STUCK) == 8
    assert VERSION_12.penalties.number(Penalty.ILLEGAL_POSITION_IN_SET) == 10
    assert VERSION_18.penalties.number(Penalty.ILLEGAL_POSITION_IN_SET) == 9


def test_a_dropped_ball_has_no_kicking_team() -> None:
    data = replace(some_data(VERSION_18), kicking_team=None)
    assert encode_control_data(data, 18)[13] == 255
    assert decoded(data, VERSION_18).kicking_team is None


def test_times_may_be_negative() -> None:
    data = replace(some_data(VERSION_12), seconds_remaining=-3, secondary_seconds=-700)
    assert decoded(data, VERSION_12) == data


@BOTH
def test_missing_players_are_sent_as_substitutes(protocol: ProtocolVersion) -> None:
    team = GameTeam(number=5, players=(GamePlayer(), GamePlayer()))
    first, _ = decoded(GameControllerData(teams=(team, team)), protocol).teams
    assert len(first.players) == protocol.slots
    assert first.player(2).penalty is Penalty.NONE
    assert first.player(3).penalty is Penalty.SUBSTITUTE
    assert first.player(99).penalty is Penalty.SUBSTITUTE


@BOTH
def test_robots_reject_true_data(protocol: ProtocolVersion) -> None:
    datagram = encode_control_data(some_data(protocol), protocol.control, true_data=True)
    error = decode_control_data(datagram)
    assert isinstance(error, DecodeError)
    assert error.reason is Rejection.WRONG_HEADER
    assert decode_control_data(datagram, true_data=True) == some_data(protocol)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (GameControllerData(state=GameState.STANDBY), "game state 'standby'"),
        (GameControllerData(set_play=SetPlay.PENALTY_KICK), "set play 'penalty_kick'"),
        (GameControllerData(players_per_team=300), "cannot encode the data of game"),
        (
            GameControllerData(teams=(GameTeam(players=7 * (GamePlayer(),)), GameTeam())),
            "expected at most 6",
        ),
    ],
)
def test_content_that_version_12_lacks_is_refused_by_name(
    data: GameControllerData, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        encode_control_data(data, 12)


def test_the_error_of_an_unknown_version_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="12, 18"):
        encode_control_data(GameControllerData(), 19)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d[:4], Rejection.TOO_SHORT),
        (lambda d: b"", Rejection.TOO_SHORT),
        (lambda d: b"RGMe" + d[4:], Rejection.WRONG_HEADER),
        (lambda d: d[:4] + b"\x0b" + d[5:], Rejection.WRONG_VERSION),
        (lambda d: d[:-1], Rejection.WRONG_LENGTH),
        (lambda d: d + b"\0", Rejection.WRONG_LENGTH),
        (lambda d: d[:10] + b"\x09" + d[11:], Rejection.UNKNOWN_VALUE),
        (lambda d: d[:-2] + b"\x0c\x00", Rejection.UNKNOWN_VALUE),
    ],
)
@BOTH
def test_damaged_datagrams_are_rejected_with_the_reason(
    change: Callable[[bytes], bytes],
    reason: Rejection,
    protocol: ProtocolVersion,
) -> None:
    error = decode_control_data(change(encode_control_data(some_data(protocol), protocol.control)))
    assert isinstance(error, DecodeError)
    assert error.reason is reason


@given(content=st.binary(max_size=200), version=st.sampled_from([None, 12, 18]))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_no_bytes_make_the_decoder_raise(content: bytes, version: int | None) -> None:
    datagram = content
    if version is not None:
        datagram = (b"RGme" + bytes([version]) + content).ljust(VERSIONS[version].size, b"\0")
        datagram = datagram[: VERSIONS[version].size]
    result = decode_control_data(datagram)
    if isinstance(result, GameControllerData) and version is not None:
        assert decoded(result, VERSIONS[version]) == result


def test_a_hundred_thousand_random_datagrams_are_ignored() -> None:
    random = np.random.default_rng(2019)
    noise = random.bytes(1 << 20)
    sizes = random.choice([0, 3, 5, 8, 32, 54, 118, 158, 198, 508], 100_000).tolist()
    starts = random.integers(0, len(noise) - 600, 100_000).tolist()
    heads = [b"", b"RGme\x0c", b"RGme\x12", b"RGme", b"RGTD\x12"]
    kinds = random.integers(0, len(heads), 100_000).tolist()
    inbox = GameControllerInbox(5)
    for size, start, kind in zip(sizes, starts, kinds, strict=True):
        datagram = (heads[kind] + noise[start : start + size])[: max(size, 0)]
        inbox.accept(datagram, 0.0)
    assert inbox.latest is None
    assert inbox.rejected.total() == 100_000
    assert set(inbox.rejected) >= {
        Rejection.TOO_SHORT,
        Rejection.WRONG_HEADER,
        Rejection.WRONG_VERSION,
        Rejection.WRONG_LENGTH,
        Rejection.UNKNOWN_VALUE,
    }
