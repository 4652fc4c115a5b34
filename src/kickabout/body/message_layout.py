"""Byte offsets in MessagePack: from one packet to the offsets of values in the next ones."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kickabout.body.interface import BodyError

Bytes = npt.NDArray[np.uint8]

MAX_PACKET_SIZE = 16_384  # bytes; a NAO's sensors need about 900
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
    """Bytes that violate the protocol."""


class IncompletePacket(Exception):
    """The buffer ends inside the packet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One MessagePack object without its children."""

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
    """Offsets of the values in a packet, and the bits that are the same in all such packets."""

    size: int
    offsets: dict[str, tuple[int, ...]]  # of the values of each array of float32 only
    mask: Bytes
    pattern: Bytes

    def fits(self, packet: Bytes) -> bool:
        """Whether a packet of this size differs from the first one only in its values."""
        return bool(((packet & self.mask) == self.pattern).all())


def token_at(buffer: bytes, offset: int) -> Token:
    """Return the object that starts at an offset; refuse impossible lengths and counts."""
    if offset >= len(buffer):
        raise IncompletePacket
    marker = buffer[offset]
    begin = offset + 1
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
        raise MalformedPacket(f"byte {offset} is {marker:#x}, which starts no object")
    elif 0x80 <= marker <= 0x8F:
        children = 2 * (marker & 0x0F)
    elif 0x90 <= marker <= 0x9F:
        children = marker & 0x0F
    elif 0xA0 <= marker <= 0xBF:
        length = marker & 0x1F
    if max(length, children) > MAX_PACKET_SIZE:
        raise MalformedPacket(f"byte {offset} announces {max(length, children)} bytes or objects")
    if begin + length > len(buffer):
        raise IncompletePacket
    return Token(marker=marker, begin=begin, end=begin + length, children=children)


def _number(buffer: bytes, begin: int, width: int) -> int:
    if begin + width > len(buffer):
        raise IncompletePacket
    return int.from_bytes(buffer[begin : begin + width], "big")


def layout_of(buffer: bytes) -> PacketLayout:
    """Return the layout of the map at the start of a buffer; ignore the bytes after it."""
    head = token_at(buffer, 0)
    if not head.is_map:
        raise MalformedPacket(f"a packet starts with a map, not with byte {head.marker:#x}")
    offset = head.end
    free = bytearray(len(buffer))  # bits that may differ in the next packet
    offsets: dict[str, tuple[int, ...]] = {}
    for _ in range(head.children // 2):
        key = token_at(buffer, offset)
        if not key.is_text:
            raise MalformedPacket(f"byte {offset} should start the name of a value")
        value = token_at(buffer, key.end)
        offset = value.end
        floats: list[int] = []
        for _ in range(value.children if value.is_array else 0):
            element = token_at(buffer, offset)
            floats += _freed(element, offset, free)
            offset = _end_of(buffer, element)
        if value.is_array and len(floats) == value.children:
            offsets[buffer[key.begin : key.end].decode("utf-8", "replace")] = tuple(floats)
        elif not value.is_array:
            offset = _end_of(buffer, value)
    if offset > MAX_PACKET_SIZE:
        raise MalformedPacket(f"a packet of {offset} bytes")
    mask = ~np.frombuffer(bytes(free[:offset]), np.uint8)
    pattern = np.frombuffer(buffer[:offset], np.uint8) & mask
    return PacketLayout(size=offset, offsets=offsets, mask=mask, pattern=pattern)


def _freed(element: Token, offset: int, free: bytearray) -> list[int]:
    """Let the value of an element vary, but not its type; return the offset of a float32."""
    if element.marker == FLOAT32:
        free[element.begin : element.end] = b"\xff" * 4
        return [element.begin]
    if element.marker < POSITIVE_FIXINT_END:
        free[offset] = POSITIVE_FIXINT_END - 1
    return []


def _end_of(buffer: bytes, token: Token) -> int:
    """Return the offset at which an object ends with all its children."""
    offset, open_objects = token.end, token.children
    while open_objects:
        child = token_at(buffer, offset)
        offset = child.end
        open_objects += child.children - 1
    return offset
