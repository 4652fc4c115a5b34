"""The index of a recording: from its summary, or from a scan of a file that has none."""

import io
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import zstandard
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.records import Attachment, Channel, Footer, Header, Metadata, Schema

from kickabout.recording.format.chunk import MAX_CHUNK
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.writer import MAGIC

_HEAD = struct.Struct("<BQ")
_CHUNK = struct.Struct("<QQQII")  # start, end, size, crc, length of the compression's name
_CHUNK_INDEX = struct.Struct("<QQQQI")  # start, end, offset, length, bytes of the map
_CRC = struct.Struct("<I")
_MAP = np.dtype([("channel", "<u2"), ("offset", "<u8")])
FOOTER_LENGTH = 20 + 9
NOT_WRITTEN = 0  # not an opcode: after a crash, file systems may leave zeros
UNKNOWN_SIZE = -1  # zstandard's value for data that declares no size
HUNDREDTH = 10_000_000  # ns of 0.01 s

# Errors that damaged bytes may cause.
DAMAGE = (
    McapError,
    struct.error,
    ValueError,
    LookupError,
    OverflowError,
    MemoryError,
    EOFError,
    OSError,
)


@dataclass(frozen=True, kw_only=True)
class ChunkLocation:
    """The location of a chunk and of the indexes of its messages."""

    start: int  # ns
    end: int  # ns
    offset: int
    length: int
    packed: bytes = b""  # pairs of channel and offset

    @cached_property
    def channels(self) -> dict[int, int]:
        """Channel → offset of its message index."""
        entries = np.frombuffer(self.packed, _MAP)
        return dict(zip(entries["channel"].tolist(), entries["offset"].tolist(), strict=True))

    @property
    def times(self) -> str:
        """A text, rounded outwards so that a cut up to or from these times excludes the chunk."""
        first, last = self.start // HUNDREDTH, self.end // HUNDREDTH + 1
        return f"between {first / 100:.2f} and {last / 100:.2f} s"


@dataclass(slots=True, kw_only=True)
class Index:
    """The content of a file and its locations."""

    header: Header | None = None
    schemas: dict[int, Schema] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    chunks: list[ChunkLocation] = field(default_factory=list)
    metadata: dict[str, dict[str, str]] = field(default_factory=dict)
    attachments: dict[str, bytes] = field(default_factory=dict)
    truncated: bool = False  # the file was not closed
    remarks: list[str] = field(default_factory=list)  # about missing data


def read_index(file: BinaryIO, path: Path) -> Index:
    """Read the index of an open file; without one, raise an error."""
    if file.read(len(MAGIC)) != MAGIC:
        raise RecordingError("is not a recording: it does not begin as MCAP files do", file=path)
    end = file.seek(0, io.SEEK_END)
    try:
        summary = _summary(file, end)
        if summary is not None:
            return _from_summary(file, summary)
    except DAMAGE:
        pass  # a scan finds the same data
    try:
        return _scanned(file, end)
    except DAMAGE as error:
        raise RecordingError(f"is damaged: {error}", file=path) from None


def _summary(file: BinaryIO, end: int) -> bytes | None:
    """Return the summary with the footer; None if it is missing or damaged."""
    file.seek(max(0, end - FOOTER_LENGTH - len(MAGIC)))
    tail = file.read(FOOTER_LENGTH + len(MAGIC))
    if not tail.endswith(MAGIC) or len(tail) < FOOTER_LENGTH + len(MAGIC):
        return None
    if tail[0] != Opcode.FOOTER:
        return None
    footer = Footer.read(_stream(tail[9:FOOTER_LENGTH]))
    if not footer.summary_start:
        return None
    file.seek(footer.summary_start)
    content = file.read(end - len(MAGIC) - footer.summary_start)
    if footer.summary_crc and zlib.crc32(content[: -_CRC.size]) != footer.summary_crc:
        return None
    return content


def _stream(data: bytes) -> ReadDataStream:
    return ReadDataStream(io.BytesIO(data))


