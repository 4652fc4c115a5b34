"""The index of a recording: from its summary, or by going through a file that has none."""

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
NOT_WRITTEN = 0  # no opcode: after a crash, file systems fill up with zeros
UNKNOWN_SIZE = -1  # zstandard's value for data that declares no size
HUNDREDTH = 10_000_000  # ns of 0.01 s

# What readers of broken bytes may run into.
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
class ChunkPlace:
    """Where a chunk and the indexes of its messages are."""

    start: int  # ns
    end: int  # ns
    offset: int
    length: int
    packed: bytes = b""  # pairs of channel and offset, unpacked when somebody looks

    @cached_property
    def channels(self) -> dict[int, int]:
        """Channel → offset of its message index."""
        entries = np.frombuffer(self.packed, _MAP)
        return dict(zip(entries["channel"].tolist(), entries["offset"].tolist(), strict=True))

    @property
    def times(self) -> str:
        """In words. Rounded outwards, so that a cut up to or from these times leaves it out."""
        first, last = self.start // HUNDREDTH, self.end // HUNDREDTH + 1
        return f"between {first / 100:.2f} and {last / 100:.2f} s"


@dataclass(slots=True, kw_only=True)
class Index:
    """What is where in a file."""

    header: Header | None = None
    schemas: dict[int, Schema] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    chunks: list[ChunkPlace] = field(default_factory=list)
    metadata: dict[str, dict[str, str]] = field(default_factory=dict)
    attachments: dict[str, bytes] = field(default_factory=dict)
    truncated: bool = False  # the file was not closed
    remarks: list[str] = field(default_factory=list)  # what is missing


def read_index(file: BinaryIO, path: Path) -> Index:
    """The index of an open file, or one sentence why there is none."""
    if file.read(len(MAGIC)) != MAGIC:
        raise RecordingError("is not a recording: it does not begin as MCAP files do", file=path)
    end = file.seek(0, io.SEEK_END)
    try:
        summary = _summary(file, end)
        if summary is not None:
            return _from_summary(file, summary)
    except DAMAGE:
        pass  # what the summary tells is also told along the way
    try:
        return _scanned(file, end)
    except DAMAGE as error:
        raise RecordingError(f"is damaged: {error}", file=path) from None


def _summary(file: BinaryIO, end: int) -> bytes | None:
    """The summary with the footer, if it is there and as it was written."""
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
    place = 0
    while place + _HEAD.size <= len(content):
        opcode, length = _HEAD.unpack_from(content, place)
        body = content[place + _HEAD.size : place + _HEAD.size + length]
        if opcode == Opcode.FOOTER:
            break
        if opcode == Opcode.CHUNK_INDEX:
            index.chunks.append(_chunk_from_summary(body))
        elif opcode in (Opcode.METADATA_INDEX, Opcode.ATTACHMENT_INDEX):
            _take(index, *_record_at(file, struct.unpack_from("<Q", body)[0]))
        else:
            _take(index, opcode, body)
        place += _HEAD.size + length
    return index


def _record_at(file: BinaryIO, offset: int) -> tuple[int, bytes]:
    file.seek(offset)
    opcode, length = _HEAD.unpack(file.read(_HEAD.size))
    return opcode, _read(file, length)


def _read(file: BinaryIO, length: int) -> bytes:
    """At most the rest of the file, as a damaged length must not allocate more than that."""
    rest = os.fstat(file.fileno()).st_size - file.tell()
    return file.read(max(0, min(length, rest)))


def _chunk_from_summary(body: bytes) -> ChunkPlace:
    start, end, offset, length, size = _CHUNK_INDEX.unpack_from(body)
    packed = body[_CHUNK_INDEX.size : _CHUNK_INDEX.size + size]
    return ChunkPlace(start=start, end=end, offset=offset, length=length, packed=packed)


