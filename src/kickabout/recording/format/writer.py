"""Writing recordings: an MCAP file that can be read up to its last chunk at any time."""

import errno
import shutil
import struct
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mcap.data_stream import RecordBuilder
from mcap.opcode import Opcode
from mcap.records import (
    Attachment,
    AttachmentIndex,
    Channel,
    ChunkIndex,
    DataEnd,
    Footer,
    Header,
    McapRecord,
    Metadata,
    MetadataIndex,
    Schema,
    Statistics,
    SummaryOffset,
)

from kickabout.recording.format.chunk import MAX_CHUNK, Chunk
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.exclusive_file import open_exclusively

MAGIC = b"\x89MCAP0\r\n"
PROFILE = "kickabout"
JSON = "json"  # encoding of messages
VERSION = 1  # of topics and encodings; this version and older ones can be read

_CHUNK = struct.Struct("<BQQQQI")
_COMPRESSION = struct.pack("<I4s", 4, b"zstd")
_INDEX = struct.Struct("<BQHI")


class RecordingWriter:
    """Writes a file chunk by chunk; each chunk is passed to the system at once.

    The library's writer is too slow for matches, as it packs each message in Python; so chunks
    are packed before, and the library provides all other records.
    """

    def __init__(self, path: Path, *, largest: float = float("inf"), min_free: float = 0.0) -> None:
        self.path = path
        self.stopped = ""  # why writing has stopped; the file stays valid
        self._largest, self._min_free = largest, min_free
        self._schemas: dict[tuple[str, str], Schema] = {}  # by name and encoding of the messages
        self._channels: dict[str, Channel] = {}
        self._unannounced: dict[int, Channel] = {}
        self._announced: set[int] = set()  # ids of schemas
        self._indexes: list[McapRecord] = []
        self._chunks: list[ChunkIndex] = []
        self._counts: dict[int, int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_exclusively(path)
        except OSError as error:
            raise RecordingError(f"cannot be written: {error.strerror}", file=path) from None
        self._offset = 0
        self._begin()

    def _begin(self) -> None:
        self._write(MAGIC)
        self._record(Header(profile=PROFILE, library=f"kickabout recording {VERSION}"))
        if self.stopped:
            self._file.close()
            raise RecordingError(f"cannot be written: {self.stopped}", file=self.path)

    def channel(
        self,
        topic: str,
        schema_name: str,
        schema: bytes,
        *,
        metadata: Mapping[str, str] | None = None,
        encoding: str = JSON,
    ) -> int:
        """Return the id of a topic; it is announced before the first chunk that uses it."""
        if topic not in self._channels:
            number = len(self._channels) + 1
            self._channels[topic] = Channel(
                id=number,
                topic=topic,
                message_encoding=encoding,
                schema_id=self._schema(schema_name, schema, encoding),
                metadata=dict(metadata or {}),
            )
            self._unannounced[number] = self._channels[topic]
        return self._channels[topic].id

    def _schema(self, name: str, text: bytes, encoding: str) -> int:
        key = (name, encoding)
        if key not in self._schemas:
            language = "jsonschema" if encoding == JSON else encoding
            number = len(self._schemas) + 1
            self._schemas[key] = Schema(id=number, name=name, encoding=language, data=text)
        return self._schemas[key].id

    def announced(self) -> dict[int, tuple[Channel, Schema]]:
        """Return all topics with their schemas, by channel."""
        schemas = {schema.id: schema for schema in self._schemas.values()}
        return {each.id: (each, schemas[each.schema_id]) for each in self._channels.values()}

    def _announce(self, channels: Iterable[int]) -> None:
        for number in channels:
            channel = self._unannounced.pop(number, None)
            if channel is None:
                continue
            for schema in self._schemas.values():
                if schema.id == channel.schema_id and schema.id not in self._announced:
                    self._announced.add(schema.id)
                    self._record(schema)
            self._record(channel)

    def metadata(self, name: str, values: Mapping[str, str]) -> None:
        offset = self._offset
        length = self._record(Metadata(name=name, metadata=dict(values)))
        self._indexes.append(MetadataIndex(offset=offset, length=length, name=name))

    def attachment(self, name: str, media_type: str, data: bytes) -> None:
        offset = self._offset
        content = Attachment(create_time=0, log_time=0, name=name, media_type=media_type, data=data)
        length = self._record(content)
        self._indexes.append(
            AttachmentIndex(
                offset=offset,
                length=length,
                create_time=0,
                log_time=0,
                data_size=len(data),
                name=name,
                media_type=media_type,
            )
        )

    def write(self, chunk: Chunk) -> None:
        """Append a chunk with the index of its messages."""
        if self.stopped or not self._has_room(chunk):
            return
        self._announce(chunk.index)
        start = self._offset
        length = _CHUNK.size - 9 + len(_COMPRESSION) + 8 + len(chunk.content)
        head = _CHUNK.pack(Opcode.CHUNK, length, chunk.start, chunk.end, chunk.size, chunk.crc)
        parts = [head, _COMPRESSION, struct.pack("<Q", len(chunk.content)), chunk.content]
        end = start + sum(map(len, parts))
        offsets, begin = {}, end
        for channel, entries in chunk.index.items():
            head = _INDEX.pack(Opcode.MESSAGE_INDEX, 6 + len(entries), channel, len(entries))
            offsets[channel] = end
            parts += (head, entries)
            end += len(head) + len(entries)
        if not self._write(b"".join(parts)):
            return
        for channel, entries in chunk.index.items():
            self._counts[channel] = self._counts.get(channel, 0) + len(entries) // 16
        self._chunks.append(
            ChunkIndex(
                message_start_time=chunk.start,
                message_end_time=chunk.end,
                chunk_start_offset=start,
                chunk_length=begin - start,
                message_index_offsets=offsets,
                message_index_length=end - begin,
                compression="zstd",
                compressed_size=len(chunk.content),
                uncompressed_size=chunk.size,
            )
        )

    def _has_room(self, chunk: Chunk) -> bool:
        if chunk.size > MAX_CHUNK:
            self.stopped = (
                f"a chunk would hold {chunk.size / 1e6:.0f} MB; "
                f"at most {MAX_CHUNK / 1e6:.0f} MB can be read again"
            )
            return False
        free = shutil.disk_usage(self.path.parent).free
        if self._offset + len(chunk.content) > self._largest:
            self.stopped = f"it reached {self._largest / 1e6:g} MB"
        elif free < self._min_free:
            self.stopped = f"only {free / 1e6:.0f} MB are free on the disk"
        return not self.stopped

    def close(self) -> None:
        """Write the summary, for fast seeking, and close the file."""
        if self._file.closed:
            return
        self._announce(list(self._unannounced))  # the summary may list only what was announced
        self._record(DataEnd(data_section_crc=0))
        start, builder, groups = self._offset, RecordBuilder(), []
        for opcode, records in self._summary().items():
            begin = builder.count
            for record in records:
                record.write(builder)
            groups.append(
                SummaryOffset(
                    group_opcode=opcode,
                    group_start=start + begin,
                    group_length=builder.count - begin,
                )
            )
        offsets = start + builder.count
        for group in groups:
            group.write(builder)
        # Types: the library has no types here.
        summary = bytes(builder.end())  # type: ignore[no-untyped-call]
        footer = struct.pack("<BQQQ", Opcode.FOOTER, 20, start, offsets)
        crc = zlib.crc32(footer, zlib.crc32(summary))
        if self._write(summary):
            self._record(Footer(summary_start=start, summary_offset_start=offsets, summary_crc=crc))
            self._write(MAGIC)
        self._file.close()

    def _summary(self) -> dict[int, list[Any]]:
        attachments = [i for i in self._indexes if isinstance(i, AttachmentIndex)]
        metadata = [i for i in self._indexes if isinstance(i, MetadataIndex)]
        statistics = Statistics(
            attachment_count=len(attachments),
            channel_count=len(self._channels),
            channel_message_counts=self._counts,
            chunk_count=len(self._chunks),
            message_count=sum(self._counts.values()),
            metadata_count=len(metadata),
            message_start_time=min((c.message_start_time for c in self._chunks), default=0),
            message_end_time=max((c.message_end_time for c in self._chunks), default=0),
            schema_count=len(self._schemas),
        )
        groups: dict[int, list[Any]] = {
            Opcode.SCHEMA: list(self._schemas.values()),
            Opcode.CHANNEL: list(self._channels.values()),
            Opcode.STATISTICS: [statistics],
            Opcode.CHUNK_INDEX: self._chunks,
            Opcode.ATTACHMENT_INDEX: attachments,
            Opcode.METADATA_INDEX: metadata,
        }
        return {opcode: records for opcode, records in groups.items() if records}

    def _record(self, record: McapRecord) -> int:
        builder = RecordBuilder()
        record.write(builder)
        # Types: the library has no types here.
        data = bytes(builder.end())  # type: ignore[no-untyped-call]
        self._write(data)
        return len(data)

    def _write(self, data: bytes) -> bool:
        """Write data; if the disk is full, stop the recording but not the match."""
        try:
            if self._file.write(data) != len(data):
                raise OSError(errno.ENOSPC, "no space left")
        except OSError as error:
            self.stopped = f"the disk refused it: {error.strerror}"
            self._remove_partial()
            return False
        self._offset += len(data)
        return True

    def _remove_partial(self) -> None:
        """Remove a partly written record; on a device or pipe it stays, and readers ignore it."""
        with suppress(OSError):
            self._file.truncate(self._offset)
            self._file.seek(self._offset)
