"""A new recording made of others: their topics, facts and programs, and perhaps further topics."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from kickabout.recording.format.chunk import FULL_CHUNK, ChunkBuilder, nanoseconds
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.reader import Recorded, Recording
from kickabout.recording.format.writer import RecordingWriter
from kickabout.recording.recorder import PROGRAMS
from kickabout.recording.replacing import replacing

CHUNK = 0.5  # s


class NewRecording:
    """A new recording with topics, facts and attachments of others."""

    def __init__(self, target: Path, sources: Sequence[Recording], topics: Collection[str]) -> None:
        attachments = _attachments(sources, topics)  # before the file is open, as it may fail
        self._writer = RecordingWriter(target)
        self._builder = ChunkBuilder()
        self._period = 0
        self._channels: dict[tuple[Path, str], int] = {}
        self.count = 0
        for name, values in sources[0].metadata.items():
            self._writer.metadata(name, values)
        for name, data in attachments.items():
            self._writer.attachment(name, "application/json", data)
        for source in sources:
            for topic in source.topics.values():
                if topic.name not in topics:
                    continue
                metadata = {"rate": topic.rate} if topic.rate else {}
                self._channels[source.path, topic.name] = self._writer.channel(
                    topic.name,
                    topic.kind,
                    source.schema(topic.name),
                    metadata=metadata,
                    encoding=topic.encoding,
                )

    def add(self, source: Recording, message: Recorded) -> None:
        period = int(message.time / CHUNK)
        if period != self._period or self._builder.size >= FULL_CHUNK:
            self._cut()
            self._period = period
        channel = self._channels[source.path, message.topic]
        self._builder.add(channel, message.sequence, nanoseconds(message.time), message.data)
        self.count += 1

    def add_beside(
        self, message: Recorded, topic: str, kind: str, schema: bytes, data: bytes, encoding: str
    ) -> None:
        """Add a message of a further topic, which follows from a recorded one."""
        channel = self._writer.channel(topic, kind, schema, encoding=encoding)
        self._builder.add(channel, message.sequence, nanoseconds(message.time), data)
        self.count += 1

    def _cut(self) -> None:
        chunk = self._builder.packed()
        if chunk is not None:
            self._writer.write(chunk)

    def close(self) -> str:
        """Write the last chunk; return why the recording is incomplete, or an empty text."""
        self._cut()
        self._writer.close()
        return self._writer.stopped


@contextmanager
def new_recording(
    target: Path, sources: Sequence[Recording], topics: Collection[str]
) -> Iterator[NewRecording]:
    """Provide a new recording that replaces its target when it is complete."""
    with replacing(target) as unfinished:
        writing = NewRecording(unfinished, sources, topics)
        try:
            yield writing
        finally:
            stopped = writing.close()
        if stopped:
            raise RecordingError(f"cannot be written: {stopped}", file=target)


def _attachments(sources: Sequence[Recording], topics: Collection[str]) -> dict[str, bytes]:
    found = {name: data for source in sources for name, data in source.attachments.items()}
    if PROGRAMS in found:
        found[PROGRAMS] = _programs(sources, topics)
    return found


def _programs(sources: Sequence[Recording], topics: Collection[str]) -> bytes:
    """Return the programs of the robots that still have topics."""
    teams: list[Any] = []
    robots: dict[str, Any] = {}
    for source in sources:
        if not source.programs:  # which also refuses content of the wrong form
            continue
        content = msgspec.json.decode(source.attachments[PROGRAMS])
        kept = [robot for robot in content["robots"] if _has_topics(robot["name"], topics)]
        used = sorted({robot["team"] for robot in kept})
        for robot in kept:
            team = len(teams) + used.index(robot["team"])
            robots.setdefault(robot["name"], {**robot, "team": team})
        teams += [content["teams"][index] for index in used]
    return msgspec.json.encode({"teams": teams, "robots": list(robots.values())})


def _has_topics(robot: str, topics: Collection[str]) -> bool:
    return any(topic.startswith(f"{robot.replace(' ', '/')}/") for topic in topics)
