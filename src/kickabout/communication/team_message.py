"""Team messages: from a player's content to sections of bytes, and back.

A section is a tag, a length and that many bytes. Unknown tags are skipped, so robots with older
and newer programs are compatible. All times are on the sender's clock.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from struct import Struct

import numpy as np

from kickabout.communication import team_message_fields as fields
from kickabout.communication.team_message_coverage import decode_coverage, encode_coverage
from kickabout.communication.team_message_search import Search, decode_search, encode_search
from kickabout.geometry import Field, Pose2, Vector2, readonly
from kickabout.representations import ClockEcho, FieldPlayer, Role, Teammate

CORE, ECHOES, OPPONENTS, COVERAGE, ROLES, SEARCH, WHISTLE = 1, 2, 3, 4, 5, 6, 7

_CORE = Struct("<BBBIhhHBhhhhHHBBhhHhhB")
_ECHO = Struct("<BIH")
_OPPONENT = Struct("<hhBB")
_WHISTLE = Struct("<HB")
_SECTION_HEAD = 2  # bytes
_UPRIGHT, _PENALIZED, _BALL, _SHOOTING = 1, 2, 4, 8
_ROLES = tuple(Role)
_LYING = 0x80  # a bit in the byte with an opponent's age, which has the other 7 bits
_MAX_AGE = 0x7F  # in steps
_MAX_HOLD = 65.0  # s, older messages are not echoed


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMessage:
    """Message of one player, whose number is `content.number`."""

    team: int
    content: Teammate
    echoes: tuple[ClockEcho, ...] = ()


def encode_sections(message: TeamMessage, room: int, *, coverage_first: bool = False) -> bytes:
    """Encode the core and as many optional sections as fit, the most important ones first."""
    content = message.content
    data = _section(CORE, _encoded_core(content))
    if len(data) > room:
        raise ValueError(
            f"the core of a team message has {len(data)} bytes, expected at most {room}"
        )
    proposal = bytes(_ROLES.index(role) for role in content.proposed_roles)
    data += _fitting(ROLES, proposal, max(len(proposal), 1), room - len(data))
    data += _fitting(WHISTLE, _encoded_whistle(content), _WHISTLE.size, room - len(data))
    search = encode_search(
        Search(
            positions=content.search_positions, map_age=content.map_age, head_yaw=content.head_yaw
        )
    )
    data += _fitting(SEARCH, search, max(len(search), 1), room - len(data))
    echoes = (ECHOES, _encoded_echoes(message), _ECHO.size)
    opponents = (OPPONENTS, _encoded_opponents(content), _OPPONENT.size)
    seen_at = content.coverage_seen_at
    cells = b"" if seen_at is None else encode_coverage(seen_at, content.sent_at)
    coverage = (COVERAGE, cells, max(len(cells), 1))
    # Coverage is sent completely or not at all, so a sender that needs it has to put it first.
    rest = (coverage, echoes, opponents) if coverage_first else (echoes, opponents, coverage)
    for tag, payload, unit in rest:
        data += _fitting(tag, payload, unit, room - len(data))
    return data


def decode_sections(data: bytes, message: TeamMessage) -> TeamMessage | None:
    """Return the message with the content of the sections; None if they are malformed."""
    decoded: TeamMessage | None = message
    for tag, payload in _sections(data):
        if decoded is not None and tag in _DECODERS:
            decoded = _DECODERS[tag](payload, decoded)
    return decoded if _length_of_sections(data) == len(data) else None


def _section(tag: int, payload: bytes) -> bytes:
    return bytes((tag, len(payload))) + payload


def _fitting(tag: int, payload: bytes, unit: int, room: int) -> bytes:
    """Return a section with as many whole units as fit; empty if none fits."""
    units = min(room - _SECTION_HEAD, len(payload), 255) // unit
    return _section(tag, payload[: units * unit]) if units > 0 else b""


def _sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    while position + _SECTION_HEAD <= len(data):
        tag, size = data[position], data[position + 1]
        end = position + _SECTION_HEAD + size
        if end > len(data):
            return
        yield tag, data[position + _SECTION_HEAD : end]
        position = end


def _length_of_sections(data: bytes) -> int:
    return sum(_SECTION_HEAD + len(payload) for _, payload in _sections(data))


def _encoded_core(content: Teammate) -> bytes:
    now, pose, target = content.sent_at, content.robot_to_field, content.walking_to
    ball = content.ball_in_field or Vector2()
    shot = content.shooting_to or Vector2()
    flags = _UPRIGHT * content.upright | _PENALIZED * content.penalized
    flags |= _BALL * (content.ball_in_field is not None)
    flags |= _SHOOTING * (content.shooting_to is not None)
    return _CORE.pack(
        flags,
        _ROLES.index(content.role),
        min(max(content.passing_to, 0), 255),
        fields.clock_code(now),
        fields.length_code(pose.x),
        fields.length_code(pose.y),
        fields.angle_code(pose.theta),
        fields.fraction_code(content.pose_validity),
        fields.length_code(ball.x),
        fields.length_code(ball.y),
        fields.length_code(content.ball_velocity_in_field.x),
        fields.length_code(content.ball_velocity_in_field.y),
        fields.age_code(content.ball_last_seen_at, now),
        fields.age_code(content.whistle_heard_at, now),
        fields.fraction_code(content.whistle_confidence),
        min(max(content.microphones, 0), 255),
        fields.length_code(target.x),
        fields.length_code(target.y),
        fields.angle_code(target.theta),
        fields.length_code(shot.x),
        fields.length_code(shot.y),
        fields.short_code(content.time_to_reach_ball),
    )


def _with_core(payload: bytes, message: TeamMessage) -> TeamMessage | None:
    if len(payload) != _CORE.size:
        return None
    flags, role, passing_to, sent_at, *rest = _CORE.unpack(payload)
    x, y, theta, validity, *rest = rest
    ball_x, ball_y, ball_vx, ball_vy, ball_age, *rest = rest
    whistle_age, confidence, microphones, *rest = rest
    target_x, target_y, target_theta, shot_x, shot_y, reach = rest
    if role >= len(_ROLES) or flags >= 2 * _SHOOTING:
        return None
    now = fields.clock(sent_at)
    return _with_content(
        message,
        upright=bool(flags & _UPRIGHT),
        penalized=bool(flags & _PENALIZED),
        role=_ROLES[role],
        passing_to=passing_to,
        sent_at=now,
        robot_to_field=Pose2(fields.length(x), fields.length(y), fields.angle(theta)),
        pose_validity=fields.fraction(validity),
        ball_in_field=_point(ball_x, ball_y) if flags & _BALL else None,
        ball_velocity_in_field=_point(ball_vx, ball_vy),
        ball_last_seen_at=fields.time_of_age(ball_age, now),
        whistle_heard_at=fields.time_of_age(whistle_age, now),
        whistle_confidence=fields.fraction(confidence),
        microphones=microphones,
        walking_to=Pose2(
            fields.length(target_x), fields.length(target_y), fields.angle(target_theta)
        ),
        shooting_to=_point(shot_x, shot_y) if flags & _SHOOTING else None,
        time_to_reach_ball=fields.short(reach),
    )


def _encoded_whistle(content: Teammate) -> bytes:
    """Encode the whistle's direction; empty if it is unknown."""
    if content.whistle_direction is None:
        return b""
    deviation = fields.deviation_code(content.whistle_deviation)
    return _WHISTLE.pack(fields.angle_code(content.whistle_direction), deviation)


