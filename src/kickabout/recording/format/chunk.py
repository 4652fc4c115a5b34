"""Chunks of a recording: packed, indexed and compressed messages."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import zstandard

IntArray = npt.NDArray[np.int64]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Packed messages of one source, in the order in which they were made; not compressed yet."""

    content: bytes
    # one element per message
    channels: IntArray
    times: IntArray  # ns
    sizes: IntArray  # bytes, with the head


class ChunkBuilder:
    """Collects messages of one source until they are packed."""

    def __init__(self, level: int = 1) -> None:
        self._compressor = zstandard.ZstdCompressor(level=level)
        self._clear()

    def _clear(self) -> None:
        self._parts: list[bytes] = []
        self._entries: list[int] = []  # channel, time and size of each message
        self.size = 0

    def add(self, channel: int, sequence: int, time: int, data: bytes) -> None:
        """Add a message; times are in ns."""
        length = len(data)
        head = MESSAGE.pack(MESSAGE_OPCODE, MESSAGE_HEAD + length, channel, sequence, time, time)
        self._parts += (head, data)
        self._entries += (channel, time, MESSAGE.size + length)
        self.size += MESSAGE.size + length

    def records(self) -> Records:
        """Return all collected messages, and clear them."""
        content = b"".join(self._parts)
        channels, times, sizes = np.array(self._entries, np.int64).reshape(-1, 3).T
        self._clear()
        return Records(content=content, channels=channels, times=times, sizes=sizes)

    def packed(self) -> Chunk | None:
        """Return all collected messages as a chunk, and clear them; None if there are none."""
        return next(merged([self.records()], self._compressor, full=MAX_CHUNK), None)


def merged(
    pieces: Sequence[Records], compressor: zstandard.ZstdCompressor, *, full: int
) -> Iterator[Chunk]:
    """Pack the messages of several sources into chunks, in order of time, then of sources.

    A chunk ends at this many bytes before compression.
    """
    times = np.concatenate([piece.times for piece in pieces])
    if not len(times):
        return
    order = np.argsort(times, kind="stable")
    channels = np.concatenate([piece.channels for piece in pieces])[order]
    sizes = np.concatenate([piece.sizes for piece in pieces])[order]
    ends = np.cumsum(sizes)
    cuts = np.flatnonzero(np.diff(ends // full)) + 1
    bounds = [0, *cuts.tolist(), len(order)]
    for first, last in pairwise(bounds):
        part = order[first:last]
        yield _chunk(
            _gathered(pieces, part),
            channels[first:last],
            times[part],
            sizes[first:last],
            compressor,
        )


def _gathered(pieces: Sequence[Records], order: IntArray) -> bytes:
    """Return messages in an order of all messages; neighbors are copied together."""
    owners = np.repeat(np.arange(len(pieces)), [len(piece.times) for piece in pieces])[order]
    ends = np.concatenate([np.cumsum(piece.sizes) for piece in pieces])
    begins = ends - np.concatenate([piece.sizes for piece in pieces])
    breaks = np.flatnonzero((np.diff(order) != 1) | (np.diff(owners) != 0)) + 1
    first = np.concatenate(([0], breaks))
    last = np.concatenate((breaks, [len(order)])) - 1
    contents = [memoryview(piece.content) for piece in pieces]
    runs = np.column_stack((owners[first], begins[order[first]], ends[order[last]])).tolist()
    return b"".join([contents[owner][begin:end] for owner, begin, end in runs])


def _chunk(
    records: bytes,
    channels: IntArray,
    times: IntArray,
    sizes: IntArray,
    compressor: zstandard.ZstdCompressor,
) -> Chunk:
    return Chunk(
        start=int(times[0]),
        end=int(times[-1]),
        size=len(records),
        crc=zlib.crc32(records),
        content=compressor.compress(records),
        index=_index(channels, times, np.cumsum(sizes) - sizes),
    )


def _index(channels: IntArray, times: IntArray, offsets: IntArray) -> dict[int, bytes]:
    """Return the packed pairs of time and offset of each channel's messages."""
    order = np.argsort(channels, kind="stable")
    ordered = channels[order]
    bounds = [0, *(np.flatnonzero(np.diff(ordered)) + 1).tolist(), len(order)]
    packed = np.column_stack((times[order], offsets[order])).astype("<u8").tobytes()
    width = 16  # bytes of a pair
    return {
        int(ordered[first]): packed[first * width : last * width]
        for first, last in pairwise(bounds)
    }
