"""Encoding of a ball search: search positions in two bytes each, age of the map, and head."""

from dataclasses import dataclass
from struct import Struct

from kickabout.geometry import Field, Vector2

STEP = 0.1  # m, in 8 bits: up to 12.7 m
AGE_STEP = 1.0  # s, in 16 bits
YAW_STEP = 0.02  # rad, in 8 bits: up to 2.5 rad

_HEAD = Struct("<Hb")
_POSITION = Struct("<bb")
_NO_POSITION = -128


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Positions to search, age of the map and head; as in `TacticalState`."""

    positions: tuple[Vector2[Field] | None, ...] = ()
    map_age: float = 0.0  # s
    head_yaw: float = 0.0  # rad


def encode_search(search: Search) -> bytes:
    """Encode the search; empty without positions."""
    if not search.positions:
        return b""
    data = _HEAD.pack(
        min(max(round(search.map_age / AGE_STEP), 0), 0xFFFF), _in_byte(search.head_yaw / YAW_STEP)
    )
    for position in search.positions:
        if position is None:
            data += _POSITION.pack(_NO_POSITION, _NO_POSITION)
        else:
            data += _POSITION.pack(*(_in_byte(value / STEP) for value in position))
    return data


def decode_search(payload: bytes) -> Search:
    """Decode the search; without positions if the payload has a wrong size."""
    if len(payload) < _HEAD.size or (len(payload) - _HEAD.size) % _POSITION.size:
        return Search()
    age, yaw = _HEAD.unpack_from(payload)
    positions: list[Vector2[Field] | None] = [
        None if x == _NO_POSITION else Vector2(x * STEP, y * STEP)
        for x, y in _POSITION.iter_unpack(payload[_HEAD.size :])
    ]
    return Search(positions=tuple(positions), map_age=age * AGE_STEP, head_yaw=yaw * YAW_STEP)


def _in_byte(value: float) -> int:
    return min(max(round(value), -127), 127)
