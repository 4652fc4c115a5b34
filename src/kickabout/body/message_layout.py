"""Byte positions in MessagePack: from one packet to where the values of the next ones are."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kickabout.body.interface import BodyError

Bytes = npt.NDArray[np.uint8]

LARGEST_PACKET = 16_384  # bytes; a NAO's sensors need about 900
FLOAT32 = 0xCA
NEVER_USED = 0xC1
POSITIVE_FIXINT_END = 0x80

# Marker → bytes that follow it.
_PLAIN = {0xC0: 0, 0xC2: 0, 0xC3: 0, FLOAT32: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_PLAIN |= {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
# Marker → bytes of the length, and bytes that are not counted in it.
_SIZED = {0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0), 0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0)}
_SIZED |= {0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1)}
# Marker → bytes of the number of elements, and objects in each.
_COUNTED = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


class MalformedPacket(BodyError):
    """Bytes that are not what the protocol promises."""


class IncompletePacket(Exception):
    """The buffer ends inside the packet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One object without its children."""

    marker: int
    begin: int  # first byte after the marker and its length
    end: int
    children: int  # objects that follow and belong to this one

    @property
    def is_map(self) -> bool:
        return self.marker in (0xDE, 0xDF) or 0x80 <= self.marker <= 0x8F

    @property
    def is_array(self) -> bool:
        return self.marker in (0xDC, 0xDD) or 0x90 <= self.marker <= 0x9F

    @property
    def is_text(self) -> bool:
        return self.marker in (0xD9, 0xDA, 0xDB) or 0xA0 <= self.marker <= 0xBF


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PacketLayout:
    """Where everything is in a packet, and which bits have to be the same for that to hold."""

    size: int
    places: dict[str, tuple[int, ...]]  # payloads of the float32 of each array that has no others
    mask: Bytes
    pattern: Bytes

    def fits(self, packet: Bytes) -> bool:
        """Whether a packet of this size differs from the first one in values only."""
        return bool(((packet & self.mask) == self.pattern).all())


def token_at(buffer: bytes, place: int) -> Token:
    """The object that starts at a place, lengths and counts checked against sense."""
    if place >= len(buffer):
        raise IncompletePacket
    marker = buffer[place]
    begin = place + 1
    length = children = 0
    if marker in _PLAIN:
        length = _PLAIN[marker]
    elif marker in _SIZED:
        width, extra = _SIZED[marker]
        length = _number(buffer, begin, width) + extra
        begin += width
    elif marker in _COUNTED:
        width, each = _COUNTED[marker]
        children = _number(buffer, begin, width) * each
        begin += width
    elif marker == NEVER_USED:
        raise MalformedPacket(f"byte {place} is {marker:#x}, which starts no object")
    elif 0x80 <= marker <= 0x8F:
        children = 2 * (marker & 0x0F)
    elif 0x90 <= marker <= 0x9F:
        children = marker & 0x0F
    elif 0xA0 <= marker <= 0xBF:
        length = marker & 0x1F
    if max(length, children) > LARGEST_PACKET:
        raise MalformedPacket(f"byte {place} announces {max(length, children)} bytes or objects")
    if begin + length > len(buffer):
        raise IncompletePacket
    return Token(marker=marker, begin=begin, end=begin + length, children=children)


def _number(buffer: bytes, begin: int, width: int) -> int:
    if begin + width > len(buffer):
        raise IncompletePacket
    return int.from_bytes(buffer[begin : begin + width], "big")


def layout_of(buffer: bytes) -> PacketLayout:
    """Walk through the map at the start of a buffer; what follows it does not matter."""
    head = token_at(buffer, 0)
    if not head.is_map:
        raise MalformedPacket(f"a packet starts with a map, not with byte {head.marker:#x}")
    place = head.end
    free = bytearray(len(buffer))  # bits that may differ in the next packet
    places: dict[str, tuple[int, ...]] = {}
    for _ in range(head.children // 2):
        key = token_at(buffer, place)
        if not key.is_text:
            raise MalformedPacket(f"byte {place} should start the name of a value")
        value = token_at(buffer, key.end)
        place = value.end
        floats: list[int] = []
        for _ in range(value.children if value.is_array else 0):
            element = token_at(buffer, place)
            floats += _freed(element, place, free)
            place = _end_of(buffer, element)
        if value.is_array and len(floats) == value.children:
            places[buffer[key.begin : key.end].decode("utf-8", "replace")] = tuple(floats)
        elif not value.is_array:
            place = _end_of(buffer, value)
    if place > LARGEST_PACKET:
        raise MalformedPacket(f"a packet of {place} bytes")
    mask = ~np.frombuffer(bytes(free[:place]), np.uint8)
    pattern = np.frombuffer(buffer[:place], np.uint8) & mask
    return PacketLayout(size=place, places=places, mask=mask, pattern=pattern)


def _freed(element: Token, place: int, free: bytearray) -> list[int]:
    """Let the value of an element vary, but not its type; the place if it is a float32."""
    if element.marker == FLOAT32:
        free[element.begin : element.end] = b"\xff" * 4
        return [element.begin]
    if element.marker < POSITIVE_FIXINT_END:
        free[place] = POSITIVE_FIXINT_END - 1
    return []


def _end_of(buffer: bytes, token: Token) -> int:
    """Where an object ends with all that belongs to it."""
    place, open_objects = token.end, token.children
    while open_objects:
        child = token_at(buffer, place)
        place = child.end
        open_objects += child.children - 1
    return place