def _with_whistle(payload: bytes, message: TeamMessage) -> TeamMessage:
    if len(payload) != _WHISTLE.size:
        return message
    direction, deviation = _WHISTLE.unpack(payload)
    return _with_content(
        message,
        whistle_direction=fields.angle(direction),
        whistle_deviation=fields.deviation(deviation),
    )


def _with_roles(payload: bytes, message: TeamMessage) -> TeamMessage:
    known = all(code < len(_ROLES) for code in payload)
    proposal = tuple(_ROLES[code] for code in payload) if known else ()
    return _with_content(message, proposed_roles=proposal)


def _with_search(payload: bytes, message: TeamMessage) -> TeamMessage:
    search = decode_search(payload)
    return _with_content(
        message, search_positions=search.positions, map_age=search.map_age, head_yaw=search.head_yaw
    )


def _with_coverage(payload: bytes, message: TeamMessage) -> TeamMessage:
    return _with_content(message, coverage_seen_at=decode_coverage(payload))


def _with_content(message: TeamMessage, **changes: object) -> TeamMessage:
    # Types: the fields of a teammate have different types.
    return replace(message, content=replace(message.content, **changes))  # type: ignore[arg-type]


def _point(x: int, y: int) -> Vector2[Field]:
    return Vector2(fields.length(x), fields.length(y))


def _encoded_echoes(message: TeamMessage) -> bytes:
    """Encode for each teammate its number, its time of sending, and the time since arrival."""
    now = message.content.sent_at
    held = [(echo, now - echo.received_at) for echo in message.echoes]
    return b"".join(
        _ECHO.pack(echo.number, fields.clock_code(echo.sent_at_there), round(hold * 1000.0))
        for echo, hold in sorted(held, key=lambda pair: pair[1])
        if 0.0 <= hold < _MAX_HOLD and 0 < echo.number < 256
    )


def _with_echoes(payload: bytes, message: TeamMessage) -> TeamMessage:
    count = len(payload) // _ECHO.size
    entries = _ECHO.iter_unpack(payload[: count * _ECHO.size])
    echoes = tuple(
        ClockEcho(
            number=number,
            sent_at_there=fields.clock(sent_at),
            received_at=message.content.sent_at - hold / 1000.0,
        )
        for number, sent_at, hold in entries
    )
    return replace(message, echoes=echoes)


def _encoded_opponents(content: Teammate) -> bytes:
    nearest = sorted(
        content.opponents,
        key=lambda seen: seen.position_in_field.distance_to(content.robot_to_field.position),
    )
    return b"".join(
        _OPPONENT.pack(
            fields.length_code(seen.position_in_field.x),
            fields.length_code(seen.position_in_field.y),
            fields.deviation_code(float(np.sqrt(0.5 * np.trace(seen.covariance)))),
            min(fields.short_code(content.sent_at - seen.last_seen_at), _MAX_AGE)
            | (0 if seen.upright else _LYING),
        )
        for seen in nearest
    )


def _with_opponents(payload: bytes, message: TeamMessage) -> TeamMessage:
    count = len(payload) // _OPPONENT.size
    opponents = tuple(
        FieldPlayer(
            position_in_field=_point(x, y),
            covariance=readonly(np.eye(2) * fields.deviation(spread) ** 2),
            upright=not age & _LYING,
            last_seen_at=message.content.sent_at - fields.short(age & _MAX_AGE),
        )
        for x, y, spread, age in _OPPONENT.iter_unpack(payload[: count * _OPPONENT.size])
    )
    return _with_content(message, opponents=opponents)


_DECODERS: dict[int, Callable[[bytes, TeamMessage], TeamMessage | None]] = {
    CORE: _with_core,
    ECHOES: _with_echoes,
    OPPONENTS: _with_opponents,
    COVERAGE: _with_coverage,
    ROLES: _with_roles,
    SEARCH: _with_search,
    WHISTLE: _with_whistle,
}  # None: the section is malformed
