"""Recording one robot: a separate thread turns complete cycles into packed messages."""

import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kickabout.framework import Agent, KickaboutError
from kickabout.framework.debug import Kind
from kickabout.framework.running.agent import Cycle
from kickabout.framework.running.published import Published
from kickabout.recording.format.chunk import FULL_CHUNK, ChunkBuilder, Records, nanoseconds
from kickabout.recording.format.codec import all_encoded
from kickabout.recording.format.messages import Change, CycleInfo, annotations_of, jpeg_of, shown
from kickabout.recording.settings import RecordingSettings
from kickabout.representations import CameraImage

# Cycles handed over together, about those of a chunk: waking the writer costs more than encoding,
# also for the robot, because of the interpreter's lock and the processor's caches.
BATCH = 128

_Item = tuple[int, Cycle | Change, int]  # sequence number, content, cycles dropped before it


class TopicPlan(NamedTuple):
    """One representation of a thread and its channel."""

    kind: type
    channel: int
    interval: int  # ns between messages, 0 for every cycle


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadChannels:
    """The channels of a thread's messages."""

    cycle: int
    topics: tuple[TopicPlan, ...]
    image: int = 0
    debug: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotRecording:
    """The settings and channels of one robot; called in its process with the robot's program."""

    settings: RecordingSettings
    changes: int  # channel
    annotations: int  # channel
    threads: dict[str, ThreadChannels] = field(default_factory=dict)

    def __call__(self, agent: Agent) -> "RobotRecorder":
        return RobotRecorder(self, agent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Messages of one source in a time interval."""

    period: int  # number of the time interval
    records: Records
    complete: bool = True  # whether the source has no more messages of this interval
    dropped: int = 0  # cycles until its end that were dropped


class RobotRecorder:
    """Records a robot's program; a separate thread encodes.

    Representations are immutable, so the robot's cycle only hands over references.
    """

    def __init__(self, plan: RobotRecording, agent: Agent) -> None:
        self._plan = plan
        self.dropped = 0
        self.error: BaseException | None = None
        self._order = 0
        self._period = 0
        self._batch: list[_Item] = []
        # number of the period, its cycles, whether it has ended
        self._queue: queue.Queue[tuple[int, list[_Item], bool] | None]
        self._queue = queue.Queue(plan.settings.queue)
        self._finished: queue.SimpleQueue[Piece] = queue.SimpleQueue()
        self._packer = _Packer(plan)
        self._is_split = False  # whether a part of the period's messages was handed over
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()  # threads of a live robot may end cycles at the same time
        agent.watch(self._take)
        for pattern in plan.settings.debug:
            agent.listen(pattern)

    def change(self, what: str, arguments: Sequence[object]) -> None:
        """Record a change from outside, which a replay repeats."""
        with self._lock:
            self._batch.append((self._order, Change(what=what, arguments=list(arguments)), 0))

    def taken(self) -> tuple[Piece, ...]:
        """Return the pieces that were finished since the last call."""
        if self.error is not None:
            raise KickaboutError(f"recording failed: {self.error}")
        pieces = []
        while not self._finished.empty():
            pieces.append(self._finished.get())
        return tuple(pieces)

    def finish(self) -> tuple[Piece, ...]:
        """Return all remaining pieces; call it once, at the end."""
        self._hand_over(wait=True, over=True)
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join()
        else:
            self._write()
        return self.taken()

    def _take(self, cycle: Cycle) -> None:
        period = int(cycle.frame.time / self._plan.settings.chunk)
        with self._lock:
            # On a live robot, cycles of two threads may end in another order than they began.
            period = max(period, self._period)
            over = period != self._period
            if over or len(self._batch) >= BATCH:
                self._hand_over(wait=self._plan.settings.when_full == "wait", over=over)
                self._period = period
            self._batch.append((self._order, cycle, self.dropped))
            self._order += 1

    def _hand_over(self, *, wait: bool, over: bool) -> None:
        if not self._batch and (not over or self._thread is None):
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="recording", daemon=True)
            self._thread.start()
        try:
            self._queue.put((self._period, self._batch, over), block=wait)
        except queue.Full:
            self.dropped += sum(isinstance(content, Cycle) for _, content, _ in self._batch)
        self._batch = []

    def _write(self) -> None:
        """Pack the cycles of each period, in the writer thread."""
        try:
            period = -1
            while (entry := self._queue.get()) is not None:
                if entry[0] != period:  # the end of the previous one was dropped
                    self._pack(period)
                period, items, over = entry
                self._packer.add(items, nanoseconds(period * self._plan.settings.chunk))
                if over or self._packer.size >= FULL_CHUNK:
                    self._pack(period, complete=over)
            self._pack(period)
        except BaseException as error:
            self.error = error
            while self._queue.get() is not None:
                pass

    def _pack(self, period: int, *, complete: bool = True) -> None:
        if self._packer.size or self._is_split:
            records, self._is_split = self._packer.records(), not complete
            self._finished.put(
                Piece(period=period, records=records, complete=complete, dropped=self.dropped)
            )


class _Packer:
    """Encodes cycles as messages. A chunk begins with all values; then only changes are written.

    Values are collected, as encoding many together is much faster than one by one.
    """

    def __init__(self, plan: RobotRecording) -> None:
        self._plan = plan
        self._builder = ChunkBuilder()
        self._last: dict[int, Any] = {}  # channel → value
        self._written: dict[int, bytes] = {}  # channel → encoded value
        self._due: dict[int, int] = {}  # channel → ns of the next message
        self._earliest = 0  # ns, of the present period
        self._time = 0  # ns
        # channel, order, ns, whether only if changed, index of the value
        self._heads: list[tuple[int, int, int, bool, int]] = []
        self._values: list[Any] = []
        self._indices: dict[int, int] = {}  # id of a value → its index

    @property
    def size(self) -> int:
        """The bytes of the messages so far."""
        return self._builder.size

    def records(self) -> Records:
        self._encode()
        self._last.clear()
        self._written.clear()
        return self._builder.records()

    def add(self, items: Sequence[_Item], earliest: int) -> None:
        """Add cycles of a period; their messages are logged at its start if they began before."""
        self._earliest = earliest
        for order, content, dropped in items:
            if isinstance(content, Change):
                self._always(self._plan.changes, order, content)
            else:
                self._cycle(order, content, dropped)
        self._encode()

    def _encode(self) -> None:
        heads, encoded = self._heads, all_encoded(self._values)
        self._heads, self._values, self._indices = [], [], {}
        written, add = self._written, self._builder.add
        for channel, order, time, if_changed, index in heads:
            data = encoded[index]
            if if_changed:
                if written.get(channel) == data:
                    continue
                written[channel] = data
            add(channel, order, time, data)

    def _always(self, channel: int, order: int, value: object) -> None:
        self._heads.append((channel, order, self._time, False, len(self._values)))
        self._values.append(value)

    def _cycle(self, order: int, cycle: Cycle, dropped: int) -> None:
        channels = self._plan.threads[cycle.thread]
        frame = cycle.frame
        time = self._time = max(nanoseconds(frame.time), self._earliest)
        info = CycleInfo(
            time=frame.time,
            dt=frame.dt,
            cycle=frame.cycle,
            trigger=cycle.trigger,
            dropped=dropped,
        )
        self._always(channels.cycle, order, info)
        values = cycle.values.as_dict() if isinstance(cycle.values, Published) else cycle.values
        self._changed(channels.topics, order, time, values)
        if channels.image:
            self._image(channels.image, order, time, values.get(CameraImage))
        if cycle.debug:
            self._debug(channels, order, cycle)

    def _changed(
        self, topics: Sequence[TopicPlan], order: int, time: int, values: Mapping[type, Any]
    ) -> None:
        """Add the values that are other objects than before.

        This runs for each cycle of each thread, so it has one loop and few calls. A value that one
        thread takes from another is the same object, and is encoded once for both.
        """
        last, due, heads = self._last, self._due, self._heads
        chosen, indices = self._values, self._indices
        for kind, channel, interval in topics:
            value = values.get(kind)
            if value is None:
                continue
            if interval:
                if time < due.get(channel, 0):
                    continue
                due[channel] = (time // interval + 1) * interval
            if last.get(channel) is value:
                continue
            last[channel] = value
            index = indices.get(id(value))
            if index is None:
                index = indices[id(value)] = len(chosen)
                chosen.append(value)
            heads.append((channel, order, time, True, index))

    def _image(self, channel: int, order: int, time: int, image: CameraImage | None) -> None:
        settings = self._plan.settings
        if image is None or not image.width or time < self._due.get(channel, 0):
            return
        interval = nanoseconds(1.0 / settings.images)
        self._due[channel] = (time // interval + 1) * interval
        picture = jpeg_of(image, time, width=settings.image_width, quality=settings.image_quality)
        self._always(channel, order, picture)

    def _debug(self, channels: ThreadChannels, order: int, cycle: Cycle) -> None:
        for annotation in annotations_of(cycle.debug):
            self._always(self._plan.annotations, order, annotation)
        for message in cycle.debug:
            if message.kind is not Kind.NOTE:
                self._always(channels.debug, order, shown(message))
