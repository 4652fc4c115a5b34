"""Packets of team messages: from a message to the formats of 2019 and later, and back.

The standard message of 2019 begins with a header that is common to all teams; ours continues with
sections. Later rules prescribe only the size, so the compact format has a short header.
"""

import math
from struct import Struct

from kickabout.communication import team_message_fields as fields
from kickabout.communication.game_controller_data import DecodeError, Rejection
from kickabout.communication.team_message import TeamMessage, decode_sections, encode_sections
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.representations import Teammate

STANDARD_SIZE = 508  # bytes, maximum
COMPACT_SIZE = 128
MAX_PLAYER = 20

_STANDARD = Struct("<4s4B3ff2fH")
_STANDARD_HEADER = b"SPL "
_STANDARD_VERSION = 7
_COMPACT = Struct("<2s3B")
_COMPACT_HEADER = b"KA"
_COMPACT_VERSION = 1
_NEVER_SEEN = -1.0  # age of a ball that was never seen


def encode_standard(message: TeamMessage) -> bytes:
    """Encode the SPL standard message, version 7, followed by our sections."""
    _check(message)
    content, pose = message.content, message.content.robot_to_field
    ball: Vector2[Robot] = Vector2()
    age = _NEVER_SEEN
    if content.ball_in_field is not None:
        ball = pose.inverse() @ content.ball_in_field
        age = max(0.0, content.sent_at - content.ball_last_seen_at)
    data = encode_sections(message, STANDARD_SIZE - _STANDARD.size)
    head = _STANDARD.pack(
        _STANDARD_HEADER,
        _STANDARD_VERSION,
        content.number,
        message.team,
        not content.upright,
        pose.x * fields.MM,
        pose.y * fields.MM,
        pose.theta,
        age,
        ball.x * fields.MM,
        ball.y * fields.MM,
        len(data),
    )
    return head + data


def encode_compact(message: TeamMessage, *, coverage_first: bool = False) -> bytes:
    """Encode at most 128 bytes, the limit of the league since 2022."""
    _check(message)
    head = _COMPACT.pack(_COMPACT_HEADER, _COMPACT_VERSION, message.team, message.content.number)
    room = COMPACT_SIZE - len(head)
    return head + encode_sections(message, room, coverage_first=coverage_first)


def decode_team_message(packet: bytes) -> TeamMessage | DecodeError:
    """Return the content of a packet of either format, or why it was rejected."""
    if packet.startswith(_STANDARD_HEADER):
        return _decode_standard(packet)
    if packet.startswith(_COMPACT_HEADER):
        return _decode_compact(packet)
    return DecodeError(reason=Rejection.WRONG_HEADER, detail=repr(bytes(packet[:4])))


def _decode_standard(packet: bytes) -> TeamMessage | DecodeError:
    if len(packet) < _STANDARD.size:
        return DecodeError(reason=Rejection.TOO_SHORT, detail=f"{len(packet)} bytes")
    _header, version, number, team, fallen, *numbers, size = _STANDARD.unpack_from(packet)
    if version != _STANDARD_VERSION:
        return DecodeError(reason=Rejection.WRONG_VERSION, detail=f"version {version}")
    if len(packet) != _STANDARD.size + size or len(packet) > STANDARD_SIZE:
        detail = f"{len(packet)} bytes, of which {size} are data"
        return DecodeError(reason=Rejection.WRONG_LENGTH, detail=detail)
    if not all(map(math.isfinite, numbers)):
        return DecodeError(reason=Rejection.NOT_A_NUMBER, detail=f"{numbers}")
    if fallen > 1:
        return DecodeError(reason=Rejection.UNKNOWN_VALUE, detail=f"fallen {fallen}")
    x, y, theta, age, ball_x, ball_y = numbers
    pose: Pose2[Robot, Robot] = Pose2(x / fields.MM, y / fields.MM, theta)
    ball = pose @ Vector2[Robot](ball_x / fields.MM, ball_y / fields.MM)
    content = Teammate(
        number=number,
        upright=fallen == 0,
        robot_to_field=Pose2(pose.x, pose.y, pose.theta),
        ball_in_field=Vector2(ball.x, ball.y) if age >= 0.0 else None,
        pose_validity=1.0,
    )
    return _completed(packet[_STANDARD.size :], TeamMessage(team=team, content=content))


def _decode_compact(packet: bytes) -> TeamMessage | DecodeError:
    if len(packet) < _COMPACT.size:
        return DecodeError(reason=Rejection.TOO_SHORT, detail=f"{len(packet)} bytes")
    _header, version, team, number = _COMPACT.unpack_from(packet)
    if version != _COMPACT_VERSION:
        return DecodeError(reason=Rejection.WRONG_VERSION, detail=f"version {version}")
    if len(packet) > COMPACT_SIZE:
        return DecodeError(reason=Rejection.WRONG_LENGTH, detail=f"{len(packet)} bytes")
    content = Teammate(number=number)
    return _completed(packet[_COMPACT.size :], TeamMessage(team=team, content=content))


def _completed(data: bytes, message: TeamMessage) -> TeamMessage | DecodeError:
    if not 1 <= message.content.number <= MAX_PLAYER:
        detail = f"player {message.content.number}"
        return DecodeError(reason=Rejection.UNKNOWN_VALUE, detail=detail)
    complete = decode_sections(data, message)
    if complete is None:
        return DecodeError(reason=Rejection.UNKNOWN_VALUE, detail="malformed sections")
    if complete.content.sent_at < 0.0:
        return DecodeError(reason=Rejection.UNKNOWN_VALUE, detail="no core section")
    return complete


def _check(message: TeamMessage) -> None:
    if not 1 <= message.content.number <= MAX_PLAYER:
        raise ValueError(f"player {message.content.number}: expected 1 to {MAX_PLAYER}")
    if not 1 <= message.team <= 255:
        raise ValueError(f"team {message.team}: expected 1 to 255")
