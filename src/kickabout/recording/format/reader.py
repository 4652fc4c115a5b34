"""Reading recordings: by time, by topic, as typed values or as columns."""

import fnmatch
import heapq
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import MsgspecError

from kickabout.framework.closing import Closing
from kickabout.framework.errors import KickaboutError, did_you_mean
from kickabout.framework.representation import representation_named
from kickabout.recording.format import messages as own_messages
from kickabout.recording.format.chunk import MAX_CHUNK, MESSAGE, NANOSECONDS, nanoseconds
from kickabout.recording.format.codec import converter, plain
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.index import (
    DAMAGE,
    ChunkPlace,
    chunk_content,
    message_at,
    message_places,
    read_index,
)
from kickabout.recording.format.messages import Annotation
from kickabout.recording.format.renames import renames
from kickabout.recording.format.writer import PROFILE, VERSION
from kickabout.recording.program import Program, programs_from_json
from kickabout.recording.recorder import PROGRAMS

CACHED = 32  # chunks kept decompressed, if they are together not larger than the largest one
MAX_OPEN = 1 << 30  # bytes of chunks that overlap in time and are therefore read together
# Time, sequence, place, topic: sorted like this; then the chunk, and where in it the data is.
_Entry = tuple[int, int, int, str, bytes, slice]
# What programs of the wrong form may run into; too deeply nested ones end in a RecursionError.
BAD_PROGRAMS = (KickaboutError, MsgspecError, RecursionError, TypeError, ValueError, LookupError)
OWN = {"CycleInfo", "Change", "Annotation"}  # types of messages beside representations


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One stream of messages."""

    name: str  # "home/2/cognition/BallModel"
    kind: str  # name of the type, as recorded
    rate: str  # "every cycle" means: a missing message is the same value again
    channel: int

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
    """A recording, open for reading; also one that a killed process left behind.

    Modules outside of kickabout are imported only from `packages`, whatever the recording names.
    """

    def __init__(self, path: str | Path, *, packages: Sequence[str] = ()) -> None:
        self.path = Path(path)
        self._packages = tuple(packages)
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
        """Whether the recording was not closed; all complete chunks are here."""
        return self._index.truncated

    @property
    def remarks(self) -> list[str]:
        """What is missing in it and why, in words."""
        return self._index.remarks

    @property
    def chunks(self) -> list[ChunkPlace]:
        return self._index.chunks

    @cached_property
    def topics(self) -> dict[str, Topic]:
        return {
            channel.topic: Topic(
                name=channel.topic,
                kind=self._index.schemas[channel.schema_id].name,
                rate=channel.metadata.get("rate", ""),
                channel=channel.id,
            )
            for channel in self._index.channels.values()
        }

    def schema(self, topic: str) -> bytes:
        """The JSON Schema of a topic, as recorded."""
        channel = self._index.channels[self.topic(topic).channel]
        return self._index.schemas[channel.schema_id].data

    def topic(self, name: str) -> Topic:
        if name not in self.topics:
            raise RecordingError(
                f"has no topic '{name}'.{did_you_mean(name, self.topics)}", file=self.path
            )
        return self.topics[name]

    def matching(self, patterns: str | Iterable[str]) -> list[str]:
        """Names of the topics that fit; a pattern that fits none is refused."""
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
        """s, of the first message."""
        return min((chunk.start for chunk in self.chunks), default=0) / NANOSECONDS

    @property
    def end(self) -> float:
        """s, of the last message."""
        return max((chunk.end for chunk in self.chunks), default=0) / NANOSECONDS

    @cached_property
    def programs(self) -> dict[str, Program]:
        """What the robots ran, by their names such as "home 2"."""
        data = self.attachments.get(PROGRAMS)
        try:
            return programs_from_json(data, self._packages) if data else {}
        except BAD_PROGRAMS as error:
            raise RecordingError(
                f"its {PROGRAMS} cannot be used: {error}", file=self.path
            ) from None

    def kind_of(self, topic: str) -> type | None:
        """Today's type of a topic's messages; None if there is none any more."""
        name = renames().representation(self.topic(topic).kind)
        if name in OWN:
            found: type = getattr(own_messages, name)
            return found
        try:
            return representation_named(name)
        except KickaboutError:
            return None

    def typed(self, message: Recorded) -> Any:
        """The content in today's type; plain JSON values if there is none."""
        kind = self.kind_of(message.topic)
        return message.plain if kind is None else converter(kind)(message.plain)

    def messages(
        self,
        topics: str | Iterable[str] = "*",
        *,
        start: float | None = None,
        end: float | None = None,
    ) -> Iterator[Recorded]:
        """Messages in order of time, from `start` to before `end`, of all fitting topics."""
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
            entries = [e for e in self._entries(chunk, channels) if first <= e[0] < last]
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

    def _entries(self, chunk: ChunkPlace, channels: dict[int, str]) -> Iterator[_Entry]:
        try:
            wanted = channels.keys() & chunk.channels.keys()
            if not wanted:
                return
            content = self._content(chunk)
            room = len(content) // MESSAGE.size
            for channel in wanted:
                places = message_places(self._file, chunk.channels[channel])
                room -= len(places)
                if room < 0:
                    raise ValueError("its index names more messages than it can hold")
                for time, offset in places.tolist():
                    if not chunk.start <= time <= chunk.end:
                        raise ValueError(
                            f"a message at {time / NANOSECONDS:g} s is not of its time"
                        )
                    sequence, data = message_at(content, offset)
                    yield time, sequence, chunk.offset + offset, channels[channel], content, data
        except DAMAGE as error:
            raise self._damaged(chunk, error) from None

    def _content(self, chunk: ChunkPlace) -> bytes:
        content = self._contents.get(chunk.offset)
        if content is None:
            try:
                content = chunk_content(self._file, chunk)
            except RecordingError as error:
                raise self._damaged(chunk, error) from None
            self._keep(chunk, content)
        return content

    def _keep(self, chunk: ChunkPlace, content: bytes) -> None:
        kept = self._contents
        size = sum(map(len, kept.values())) + len(content)
        while kept and (len(kept) >= CACHED or size > MAX_CHUNK):
            size -= len(kept.popitem(last=False)[1])
        kept[chunk.offset] = content

    def _damaged(self, chunk: ChunkPlace, error: BaseException | str) -> RecordingError:
        hint = "`kickabout log cut` saves what is before and after"
        return RecordingError(f"is damaged {chunk.times}: {error}; {hint}", file=self.path)

    def chunks_of(self, topic: str) -> list[ChunkPlace]:
        """Return the chunks with messages of a topic, in order of time."""
        channel = self.topic(topic).channel
        return [chunk for chunk in self._by_start if channel in chunk.channels]

    def messages_in(self, chunk: ChunkPlace, *topics: str) -> list[Recorded]:
        """Return the messages of some topics in one chunk, in order of time."""
        channels = {self.topic(topic).channel: topic for topic in topics}
        return [_message(*entry) for entry in sorted(self._entries(chunk, channels))]

    def message_at(self, topic: str, time: float) -> Recorded | None:
        """The newest message of a topic at a time; None before the first one."""
        channel, wanted = self.topic(topic).channel, nanoseconds(time)
        if time < 0.0:
            return None
        for chunk in self._chunks_before(channel, wanted):
            try:
                places = message_places(self._file, chunk.channels[channel])
                count = int(np.searchsorted(places[:, 0], np.uint64(wanted), side="right"))
                if count:
                    stamp, offset = places[count - 1].tolist()
                    content = self._content(chunk)
                    sequence, data = message_at(content, offset)
                    return Recorded(topic, stamp / NANOSECONDS, sequence, content[data])
            except DAMAGE as error:
                raise self._damaged(chunk, error) from None
        return None

    @cached_property
    def _by_start(self) -> list[ChunkPlace]:
        return sorted(self.chunks, key=lambda chunk: (chunk.start, chunk.offset))

    @cached_property
    def _starts(self) -> list[int]:
        return [chunk.start for chunk in self._by_start]

    def _chunks_before(self, channel: int, time: int) -> Iterator[ChunkPlace]:
        count = bisect_right(self._starts, time)
        for chunk in reversed(self._by_start[:count]):
            if channel in chunk.channels:
                yield chunk

    def value(self, topic: str, time: float) -> Any:
        """The newest typed value of a topic at a time; None before the first one."""
        message = self.message_at(topic, time)
        return None if message is None else self.typed(message)

    def values(
        self, topic: str, *, start: float | None = None, end: float | None = None
    ) -> Iterator[tuple[float, Any]]:
        """Times and typed values of a topic."""
        for message in self.messages(topic, start=start, end=end):
            yield message.time, self.typed(message)

    def annotations(self) -> list[tuple[float, str, str]]:
        """Time, source and text of all remarks and of the referee's calls, in order."""
        names = [n for n in self.topics if n.endswith("annotations") or n.startswith("referee/")]
        return [(m.time, *_remark(m)) for m in self.messages(names)] if names else []


def _message(time: int, sequence: int, _: int, topic: str, content: bytes, data: slice) -> Recorded:
    return Recorded(topic, time / NANOSECONDS, sequence, content[data])


def _remark(message: Recorded) -> tuple[str, str]:
    if message.topic.startswith("referee/"):
        content = ", ".join(f"{key} {value}" for key, value in message.plain.items())
        return "referee", f"{message.topic.removeprefix('referee/')}: {content}"
    note: Annotation = converter(Annotation)(message.plain)
    robot = message.topic.removesuffix("annotations").strip("/")
    return " ".join(filter(None, (robot, note.source))), note.text
