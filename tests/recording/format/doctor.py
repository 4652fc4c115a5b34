"""The rules by which `mcap doctor --strict-message-order` examines a file."""

import io
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import zstandard
from mcap.data_stream import ReadDataStream
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, ChunkIndex, Message, MessageIndex, Schema, Statistics

MAGIC_SIZE = 8
HEAD = struct.Struct("<BQ")
READ_CLASSES: dict[int, Any] = {
    Opcode.SCHEMA: Schema,
    Opcode.CHANNEL: Channel,
    Opcode.CHUNK: Chunk,
    Opcode.CHUNK_INDEX: ChunkIndex,
    Opcode.MESSAGE: Message,
    Opcode.MESSAGE_INDEX: MessageIndex,
    Opcode.STATISTICS: Statistics,
}


@dataclass(slots=True)
class Examination:
    """What was found up to now."""

    complaints: list[str] = field(default_factory=list)
    schemas: dict[int, Schema] = field(default_factory=dict)  # of the data section
    channels: dict[int, Channel] = field(default_factory=dict)
    summary_ids: dict[str, set[int]] = field(
        default_factory=lambda: {"Schema": set(), "Channel": set()}
    )
    chunks: dict[int, Chunk] = field(default_factory=dict)  # by their place in the file
    used: dict[int, set[int]] = field(default_factory=dict)  # channels of each chunk
    indexes: dict[int, dict[int, MessageIndex]] = field(default_factory=dict)
    chunk_indexes: list[ChunkIndex] = field(default_factory=list)
    statistics: list[Statistics] = field(default_factory=list)
    counts: Counter[int] = field(default_factory=Counter)  # messages of each channel
    times: list[int] = field(default_factory=list)
    in_summary: bool = False
    opcodes: set[int] = field(default_factory=set)

    def demand(self, holds: bool, complaint: str) -> None:
        if not holds:
            self.complaints.append(complaint)


def complaints(path: Path) -> list[str]:
    """Return what is wrong with a file."""
    data = path.read_bytes()
    found = Examination()
    place = -1
    for offset, opcode, body in records(data[MAGIC_SIZE:-MAGIC_SIZE], MAGIC_SIZE):
        found.opcodes.add(opcode)
        if opcode != Opcode.MESSAGE_INDEX and place >= 0:  # now the index of the chunk is complete
            _chunk(found, place)
            place = -1
        if opcode == Opcode.DATA_END:
            found.in_summary = True
        kind = READ_CLASSES.get(opcode)
        record = kind.read(ReadDataStream(io.BytesIO(body))) if kind else None
        if isinstance(record, Schema | Channel):
            _announced(found, record)
        elif isinstance(record, Chunk):
            place, found.chunks[offset], found.indexes[offset] = offset, record, {}
        elif isinstance(record, MessageIndex):
            found.demand(record.channel_id not in found.indexes[place], "two indexes of a channel")
            found.indexes[place][record.channel_id] = record
        elif isinstance(record, ChunkIndex):
            found.chunk_indexes.append(record)
        elif isinstance(record, Statistics):
            found.statistics.append(record)
    found.demand({Opcode.DATA_END, Opcode.FOOTER} <= found.opcodes, "no end of data, or no footer")
    _chunk_indexes(found, data)
    _statistics(found)
    return found.complaints


def records(data: bytes, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Yield offset, opcode and content of records."""
    position = 0
    while position < len(data):
        opcode, length = HEAD.unpack_from(data, position)
        begin = position + HEAD.size
        yield start + position, opcode, data[begin : begin + length]
        position = begin + length


def _announced(found: Examination, record: Schema | Channel) -> None:
    known: dict[int, Any] = found.schemas if isinstance(record, Schema) else found.channels
    name = f"{type(record).__name__} {record.id}"
    if found.in_summary:
        found.demand(record.id in known, f"{name} is in the summary only")
        found.summary_ids[type(record).__name__].add(record.id)
    else:
        found.demand(record.id not in known, f"{name} is announced twice")
    found.demand(
        known.setdefault(record.id, record) == record, f"{name} is there with two contents"
    )
    if isinstance(record, Schema):
        found.demand(record.id != 0 and bool(record.encoding), f"{name} has no id or encoding")
    else:
        found.demand(record.schema_id in found.schemas, f"{name} has an unknown schema")


def _chunk(found: Examination, place: int) -> None:
    chunk = found.chunks[place]
    content = zstandard.ZstdDecompressor().decompress(chunk.data)
    found.demand(len(content) == chunk.uncompressed_size, "a chunk has another size")
    found.demand(zlib.crc32(content) == chunk.uncompressed_crc, "a chunk has a wrong checksum")
    found.used[place] = set()
    times: list[int] = []
    entries = {
        (channel, offset): time
        for channel, index in found.indexes[place].items()
        for time, offset in index.records
    }
    for offset, opcode, body in records(content):
        found.demand(opcode == Opcode.MESSAGE, f"a chunk has a record {opcode}")
        message = Message.read(ReadDataStream(io.BytesIO(body)), len(body))
        found.demand(message.channel_id in found.channels, "a message before its channel")
        latest = max(found.times[-1:] + times[-1:], default=0)
        found.demand(message.log_time >= latest, f"a message at {message.log_time} after {latest}")
        indexed = entries.get((message.channel_id, offset))
        found.demand(indexed == message.log_time, "a message that is not in the index")
        times.append(message.log_time)
        found.counts[message.channel_id] += 1
        found.used[place].add(message.channel_id)
    found.demand(len(entries) == len(times), "an index with more entries than messages")
    bounds = (chunk.message_start_time, chunk.message_end_time)
    found.demand(bounds == (min(times), max(times)), "a chunk has wrong times")
    found.times += times


def _chunk_indexes(found: Examination, data: bytes) -> None:
    places = [index.chunk_start_offset for index in found.chunk_indexes]
    found.demand(sorted(places) == sorted(found.chunks), "the summary lists other chunks")
    for index in found.chunk_indexes:
        chunk = found.chunks[index.chunk_start_offset]
        _, length = HEAD.unpack_from(data, index.chunk_start_offset)
        found.demand(index.chunk_length == HEAD.size + length, "a chunk index has another length")
        for name in ("message_start_time", "message_end_time", "compression", "uncompressed_size"):
            same = getattr(chunk, name) == getattr(index, name)
            found.demand(same, f"a chunk and its index differ in {name}")
        found.demand(index.compressed_size == len(chunk.data), "a chunk index has another size")
        used = found.used[index.chunk_start_offset]
        found.demand(used <= found.summary_ids["Channel"], "the summary lacks a channel")
        schemas = {found.channels[channel].schema_id for channel in used}
        found.demand(schemas <= found.summary_ids["Schema"], "the summary lacks a schema")


def _statistics(found: Examination) -> None:
    found.demand(len(found.statistics) == 1, "there is no statistics record, or there are several")
    for statistics in found.statistics:
        counted = {channel: n for channel, n in statistics.channel_message_counts.items() if n}
        found.demand(counted == dict(found.counts), "the statistics count other messages")
        found.demand(statistics.message_count == len(found.times), "the statistics miscount")
        if found.times:
            bounds = (statistics.message_start_time, statistics.message_end_time)
            found.demand(
                bounds == (min(found.times), max(found.times)), "wrong times in statistics"
            )