def _scanned(file: BinaryIO, end: int) -> Index:
    """Every complete record from the start; what a killed process left unfinished is ignored."""
    index = Index(truncated=True)
    place, damaged = len(MAGIC), 0
    while place + _HEAD.size <= end:
        file.seek(place)
        opcode, length = _HEAD.unpack(file.read(_HEAD.size))
        begin, place = place, place + _HEAD.size + length
        if place > end or opcode == NOT_WRITTEN:
            break
        if opcode == Opcode.DATA_END:
            index.truncated = False
            break
        try:
            _take_scanned(file, index, opcode, begin, place)
        except DAMAGE:
            damaged += 1
    if index.truncated:
        index.remarks.append("not closed: it ends with its last complete chunk")
        _drop_torn(file, index)
    else:
        index.remarks.append("damaged: its index was made anew from its chunks")
    if damaged:
        index.remarks.append(f"damaged records that are missing: {damaged}")
    return index


def _take_scanned(file: BinaryIO, index: Index, opcode: int, begin: int, end: int) -> None:
    if opcode == Opcode.CHUNK:
        start, last, _, _, _ = _CHUNK.unpack(file.read(_CHUNK.size))
        chunk = ChunkPlace(start=start, end=last, offset=begin, length=end - begin)
        index.chunks.append(chunk)
    elif opcode == Opcode.MESSAGE_INDEX:
        (channel,) = struct.unpack("<H", file.read(2))
        index.chunks[-1].channels[channel] = begin
    else:
        _take(index, opcode, file.read(end - begin - _HEAD.size))


def _drop_torn(file: BinaryIO, index: Index) -> None:
    """What a crash did not let reach the disk: the last chunks, and channels announced for them."""
    torn = []
    while index.chunks and not _is_whole(file, index.chunks[-1]):
        torn.append(index.chunks.pop())
    index.remarks += [f"the chunk {chunk.times} is torn and missing" for chunk in reversed(torn)]
    used = {channel for chunk in index.chunks for channel in chunk.channels}
    index.channels = {n: channel for n, channel in index.channels.items() if n in used}


def _is_whole(file: BinaryIO, chunk: ChunkPlace) -> bool:
    """Whether the index behind a chunk names all its messages at their places."""
    found: dict[int, list[list[int]]] = {}
    try:
        named = {
            channel: message_places(file, offset).tolist()
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


def chunk_content(file: BinaryIO, place: ChunkPlace) -> bytes:
    """The records of a chunk, decompressed; a chunk of more than MAX_CHUNK bytes is refused."""
    _demand_size("takes in the file", place.length)
    file.seek(place.offset + _HEAD.size)
    body = _read(file, place.length - _HEAD.size)
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
    """Check first what the compressed data declares, because zstandard allocates that much."""
    try:
        declared = zstandard.frame_content_size(content)
        if declared not in (size, UNKNOWN_SIZE):
            raise RecordingError(f"a chunk of {size} bytes declares {declared} bytes inside")
        return zstandard.ZstdDecompressor().decompress(content, max_output_size=size)
    except zstandard.ZstdError as error:
        raise RecordingError(f"a chunk cannot be decompressed, {error}") from None


_MESSAGE = struct.Struct("<BQHIQQ")


def messages_in(records: bytes) -> Iterator[tuple[int, int, int, int, int]]:
    """Channel, sequence, time, and begin and end of the data of each message in a chunk."""
    place = 0
    while place < len(records):
        opcode, length = _HEAD.unpack_from(records, place)
        if opcode == Opcode.MESSAGE:
            _, _, channel, sequence, time, _ = _MESSAGE.unpack_from(records, place)
            yield channel, sequence, time, place + _MESSAGE.size, place + _HEAD.size + length
        place += _HEAD.size + length


def message_places(
    file: BinaryIO, offset: int
) -> "np.ndarray[tuple[int, int], np.dtype[np.uint64]]":
    """Pairs of time and offset of a channel's messages in a chunk."""
    _, body = _record_at(file, offset)
    return np.frombuffer(body, np.uint64, offset=6).reshape(-1, 2)


def message_at(records: bytes, offset: int) -> tuple[int, slice]:
    """Sequence number of the message at an offset of a chunk, and where its data is."""
    _, length, _, sequence, _, _ = _MESSAGE.unpack_from(records, offset)
    return sequence, slice(offset + _MESSAGE.size, offset + _HEAD.size + length)
