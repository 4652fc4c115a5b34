"""Recording one robot: complete cycles in, compressed chunks out, all work off its cycle."""

import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kickabout.framework import Agent, KickaboutError
from kickabout.framework.agent import Cycle
from kickabout.framework.debug import Kind
from kickabout.recording.chunk import Chunk, ChunkBuilder, nanoseconds
from kickabout.recording.codec import encoded
from kickabout.recording.messages import Change, CycleInfo, annotations_of, jpeg_of, shown
from kickabout.recording.settings import RecordingSettings
from kickabout.representations import CameraImage

BATCH = 32  # cycles that go to the writer together, so that it is not woken for each

NOTHING: tuple[Any, bytes] = (None, b"")

_Item = tuple[int, Cycle | Change, int]  # sequence number, content, cycles dropped before it


class TopicPlan(NamedTuple):
    """One representation of a thread and where it goes."""

    kind: type
    channel: int
    interval: int  # ns between messages, 0 for every cycle


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadChannels:
    """Where the messages of a thread go."""

    cycle: int
    topics: tuple[TopicPlan, ...]
    image: int = 0
    debug: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotRecording:
    """What a robot's process needs to record; called there with the robot's program."""

    settings: RecordingSettings
    changes: int  # channel
    annotations: int  # channel
    threads: dict[str, ThreadChannels] = field(default_factory=dict)

    def __call__(self, agent: Agent) -> "RobotRecorder":
        return RobotRecorder(self, agent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A finished stretch of time of one source."""

    period: int  # number of the stretch
    chunk: Chunk
    dropped: int = 0  # cycles lost so far


class RobotRecorder:
    """Watches a robot's program; a thread of its own encodes and compresses.

    Representations are frozen, so the robot's cycle only hands over references.
    """

    def __init__(self, plan: RobotRecording, agent: Agent) -> None:
        self._plan = plan
        self.dropped = 0
        self.error: BaseException | None = None
        self._order = 0
        self._period = 0
        self._batch: list[_Item] = []
        self._queue: queue.Queue[tuple[int, list[_Item]] | None] = queue.Queue(plan.settings.queue)
        self._finished: queue.SimpleQueue[Piece] = queue.SimpleQueue()
        self._packer = _Packer(plan)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()  # threads of a live robot end cycles at the same time
        agent.watch(self._take)
        for pattern in plan.settings.debug:
            agent.listen(pattern)

    def change(self, what: str, arguments: Sequence[object]) -> None:
        """Remember what is changed from outside, for the replay."""
        self._batch.append((self._order, Change(what=what, arguments=list(arguments)), 0))

    def taken(self) -> tuple[Piece, ...]:
        """What was finished since the last time."""
        if self.error is not None:
            raise KickaboutError(f"recording failed: {self.error}")
        pieces = []
        while not self._finished.empty():
            pieces.append(self._finished.get())
        return tuple(pieces)

    def finish(self) -> tuple[Piece, ...]:
        """Everything that is still to be written; call it once, at the end."""
        self._hand_over(wait=True)
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join()
        else:
            self._write()
        return self.taken()

    def _take(self, cycle: Cycle) -> None:
        period = int(cycle.frame.time / self._plan.settings.chunk)
        with self._lock:
            if period != self._period or len(self._batch) >= BATCH:
                self._hand_over(wait=self._plan.settings.when_full == "wait")
                self._period = period
            self._batch.append((self._order, cycle, self.dropped))
            self._order += 1

    def _hand_over(self, *, wait: bool) -> None:
        if not self._batch:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="recording", daemon=True)
            self._thread.start()
        try:
            self._queue.put((self._period, self._batch), block=wait)
        except queue.Full:
            self.dropped += sum(isinstance(content, Cycle) for _, content, _ in self._batch)
        self._batch = []

    def _write(self) -> None:
        """The writer thread: pack each period's cycles into a chunk."""
        try:
            period = -1
            while (entry := self._queue.get()) is not None:
                if entry[0] != period:
                    self._pack(period)
                    period = entry[0]
                for order, content, dropped in entry[1]:
                    self._packer.add(order, content, dropped)
            self._pack(period)
        except BaseException as error:
            self.error = error
            while self._queue.get() is not None:
                pass

    def _pack(self, period: int) -> None:
        chunk = self._packer.packed()
        if chunk is not None:
            self._finished.put(Piece(period=period, chunk=chunk, dropped=self.dropped))


class _Packer:
    """From cycles to messages. A chunk begins with all values; later only changes are written."""

    def __init__(self, plan: RobotRecording) -> None:
        self._plan = plan
        self._builder = ChunkBuilder(plan.settings.level)
        self._last: dict[int, tuple[Any, bytes]] = {}  # channel → value and its encoding
        self._due: dict[int, int] = {}  # channel → ns of the next message
        self._time = 0

    def packed(self) -> Chunk | None:
        self._last.clear()
        return self._builder.packed()

    def add(self, order: int, content: Cycle | Change, dropped: int) -> None:
        if isinstance(content, Change):
            self._builder.add(self._plan.changes, order, self._time, encoded(content))
            return
        channels = self._plan.threads[content.thread]
        time = self._time = nanoseconds(content.frame.time)
        frame = content.frame
        info = CycleInfo(
            time=frame.time,
            dt=frame.dt,
            cycle=frame.cycle,
            trigger=content.trigger,
            dropped=dropped,
        )
        self._builder.add(channels.cycle, order, time, encoded(info))
        self._values(channels.topics, order, time, content.values)
        if channels.image:
            self._image(channels.image, order, time, content.values.get(CameraImage))
        if content.debug:
            self._debug(channels, order, time, content)

    def _values(
        self, topics: Sequence[TopicPlan], order: int, time: int, values: Mapping[type, Any]
    ) -> None:
        """Nine tenths of the writer's work; therefore one loop and few calls."""
        last, due, add = self._last, self._due, self._builder.add
        for kind, channel, interval in topics:
            value = values.get(kind)
            if value is None:
                continue
            if interval:
                if time < due.get(channel, 0):
                    continue
                due[channel] = (time // interval + 1) * interval
            known, data_then = last.get(channel, NOTHING)
            if known is value:
                continue
            data = encoded(value)
            last[channel] = (value, data)
            if data != data_then:
                add(channel, order, time, data)

    def _image(self, channel: int, order: int, time: int, image: CameraImage | None) -> None:
        settings = self._plan.settings
        if image is None or not image.width or time < self._due.get(channel, 0):
            return
        interval = nanoseconds(1.0 / settings.images)
        self._due[channel] = (time // interval + 1) * interval
        picture = jpeg_of(image, time, width=settings.image_width, quality=settings.image_quality)
        self._builder.add(channel, order, time, encoded(picture))

    def _debug(self, channels: ThreadChannels, order: int, time: int, cycle: Cycle) -> None:
        for annotation in annotations_of(cycle.debug):
            self._builder.add(self._plan.annotations, order, time, encoded(annotation))
        for message in cycle.debug:
            if message.kind is not Kind.NOTE:
                self._builder.add(channels.debug, order, time, encoded(shown(message)))
