"""Chunks of a recording: packed, indexed and compressed messages."""

import struct
import zlib
from dataclasses import dataclass

import zstandard

MESSAGE = struct.Struct("<BQHIQQ")  # opcode, length, channel, sequence, log and publish time
MESSAGE_OPCODE = 5
MESSAGE_HEAD = MESSAGE.size - 9  # bytes of the head that count as content
NANOSECONDS = 1e9
FULL_CHUNK = 32 << 20  # bytes before compression; a larger chunk ends early
MAX_CHUNK = 256 << 20  # bytes before compression; readers refuse to unpack more


def nanoseconds(time: float) -> int:
    """Convert a time in s to ns, which recordings use."""
    return max(0, round(time * NANOSECONDS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Compressed messages of a time interval."""

    start: int  # ns, of the earliest message
    end: int  # ns, of the latest one
    size: int  # bytes before compression
    crc: int
    content: bytes
    index: dict[int, bytes]  # channel → packed pairs of time and offset


class ChunkBuilder:
    """Collects messages of one source until they are packed into a chunk."""

    def __init__(self, level: int = 1) -> None:
        self._compressor = zstandard.ZstdCompressor(level=level)
        self._clear()

    def _clear(self) -> None:
        self._parts: list[bytes] = []
        self._index: dict[int, list[int]] = {}
        self._start = self._end = -1
        self.size = 0

    def add(self, channel: int, sequence: int, time: int, data: bytes) -> None:
        """Add a message; times are in ns."""
        length = len(data)
        head = MESSAGE.pack(MESSAGE_OPCODE, MESSAGE_HEAD + length, channel, sequence, time, time)
        self._parts += (head, data)
        entries = self._index.get(channel)
        if entries is None:
            entries = self._index[channel] = []
        entries += (time, self.size)
        self.size += MESSAGE.size + length
        if self._start < 0 or time < self._start:
            self._start = time
        if time > self._end:
            self._end = time

    def packed(self) -> Chunk | None:
        """Return all collected messages as a chunk, and clear them; None if there are none."""
        if not self._parts:
            return None
        records = b"".join(self._parts)
        chunk = Chunk(
            start=self._start,
            end=self._end,
            size=len(records),
            crc=zlib.crc32(records),
            content=self._compressor.compress(records),
            index={
                channel: struct.pack(f"<{len(entries)}Q", *entries)
                for channel, entries in sorted(self._index.items())
            },
        )
        self._clear()
        return chunk