def _from_summary(file: BinaryIO, content: bytes) -> Index:
    index = Index()
    _take(index, *_record_at(file, len(MAGIC)))
    position = 0
    while position + _HEAD.size <= len(content):
        opcode, length = _HEAD.unpack_from(content, position)
        body = content[position + _HEAD.size : position + _HEAD.size + length]
        if opcode == Opcode.FOOTER:
            break
        if opcode == Opcode.CHUNK_INDEX:
            index.chunks.append(_chunk_from_summary(body))
        elif opcode in (Opcode.METADATA_INDEX, Opcode.ATTACHMENT_INDEX):
            _take(index, *_record_at(file, struct.unpack_from("<Q", body)[0]))
        else:
            _take(index, opcode, body)
        position += _HEAD.size + length
    return index


def _record_at(file: BinaryIO, offset: int) -> tuple[int, bytes]:
    file.seek(offset)
    opcode, length = _HEAD.unpack(file.read(_HEAD.size))
    return opcode, _read(file, length)


def _read(file: BinaryIO, length: int) -> bytes:
    """Read at most the rest of the file, so that a damaged length allocates no more."""
    rest = os.fstat(file.fileno()).st_size - file.tell()
    return file.read(max(0, min(length, rest)))


def _chunk_from_summary(body: bytes) -> ChunkLocation:
    start, end, offset, length, size = _CHUNK_INDEX.unpack_from(body)
    packed = body[_CHUNK_INDEX.size : _CHUNK_INDEX.size + size]
    return ChunkLocation(start=start, end=end, offset=offset, length=length, packed=packed)


def _scanned(file: BinaryIO, end: int) -> Index:
    """Scan all complete records; one that a killed process left incomplete is ignored."""
    index = Index(truncated=True)
    position, damaged = len(MAGIC), 0
    while position + _HEAD.size <= end:
        file.seek(position)
        opcode, length = _HEAD.unpack(file.read(_HEAD.size))
        begin, position = position, position + _HEAD.size + length
        if position > end or opcode == NOT_WRITTEN:
            break
        if opcode == Opcode.DATA_END:
            index.truncated = False
            break
        try:
            _take_scanned(file, index, opcode, begin, position)
        except DAMAGE:
            damaged += 1
    if index.truncated:
        index.remarks.append("not closed: it ends with its last complete chunk")
        _drop_incomplete(file, index)
    else:
        index.remarks.append("damaged: its index was rebuilt from its chunks")
    if damaged:
        index.remarks.append(f"damaged records that are missing: {damaged}")
    return index


def _take_scanned(file: BinaryIO, index: Index, opcode: int, begin: int, end: int) -> None:
    if opcode == Opcode.CHUNK:
        start, last, _, _, _ = _CHUNK.unpack(file.read(_CHUNK.size))
        chunk = ChunkLocation(start=start, end=last, offset=begin, length=end - begin)
        index.chunks.append(chunk)
    elif opcode == Opcode.MESSAGE_INDEX:
        (channel,) = struct.unpack("<H", file.read(2))
        index.chunks[-1].channels[channel] = begin
    else:
        _take(index, opcode, file.read(end - begin - _HEAD.size))


def _drop_incomplete(file: BinaryIO, index: Index) -> None:
    """Drop the last chunks if a crash left them incomplete, and channels that only they use."""
    incomplete = []
    while index.chunks and not _is_complete(file, index.chunks[-1]):
        incomplete.append(index.chunks.pop())
    index.remarks += [
        f"the chunk {chunk.times} is incomplete and left out" for chunk in reversed(incomplete)
    ]
    used = {channel for chunk in index.chunks for channel in chunk.channels}
    index.channels = {n: channel for n, channel in index.channels.items() if n in used}


def _is_complete(file: BinaryIO, chunk: ChunkLocation) -> bool:
    """Return whether the index of a chunk names all its messages with their offsets."""
    found: dict[int, list[list[int]]] = {}
    try:
        named = {
            channel: message_locations(file, offset).tolist()
            for channel, offset in chunk.channels.items()
        }
        messages = messages_in(chunk_content(file, chunk))
        for channel, _, time, begin, _ in islice(messages, sum(map(len, named.values())) + 1):
            found.setdefault(channel, []).append([time, begin - _MESSAGE.size])
    except (RecordingError, *DAMAGE):
        return False
    return bool(found) and found == named


