"""Control data: from a version-neutral value to bytes and back; no bytes raise an exception."""

from struct import Struct
from struct import error as StructError  # noqa: N812 (an exception, and struct's own spelling)
from typing import Any

from kickabout.communication.game_controller_data import DecodeError, Rejection
from kickabout.communication.game_controller_protocol import (
    COLORS,
    COMPETITION_PHASES,
    CONTROL_HEADER,
    GAME_PHASES,
    HEAD,
    NO_TEAM,
    TRUE_DATA_HEADER,
    VERSIONS,
    Meaning,
    Numbers,
    ProtocolVersion,
    protocol_version,
)
from kickabout.representations.game import GameControllerData, GamePlayer, GameTeam, Penalty


class _UnknownValueError(Exception):
    """A number without meaning; leaves this file only as a DecodeError."""


def encode_control_data(
    data: GameControllerData, version: int, *, true_data: bool = False
) -> bytes:
    """Return the message for robots, or with `true_data` the one for monitors.

    Content that does not exist in the version raises a ValueError.
    """
    protocol = protocol_version(version)
    head = (
        TRUE_DATA_HEADER if true_data else CONTROL_HEADER,
        version,
        data.packet_number % 256,
        data.players_per_team,
        COMPETITION_PHASES.number(data.competition_phase),
        protocol.competition_types.number(data.competition_type),
        GAME_PHASES.number(data.game_phase),
        protocol.states.number(data.state),
        protocol.set_plays.number(data.set_play),
        int(data.first_half),
        NO_TEAM if data.kicking_team is None else data.kicking_team,
        data.seconds_remaining,
        data.secondary_seconds,
    )
    teams = b"".join(_encode_team(team, protocol) for team in data.teams)
    return _packed(HEAD, head, "game") + teams


def _encode_team(team: GameTeam, protocol: ProtocolVersion) -> bytes:
    if len(team.players) > protocol.slots:
        raise ValueError(
            f"team {team.number} has {len(team.players)} players, expected at most {protocol.slots}"
            f" in version {protocol.control} of the control data"
        )
    values = [team.number, COLORS.number(team.color)]
    if protocol.has_goalkeeper:
        values += [COLORS.number(team.goalkeeper_color), team.goalkeeper]
    values += [team.score, team.penalty_shot, team.single_shots]
    if protocol.has_message_budget:
        values.append(team.message_budget or 0)
    substitute = GamePlayer(penalty=Penalty.SUBSTITUTE)
    for player in (*team.players, *(protocol.slots - len(team.players)) * (substitute,)):
        values.append(protocol.penalties.number(player.penalty))
        values.append(player.seconds_till_unpenalized)
    return _packed(protocol.team, values, f"team {team.number}")


def _packed(layout: Struct, values: Any, what: str) -> bytes:  # noqa: ANN401 (a mixed sequence)
    try:
        return layout.pack(*values)
    except StructError as error:
        raise ValueError(f"cannot encode the data of {what}: {error}") from None


def decode_control_data(
    datagram: bytes, *, true_data: bool = False
) -> GameControllerData | DecodeError:
    """Return the content of a datagram of any known version, or why it was rejected."""
    header = TRUE_DATA_HEADER if true_data else CONTROL_HEADER
    if len(datagram) < len(header) + 1:
        return _rejected(Rejection.TOO_SHORT, f"{len(datagram)} bytes")
    if not datagram.startswith(header):
        return _rejected(Rejection.WRONG_HEADER, repr(bytes(datagram[:4])))
    protocol = VERSIONS.get(datagram[4])
    if protocol is None:
        known = " or ".join(map(str, VERSIONS))
        return _rejected(
            Rejection.WRONG_VERSION, f"version {datagram[4]}, expected version {known}"
        )
    if len(datagram) != protocol.size:
        return _rejected(
            Rejection.WRONG_LENGTH,
            f"{len(datagram)} bytes, expected {protocol.size} in version {protocol.control}",
        )
    try:
        return _decode(datagram, protocol)
    except _UnknownValueError as error:
        return _rejected(Rejection.UNKNOWN_VALUE, str(error))


def _decode(datagram: bytes, protocol: ProtocolVersion) -> GameControllerData:
    (
        _header,
        _version,
        packet_number,
        players_per_team,
        competition_phase,
        competition_type,
        game_phase,
        state,
        set_play,
        first_half,
        kicking_team,
        seconds_remaining,
        secondary_seconds,
    ) = HEAD.unpack_from(datagram)
    first = _decode_team(protocol.team.unpack_from(datagram, HEAD.size), protocol)
    second = _decode_team(
        protocol.team.unpack_from(datagram, HEAD.size + protocol.team.size), protocol
    )
    return GameControllerData(
        packet_number=packet_number,
        players_per_team=players_per_team,
        competition_phase=_meaning(COMPETITION_PHASES, competition_phase),
        competition_type=_meaning(protocol.competition_types, competition_type),
        game_phase=_meaning(GAME_PHASES, game_phase),
        state=_meaning(protocol.states, state),
        set_play=_meaning(protocol.set_plays, set_play),
        first_half=first_half == 1,
        kicking_team=None if kicking_team == NO_TEAM else kicking_team,
        seconds_remaining=seconds_remaining,
        secondary_seconds=secondary_seconds,
        teams=(first, second),
    )


def _decode_team(values: tuple[int, ...], protocol: ProtocolVersion) -> GameTeam:
    rest = iter(values)
    number, color = next(rest), _meaning(COLORS, next(rest))
    goalkeeper_color, goalkeeper = color, 1
    if protocol.has_goalkeeper:
        goalkeeper_color, goalkeeper = _meaning(COLORS, next(rest)), next(rest)
    return GameTeam(
        number=number,
        color=color,
        goalkeeper_color=goalkeeper_color,
        goalkeeper=goalkeeper,
        score=next(rest),
        penalty_shot=next(rest),
        single_shots=next(rest),
        message_budget=next(rest) if protocol.has_message_budget else None,
        players=tuple(
            GamePlayer(
                penalty=_meaning(protocol.penalties, penalty), seconds_till_unpenalized=seconds
            )
            for penalty, seconds in zip(rest, rest, strict=True)
        ),
    )


def _meaning(numbers: Numbers[Meaning], number: int) -> Meaning:
    meaning = numbers.by_number.get(number)
    if meaning is None:
        raise _UnknownValueError(f"{numbers.name} {number}")
    return meaning


def _rejected(reason: Rejection, detail: str) -> DecodeError:
    return DecodeError(reason=reason, detail=detail)
