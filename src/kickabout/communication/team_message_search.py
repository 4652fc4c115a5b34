"""Places to search on the wire: from one for each player to two bytes each, and back."""

from collections.abc import Sequence
from struct import Struct

from kickabout.geometry import Field, Vector2

STEP = 0.1  # m, in 8 bits: up to 12.7 m
AGE_STEP = 1.0  # s, in 16 bits

_AGE = Struct("<H")
_PLACE = Struct("<bb")
_NOWHERE = -128


def encode_search(places: Sequence[Vector2[Field] | None], age: float) -> bytes:
    """How old the map is and a place for each player; nothing while nobody searches."""
    if not places:
        return b""
    data = _AGE.pack(min(max(round(age / AGE_STEP), 0), 0xFFFF))
    for place in places:
        if place is None:
            data += _PLACE.pack(_NOWHERE, _NOWHERE)
        else:
            data += _PLACE.pack(*(min(max(round(value / STEP), -127), 127) for value in place))
    return data


def decode_search(payload: bytes) -> tuple[tuple[Vector2[Field] | None, ...], float]:
    """Places and age; none where the payload has another size than it should."""
    if len(payload) < _AGE.size or (len(payload) - _AGE.size) % _PLACE.size:
        return (), 0.0
    (age,) = _AGE.unpack_from(payload)
    places: list[Vector2[Field] | None] = [
        None if x == _NOWHERE else Vector2(x * STEP, y * STEP)
        for x, y in _PLACE.iter_unpack(payload[_AGE.size :])
    ]
    return tuple(places), age * AGE_STEP