def _take(index: Index, opcode: int, body: bytes) -> None:
    stream = _stream(body)
    if opcode == Opcode.HEADER:
        index.header = Header.read(stream)
    elif opcode == Opcode.SCHEMA:
        schema = Schema.read(stream)
        index.schemas[schema.id] = schema
    elif opcode == Opcode.CHANNEL:
        channel = Channel.read(stream)
        index.channels[channel.id] = channel
    elif opcode == Opcode.METADATA:
        metadata = Metadata.read(stream)
        index.metadata[metadata.name] = metadata.metadata
    elif opcode == Opcode.ATTACHMENT:
        (crc,) = _CRC.unpack(body[-_CRC.size :])
        if crc and zlib.crc32(body[: -_CRC.size]) != crc:
            raise ValueError("the checksum of an attachment is wrong")
        attachment = Attachment.read(stream)
        index.attachments[attachment.name] = attachment.data


def chunk_content(file: BinaryIO, chunk: ChunkLocation) -> bytes:
    """Return a chunk's decompressed records; a chunk of more than MAX_CHUNK bytes is refused."""
    _demand_size("takes in the file", chunk.length)
    file.seek(chunk.offset + _HEAD.size)
    body = _read(file, chunk.length - _HEAD.size)
    _, _, size, crc, named = _CHUNK.unpack_from(body)
    _demand_size("declares", size)
    compression = body[_CHUNK.size : _CHUNK.size + named].decode()
    content = body[_CHUNK.size + named + 8 :]
    if compression == "zstd":
        content = _decompressed(content, size)
    elif compression:
        raise RecordingError(f"chunks are compressed with {compression}, not with zstd")
    if crc and zlib.crc32(content) != crc:
        raise RecordingError("the checksum of a chunk is wrong")
    return content


def _demand_size(what: str, size: int) -> None:
    if size > MAX_CHUNK:
        raise RecordingError(
            f"a chunk {what} {size / 1e6:.0f} MB; at most {MAX_CHUNK / 1e6:.0f} MB are read"
        )


def _decompressed(content: bytes, size: int) -> bytes:
    """Decompress; check the declared size first, as zstandard allocates that much."""
    try:
        declared = zstandard.frame_content_size(content)
        if declared not in (size, UNKNOWN_SIZE):
            raise RecordingError(f"a chunk of {size} bytes declares {declared} bytes inside")
        return zstandard.ZstdDecompressor().decompress(content, max_output_size=size)
    except zstandard.ZstdError as error:
        raise RecordingError(f"a chunk cannot be decompressed, {error}") from None


_MESSAGE = struct.Struct("<BQHIQQ")


def messages_in(records: bytes) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield channel, sequence, time, and begin and end of the data of each message."""
    position = 0
    while position < len(records):
        opcode, length = _HEAD.unpack_from(records, position)
        if opcode == Opcode.MESSAGE:
            _, _, channel, sequence, time, _ = _MESSAGE.unpack_from(records, position)
            yield channel, sequence, time, position + _MESSAGE.size, position + _HEAD.size + length
        position += _HEAD.size + length


def message_locations(
    file: BinaryIO, offset: int
) -> "np.ndarray[tuple[int, int], np.dtype[np.uint64]]":
    """Return pairs of time and offset of a channel's messages in a chunk."""
    _, body = _record_at(file, offset)
    return np.frombuffer(body, np.uint64, offset=6).reshape(-1, 2)


def message_at(records: bytes, offset: int) -> tuple[int, slice]:
    """Return the sequence number of the message at an offset of a chunk, and its data's slice."""
    _, length, _, sequence, _, _ = _MESSAGE.unpack_from(records, offset)
    return sequence, slice(offset + _MESSAGE.size, offset + _HEAD.size + length)
