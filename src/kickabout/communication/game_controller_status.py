"""Return data: from a robot's status to bytes and back, also as forwarded to monitors."""

import ipaddress
import math
from struct import Struct
from struct import error as StructError  # noqa: N812 (an exception, and struct's own spelling)

from kickabout.communication.game_controller_data import DecodeError, Rejection, RobotStatus
from kickabout.communication.game_controller_protocol import MONITOR_REQUEST, RETURN_HEADER
from kickabout.geometry import Pose2, Vector2

MAX_PLAYER = 20
ALIVE = 0  # the only message of version 3
NEVER = -1.0  # age of a ball that was never seen
MM = 1000.0  # per m; return data are in millimeters

_VERSION_3 = Struct("<4s4B")
_VERSION_4 = Struct("<4s4B6f")
_SIZES = {3: _VERSION_3.size, 4: _VERSION_4.size}


def encode_status(status: RobotStatus, version: int) -> bytes:
    """Encode return data in version 3 (2019) or 4 (later)."""
    if version not in _SIZES:
        raise ValueError(f"return data have version {version}, expected 3 or 4")
    try:
        if version == 3:
            return _VERSION_3.pack(RETURN_HEADER, 3, status.team, status.player, ALIVE)
        pose, ball = status.robot_to_field, status.ball_in_robot
        return _VERSION_4.pack(
            RETURN_HEADER,
            4,
            status.player,
            status.team,
            int(status.fallen),
            pose.x * MM,
            pose.y * MM,
            pose.theta,
            NEVER if status.ball_age is None else status.ball_age,
            ball.x * MM,
            ball.y * MM,
        )
    except (StructError, OverflowError) as error:
        raise ValueError(f"cannot encode the status {status}: {error}") from None


def decode_status(datagram: bytes) -> RobotStatus | DecodeError:
    """Return the content of return data of any known version, or why they were rejected."""
    if len(datagram) < len(RETURN_HEADER) + 1:
        return DecodeError(reason=Rejection.TOO_SHORT, detail=f"{len(datagram)} bytes")
    if not datagram.startswith(RETURN_HEADER):
        return DecodeError(reason=Rejection.WRONG_HEADER, detail=repr(bytes(datagram[:4])))
    version = datagram[4]
    if version not in _SIZES:
        return DecodeError(reason=Rejection.WRONG_VERSION, detail=f"version {version}")
    if len(datagram) != _SIZES[version]:
        return DecodeError(
            reason=Rejection.WRONG_LENGTH,
            detail=f"{len(datagram)} bytes, expected {_SIZES[version]} in version {version}",
        )
    return _decode_version_3(datagram) if version == 3 else _decode_version_4(datagram)


def _decode_version_3(datagram: bytes) -> RobotStatus | DecodeError:
    _header, _version, team, player, message = _VERSION_3.unpack(datagram)
    if message != ALIVE:
        return _unknown(f"message {message}")
    if not 1 <= player <= MAX_PLAYER:
        return _unknown(f"player {player}")
    return RobotStatus(team=team, player=player)


def _decode_version_4(datagram: bytes) -> RobotStatus | DecodeError:
    _header, _version, player, team, fallen, *numbers = _VERSION_4.unpack(datagram)
    if not 1 <= player <= MAX_PLAYER:
        return _unknown(f"player {player}")
    if fallen > 1:
        return _unknown(f"fallen {fallen}")
    if not all(map(math.isfinite, numbers)):
        return DecodeError(reason=Rejection.NOT_A_NUMBER, detail=f"{numbers}")
    x, y, theta, ball_age, ball_x, ball_y = numbers
    return RobotStatus(
        team=team,
        player=player,
        fallen=fallen == 1,
        robot_to_field=Pose2(x / MM, y / MM, theta),
        ball_age=None if ball_age < 0.0 else ball_age,
        ball_in_robot=Vector2(ball_x / MM, ball_y / MM),
    )


def _unknown(detail: str) -> DecodeError:
    return DecodeError(reason=Rejection.UNKNOWN_VALUE, detail=detail)


def decode_monitor_request(datagram: bytes) -> DecodeError | None:
    """Return None if the sender asks to become a monitor, else what is wrong with the request."""
    if len(datagram) != len(MONITOR_REQUEST):
        return DecodeError(reason=Rejection.WRONG_LENGTH, detail=f"{len(datagram)} bytes")
    if datagram[:4] != MONITOR_REQUEST[:4]:
        return DecodeError(reason=Rejection.WRONG_HEADER, detail=repr(bytes(datagram[:4])))
    if datagram[4] != MONITOR_REQUEST[4]:
        return DecodeError(reason=Rejection.WRONG_VERSION, detail=f"version {datagram[4]}")
    return None


def encode_forwarded(address: str, datagram: bytes) -> bytes:
    """Put the four octets of the robot's address before return data for a monitor."""
    return ipaddress.IPv4Address(address).packed + datagram
