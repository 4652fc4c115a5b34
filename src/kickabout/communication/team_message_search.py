"""What searchers tell: places for each player in two bytes each, map age and head, and back."""

from dataclasses import dataclass
from struct import Struct

from kickabout.geometry import Field, Vector2

STEP = 0.1  # m, in 8 bits: up to 12.7 m
AGE_STEP = 1.0  # s, in 16 bits
YAW_STEP = 0.02  # rad, in 8 bits: up to 2.5 rad

_HEAD = Struct("<Hb")
_PLACE = Struct("<bb")
_NOWHERE = -128


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """As in TacticalState."""

    places: tuple[Vector2[Field] | None, ...] = ()
    map_age: float = 0.0  # s
    head_yaw: float = 0.0  # rad


def encode_search(search: Search) -> bytes:
    """Nothing while nobody searches."""
    if not search.places:
        return b""
    data = _HEAD.pack(
        min(max(round(search.map_age / AGE_STEP), 0), 0xFFFF), _in_byte(search.head_yaw / YAW_STEP)
    )
    for place in search.places:
        if place is None:
            data += _PLACE.pack(_NOWHERE, _NOWHERE)
        else:
            data += _PLACE.pack(*(_in_byte(value / STEP) for value in place))
    return data


def decode_search(payload: bytes) -> Search:
    """No search where the payload has another size than it should."""
    if len(payload) < _HEAD.size or (len(payload) - _HEAD.size) % _PLACE.size:
        return Search()
    age, yaw = _HEAD.unpack_from(payload)
    places: list[Vector2[Field] | None] = [
        None if x == _NOWHERE else Vector2(x * STEP, y * STEP)
        for x, y in _PLACE.iter_unpack(payload[_HEAD.size :])
    ]
    return Search(places=tuple(places), map_age=age * AGE_STEP, head_yaw=yaw * YAW_STEP)


def _in_byte(value: float) -> int:
    return min(max(round(value), -127), 127)
