"""Reading recordings: by time, by topic, as typed values or as columns."""

import fnmatch
import heapq
from bisect import bisect_left, bisect_right
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import MsgspecError

from kickabout.framework.closing import Closing
from kickabout.framework.errors import KickaboutError, did_you_mean
from kickabout.framework.representation import representation_named
from kickabout.recording.format import messages as other_messages
from kickabout.recording.format.chunk import MAX_CHUNK, MESSAGE, NANOSECONDS, nanoseconds
from kickabout.recording.format.codec import converter, plain
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.index import (
    DAMAGE,
    ChunkLocation,
    chunk_content,
    message_at,
    message_locations,
    read_index,
)
from kickabout.recording.format.messages import Annotation
from kickabout.recording.format.renames import renames
from kickabout.recording.format.writer import JSON, PROFILE, VERSION
from kickabout.recording.program import Program, programs_from_json
from kickabout.recording.recorder import PROGRAMS

MAX_CACHED = 32  # decompressed chunks, which together may be as large as one chunk
MAX_OPEN = 1 << 30  # bytes of chunks that overlap in time and are therefore read together
# Time, sequence, position, topic, in the order of sorting; then the chunk and the data in it.
_Entry = tuple[int, int, int, str, bytes, slice]
# Errors that malformed programs may cause; too deeply nested ones cause a RecursionError.
BAD_PROGRAMS = (KickaboutError, MsgspecError, RecursionError, TypeError, ValueError, LookupError)
OTHER_TYPES = {"CycleInfo", "Change", "Annotation"}  # of messages that are not representations


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One stream of messages."""

    name: str  # "home/2/cognition/BallModel"
    kind: str  # name of the type, as recorded
    rate: str  # "every cycle" means: a missing message is the same value again
    channel: int
    encoding: str = JSON  # of its messages; those for viewers may have another one

    @property
    def representation(self) -> str:
        return self.name.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One message."""

    topic: str
    time: float  # s
    sequence: int  # the same for all messages of a robot's cycle
    data: bytes  # JSON

    @property
    def plain(self) -> Any:
        return plain(self.data)


