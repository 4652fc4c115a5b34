"""Recording a match: the file, its topics, ground truth, and the robots' chunks in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import zstandard

from kickabout.framework import build_graph
from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import ThreadGraph
from kickabout.framework.representation import has_functions
from kickabout.recording.format.chunk import FULL_CHUNK, ChunkBuilder, Records, merged, nanoseconds
from kickabout.recording.format.codec import encoded
from kickabout.recording.format.messages import (
    COMPRESSED_IMAGE,
    Annotation,
    Change,
    CompressedImage,
    CycleInfo,
    DebugShown,
)
from kickabout.recording.format.schema import schema_text
from kickabout.recording.format.writer import VERSION, RecordingWriter
from kickabout.recording.program import RobotProgram, programs_as_json
from kickabout.recording.robot_recorder import (
    Piece,
    RobotRecording,
    ThreadChannels,
    TopicPlan,
)
from kickabout.recording.settings import EVERY_CYCLE, RecordingSettings

MATCH = -1  # the match itself as a source of pieces, before all robots
PROGRAMS = "programs.json"

Watcher = Callable[[Sequence[Records]], None]


class Recorder:
    """Writes one recording of all robots of a match, the same bytes for the same seed."""

    def __init__(
        self,
        path: Path,
        settings: RecordingSettings | None = None,
        *,
        facts: Mapping[str, str] | None = None,
    ) -> None:
        self.settings = settings or RecordingSettings()
        self.writer = RecordingWriter(
            path, largest=self.settings.largest, min_free=self.settings.min_free
        )
        self.dropped: dict[str, int] = {}
        self._names: list[str] = []
        self._builder = ChunkBuilder()
        self._compressor = zstandard.ZstdCompressor(level=self.settings.level)
        self._period = 0
        self._sequence = 0
        self._next_truth = 0
        self._pending: dict[int, deque[Piece]] = {MATCH: deque()}
        self._ended: set[int] = set()
        self._watchers: list[Watcher] = []
        self.programs: Sequence[RobotProgram] = ()
        self.writer.metadata("kickabout", {"version": str(VERSION), **(facts or {})})

    @property
    def path(self) -> Path:
        return self.writer.path

    def describe(self, facts: Mapping[str, str]) -> None:
        """Write facts about the match; not the time of day, as one seed has to give one file."""
        self.writer.metadata("match", facts)
        settings = msgspec.json.decode(encoded(self.settings))
        self.writer.metadata(
            "settings", {key: msgspec.json.encode(v).decode() for key, v in settings.items()}
        )

    def robots(self, programs: Sequence[RobotProgram]) -> list[RobotRecording]:
        """Announce the topics of all robots; return what each robot's process needs to record."""
        self.writer.attachment(PROGRAMS, "application/json", programs_as_json(programs))
        self.programs = programs
        self._names = [program.name for program in programs]
        self._pending |= {index: deque() for index in range(len(programs))}
        return [self._robot(program) for program in programs]

    def _robot(self, program: RobotProgram) -> RobotRecording:
        topic = program.name.replace(" ", "/")
        graph = build_graph(program.team)
        return RobotRecording(
            settings=self.settings,
            changes=self._channel(f"{topic}/changes", Change),
            annotations=self._channel(f"{topic}/annotations", Annotation),
            threads={thread.name: self._thread(topic, thread) for thread in graph.threads},
        )

    def _thread(self, robot: str, thread: ThreadGraph) -> ThreadChannels:
        prefix = f"{robot}/{thread.name}"
        settings = self.settings
        topics = [self._topic(prefix, thread, kind) for kind in recorded_kinds(thread)]
        has_images = settings.images > 0.0 and "CameraImage" in thread.plan.inputs
        return ThreadChannels(
            cycle=self._channel(f"{prefix}/FrameInfo", CycleInfo),
            topics=tuple(topic for topic in topics if topic is not None),
            image=self._image_channel(f"{prefix}/image") if has_images else 0,
            debug=self._channel(f"{prefix}/debug", DebugShown) if settings.debug else 0,
        )

    def _topic(self, prefix: str, thread: ThreadGraph, kind: type) -> TopicPlan | None:
        rate = self.settings.rate_of(thread.name, kind.__name__)
        if rate <= 0.0:
            return None
        wording = "every cycle" if rate == EVERY_CYCLE else f"{rate:g} Hz"
        return TopicPlan(
            kind=kind,
            channel=self._channel(f"{prefix}/{kind.__name__}", kind, rate=wording),
            interval=0 if rate == EVERY_CYCLE else nanoseconds(1.0 / rate),
        )

    def _channel(self, topic: str, kind: type, *, rate: str = "") -> int:
        metadata = {"rate": rate} if rate else {}
        return self.writer.channel(topic, kind.__name__, schema_text(kind), metadata=metadata)

    def _image_channel(self, topic: str) -> int:
        return self.writer.channel(topic, COMPRESSED_IMAGE, schema_text(CompressedImage))

    def advance(self, time: float) -> None:
        """End the chunk of the match itself if a time is after it."""
        period = int(time / self.settings.chunk)
        if period != self._period or self._builder.size >= FULL_CHUNK:
            self._cut(complete=period != self._period)
            self._period = period

    def is_truth_due(self, time: float) -> bool:
        """Return whether ground truth is due again."""
        return self.settings.truth > 0.0 and nanoseconds(time) >= self._next_truth

    def record_truth(self, time: float, value: object) -> None:
        interval = max(1, nanoseconds(1.0 / self.settings.truth))
        self._next_truth = (nanoseconds(time) // interval + 1) * interval
        self.record(f"truth/{type(value).__name__}", time, value)

    def record(self, topic: str, time: float, value: object) -> None:
        """Record a message that belongs to no robot; a topic's first value sets its type."""
        self.advance(time)
        channel = self._channel(topic, type(value))
        self._builder.add(channel, self._sequence, nanoseconds(time), encoded(value))
        self._sequence += 1

    def annotate(self, time: float, text: str, source: str = "") -> None:
        """Record a note at a time."""
        self.record("annotations", time, Annotation(text=text, source=source))

    def collect(self, robot: int, pieces: Iterable[Piece]) -> None:
        """Take a robot's finished pieces; they are written once all robots reach their time."""
        for piece in pieces:
            self.dropped[self._names[robot]] = piece.dropped
            self._pending[robot].append(piece)
        self._write_complete()

    def lose(self, robot: int) -> None:
        """Expect no more pieces of a robot."""
        self._ended.add(robot)
        self._write_complete()

    def close(self) -> None:
        """Write all remaining pieces and the index."""
        self._cut()
        self._ended.update(self._pending)
        self._write_complete()
        lost = {name: str(count) for name, count in self.dropped.items() if count}
        if lost:
            self.writer.metadata("dropped cycles", lost)
        if self.writer.stopped:
            self.writer.metadata("stopped early", {"because": self.writer.stopped})
        self.writer.close()

    def watch(self, watcher: Watcher) -> None:
        """Register a callback for the messages of all sources, each time that some are written."""
        self._watchers.append(watcher)

    def _cut(self, *, complete: bool = True) -> None:
        if self._builder.size:
            records = self._builder.records()
            piece = Piece(period=self._period, records=records, complete=complete)
            self._pending[MATCH].append(piece)

    def _write_complete(self) -> None:
        """Write complete periods. Their order of messages is independent of the sources' speed."""
        while any(self._pending.values()):
            period = min(pieces[0].period for pieces in self._pending.values() if pieces)
            if not all(self._is_complete(source, period) for source in self._pending):
                return
            found = list(self._taken(period))
            for chunk in merged(found, self._compressor, full=FULL_CHUNK):
                self.writer.write(chunk)
            for watcher in self._watchers:
                watcher(found)

    def _taken(self, period: int) -> Iterator[Records]:
        for pieces in self._pending.values():
            while pieces and pieces[0].period == period:
                yield pieces.popleft().records

    def _is_complete(self, source: int, period: int) -> bool:
        """Return whether a source has no more messages of this period or an earlier one."""
        if source in self._ended:
            return True
        if source == MATCH:
            return self._period > period
        pieces = self._pending[source]
        return bool(pieces) and (pieces[-1].period > period or pieces[-1].complete)


def recorded_kinds(thread: ThreadGraph) -> list[type]:
    """Return the inputs and outputs of a thread; other threads record what they provide to it."""
    provided = [kind for node in thread.nodes for kind in node.provides if kind is not None]
    kinds = dict.fromkeys((*thread.given, *provided))
    return [kind for kind in kinds if kind is not FrameInfo and not has_functions(kind)]