class Recording(Closing):
    """A recording opened for reading; a killed process may have written it.

    Modules outside of kickabout are imported only from `packages`, not from what it names. With
    `skip_damaged`, iterations leave out damaged chunks and list them in `remarks`.
    """

    def __init__(
        self, path: str | Path, *, packages: Sequence[str] = (), skip_damaged: bool = False
    ) -> None:
        self.path = Path(path)
        self._packages = tuple(packages)
        self._skip_damaged = skip_damaged
        try:
            self._file = self.path.open("rb")
        except FileNotFoundError:
            raise RecordingError("there is no such recording", file=self.path) from None
        except OSError as error:
            raise RecordingError(f"cannot be read: {error.strerror}", file=self.path) from None
        try:
            self._index = read_index(self._file, self.path)
            self._check()
        except RecordingError:
            self._file.close()
            raise
        self._contents: OrderedDict[int, bytes] = OrderedDict()

    def _check(self) -> None:
        header = self._index.header
        if header is None or header.profile != PROFILE:
            profile = header.profile if header else ""
            raise RecordingError(
                f"is an MCAP file of profile '{profile}', not of kickabout", file=self.path
            )
        version = self.facts.get("version", "1")
        if not version.isdigit() or int(version) > VERSION:
            raise RecordingError(
                f"has version {version}; this kickabout reads up to {VERSION}", file=self.path
            )
        for channel in self._index.channels.values():
            if channel.schema_id not in self._index.schemas:
                raise RecordingError(f"topic {channel.topic} has no schema", file=self.path)

    def close(self) -> None:
        self._file.close()

    @property
    def facts(self) -> dict[str, str]:
        """Versions, teams, seed, fidelity and more."""
        metadata = self._index.metadata
        return {**metadata.get("kickabout", {}), **metadata.get("match", {})}

    @property
    def metadata(self) -> dict[str, dict[str, str]]:
        return self._index.metadata

    @property
    def attachments(self) -> dict[str, bytes]:
        return self._index.attachments

    @property
    def truncated(self) -> bool:
        """Whether the recording was not closed; all complete chunks are available."""
        return self._index.truncated

    @property
    def remarks(self) -> list[str]:
        """Texts about missing data and their cause."""
        return self._index.remarks

    @property
    def chunks(self) -> list[ChunkLocation]:
        return self._index.chunks

    @cached_property
    def topics(self) -> dict[str, Topic]:
        return {
            channel.topic: Topic(
                name=channel.topic,
                kind=self._index.schemas[channel.schema_id].name,
                rate=channel.metadata.get("rate", ""),
                channel=channel.id,
                encoding=channel.message_encoding,
            )
            for channel in self._index.channels.values()
        }

    def schema(self, topic: str) -> bytes:
        """Return the recorded schema of a topic, a JSON Schema if it is encoded as JSON."""
        channel = self._index.channels[self.topic(topic).channel]
        return self._index.schemas[channel.schema_id].data

    def topic(self, name: str) -> Topic:
        if name not in self.topics:
            raise RecordingError(
                f"has no topic '{name}'.{did_you_mean(name, self.topics)}", file=self.path
            )
        return self.topics[name]

    def matching(self, patterns: str | Iterable[str]) -> list[str]:
        """Return the names of matching topics; a pattern without a match raises an error."""
        listed = [patterns] if isinstance(patterns, str) else list(patterns)
        found: dict[str, None] = {}
        for pattern in listed:
            fitting = fnmatch.filter(self.topics, pattern)
            if not fitting and pattern != "*":  # all topics may be none
                self.topic(pattern)
            found.update(dict.fromkeys(fitting))
        return list(found)

    @property
    def start(self) -> float:
        """Time of the first message in s."""
        return min((chunk.start for chunk in self.chunks), default=0) / NANOSECONDS

    @property
    def end(self) -> float:
        """Time of the last message in s."""
        return max((chunk.end for chunk in self.chunks), default=0) / NANOSECONDS

    @cached_property
    def programs(self) -> dict[str, Program]:
        """The programs of the robots by names such as "home 2"."""
        data = self.attachments.get(PROGRAMS)
        try:
            return programs_from_json(data, self._packages) if data else {}
        except BAD_PROGRAMS as error:
            raise RecordingError(
                f"its {PROGRAMS} cannot be used: {error}", file=self.path
            ) from None

    def kind_of(self, topic: str) -> type | None:
        """Return the present type of a topic's messages; None if it no longer exists."""
        name = renames().representation(self.topic(topic).kind)
        if name in OTHER_TYPES:
            found: type = getattr(other_messages, name)
            return found
        try:
            return representation_named(name)
        except KickaboutError:
            return None

    def typed(self, message: Recorded) -> Any:
        """Decode a message to its present type; to plain JSON values if it has none."""
        kind = self.kind_of(message.topic)
        return message.plain if kind is None else converter(kind)(message.plain)

    def messages(
        self,
        topics: str | Iterable[str] = "*",
        *,
        start: float | None = None,
        end: float | None = None,
    ) -> Iterator[Recorded]:
        """Yield messages of all matching topics in order of time, from `start` to before `end`."""
        names = self.matching(topics) if self.topics else []
        channels = {self.topics[name].channel: name for name in names}
        first = 0 if start is None else nanoseconds(start)
        last = np.iinfo(np.int64).max if end is None else nanoseconds(end)
        heap: list[_Entry] = []
        open_chunks: list[tuple[int, int]] = []  # end and size
        for chunk in self._by_start[: bisect_left(self._starts, last)]:
            if chunk.end < first:
                continue
            while heap and heap[0][0] < chunk.start:
                yield _message(*heapq.heappop(heap))
            entries = [e for e in self._readable(chunk, channels) if first <= e[0] < last]
            if entries:
                open_chunks = [(end, size) for end, size in open_chunks if end >= chunk.start]
                open_chunks.append((chunk.end, len(entries[0][-2])))
                if sum(size for _, size in open_chunks) > MAX_OPEN:
                    raise self._damaged(
                        chunk, f"chunks of the same time hold more than {MAX_OPEN / 1e6:.0f} MB"
                    )
            for entry in entries:
                heapq.heappush(heap, entry)
        while heap:
            yield _message(*heapq.heappop(heap))

    def _readable(self, chunk: ChunkLocation, channels: dict[int, str]) -> list[_Entry]:
        """Return the messages of a chunk; none if it is damaged and is to be skipped."""
        try:
            return list(self._entries(chunk, channels))
        except RecordingError:
            if not self._skip_damaged:
                raise
        remark = f"the chunk {chunk.times} is damaged and left out"
        if remark not in self.remarks:
            self.remarks.append(remark)
        return []

    def _entries(self, chunk: ChunkLocation, channels: dict[int, str]) -> Iterator[_Entry]:
        try:
            wanted = channels.keys() & chunk.channels.keys()
            if not wanted:
                return
            content = self._content(chunk)
            room = len(content) // MESSAGE.size
            for channel in wanted:
                locations = message_locations(self._file, chunk.channels[channel])
                room -= len(locations)
                if room < 0:
                    raise ValueError("its index names more messages than it can hold")
                for time, offset in locations.tolist():
                    if not chunk.start <= time <= chunk.end:
                        raise ValueError(
                            f"a message at {time / NANOSECONDS:g} s is outside its time"
                        )
                    sequence, data = message_at(content, offset)
                    yield time, sequence, chunk.offset + offset, channels[channel], content, data
        except DAMAGE as error:
            raise self._damaged(chunk, error) from None

    def _content(self, chunk: ChunkLocation) -> bytes:
        content = self._contents.get(chunk.offset)
        if content is None:
            try:
                content = chunk_content(self._file, chunk)
            except RecordingError as error:
                raise self._damaged(chunk, error) from None
            self._cache(chunk, content)
        return content

    def _cache(self, chunk: ChunkLocation, content: bytes) -> None:
        cached = self._contents
        size = sum(map(len, cached.values())) + len(content)
        while cached and (len(cached) >= MAX_CACHED or size > MAX_CHUNK):
            size -= len(cached.popitem(last=False)[1])
        cached[chunk.offset] = content

    def _damaged(self, chunk: ChunkLocation, error: BaseException | str) -> RecordingError:
        hint = "`kickabout log cut --skip-damaged` saves everything else"
        return RecordingError(f"is damaged {chunk.times}: {error}; {hint}", file=self.path)

    def counts(self) -> Counter[str]:
        """Return the number of messages of each topic by the index, also of damaged chunks."""
        names = {topic.channel: topic.name for topic in self.topics.values()}
        found: Counter[str] = Counter(dict.fromkeys(self.topics, 0))
        for chunk in self.chunks:
            for channel, offset in chunk.channels.items():
                with suppress(*DAMAGE):  # the index of the chunk's messages is damaged, too
                    found[names[channel]] += len(message_locations(self._file, offset))
        return found

    def chunks_of(self, topic: str) -> list[ChunkLocation]:
        """Return the chunks with messages of a topic, in order of time."""
        channel = self.topic(topic).channel
        return [chunk for chunk in self._by_start if channel in chunk.channels]

    def messages_in(self, chunk: ChunkLocation, *topics: str) -> list[Recorded]:
        """Return the messages of some topics in one chunk, in order of time."""
        channels = {self.topic(topic).channel: topic for topic in topics}
        return [_message(*entry) for entry in sorted(self._entries(chunk, channels))]

    def message_at(self, topic: str, time: float) -> Recorded | None:
        """Return the newest message of a topic at a time; None before the first one."""
        channel, wanted = self.topic(topic).channel, nanoseconds(time)
        if time < 0.0:
            return None
        for chunk in self._chunks_before(channel, wanted):
            try:
                locations = message_locations(self._file, chunk.channels[channel])
                count = int(np.searchsorted(locations[:, 0], np.uint64(wanted), side="right"))
                if count:
                    stamp, offset = locations[count - 1].tolist()
                    content = self._content(chunk)
                    sequence, data = message_at(content, offset)
                    return Recorded(topic, stamp / NANOSECONDS, sequence, content[data])
            except DAMAGE as error:
                raise self._damaged(chunk, error) from None
        return None

    @cached_property
    def _by_start(self) -> list[ChunkLocation]:
        return sorted(self.chunks, key=lambda chunk: (chunk.start, chunk.offset))

    @cached_property
    def _starts(self) -> list[int]:
        return [chunk.start for chunk in self._by_start]

    def _chunks_before(self, channel: int, time: int) -> Iterator[ChunkLocation]:
        count = bisect_right(self._starts, time)
        for chunk in reversed(self._by_start[:count]):
            if channel in chunk.channels:
                yield chunk

    def value(self, topic: str, time: float) -> Any:
        """Return the newest typed value of a topic at a time; None before the first one."""
        message = self.message_at(topic, time)
        return None if message is None else self.typed(message)

    def values(
        self, topic: str, *, start: float | None = None, end: float | None = None
    ) -> Iterator[tuple[float, Any]]:
        """Yield times and typed values of a topic."""
        for message in self.messages(topic, start=start, end=end):
            yield message.time, self.typed(message)

    def annotations(self) -> list[tuple[float, str, str]]:
        """Return time, source and text of all notes and decisions of the referee, in order."""
        names = [n for n in self.topics if n.endswith("annotations") or n.startswith("referee/")]
        return [(m.time, *_note(m)) for m in self.messages(names)] if names else []


def _message(time: int, sequence: int, _: int, topic: str, content: bytes, data: slice) -> Recorded:
    return Recorded(topic, time / NANOSECONDS, sequence, content[data])


def _note(message: Recorded) -> tuple[str, str]:
    if message.topic.startswith("referee/"):
        content = ", ".join(f"{key} {value}" for key, value in message.plain.items())
        return "referee", f"{message.topic.removeprefix('referee/')}: {content}"
    note: Annotation = converter(Annotation)(message.plain)
    robot = message.topic.removesuffix("annotations").strip("/")
    return " ".join(filter(None, (robot, note.source))), note.text
