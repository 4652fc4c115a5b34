"""One robot's recording, cycle by cycle; values are decoded when they are needed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kickabout.framework.representation import DefaultOf, default_of
from kickabout.recording.format.codec import converter, decoded, plain
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.messages import Change, CycleInfo
from kickabout.recording.format.reader import Recorded, Recording
from kickabout.recording.format.renames import renames


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCycle:
    """One cycle as recorded."""

    thread: str
    info: CycleInfo
    sequence: int
    fresh: frozenset[type]  # types of the values written in this cycle
    changes: tuple[Change, ...] = ()  # from outside, before it


class ThreadValues(Mapping[type, Any]):
    """The newest recorded values of one thread; each is decoded at its first use."""

    def __init__(self, defaults: DefaultOf) -> None:
        self._default_of = defaults
        self.data: dict[type, bytes] = {}
        self._values: dict[type, Any] = {}

    def take(self, kind: type, data: bytes) -> None:
        self.data[kind] = data
        self._values.pop(kind, None)

    def __getitem__(self, kind: type) -> Any:
        if kind not in self._values:
            self._values[kind] = decoded(self.data[kind], kind)
        return self._values[kind]

    def __iter__(self) -> Iterator[type]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def or_default(self, kind: type) -> Any:
        return self[kind] if kind in self.data else self._default_of(kind)


@dataclass(slots=True)
class _Pending:
    """Messages of a cycle that is not complete yet."""

    sequence: int = -1
    thread: str = ""
    info: CycleInfo | None = None
    values: dict[type, bytes] = field(default_factory=dict)


class Playback:
    """Steps through the cycles of one robot in the order in which they ran."""

    def __init__(self, recording: Recording, robot: str, defaults: DefaultOf = default_of) -> None:
        self.default_of = defaults
        self.recording = recording
        self.robot = robot.replace(" ", "/")
        self.threads: dict[str, ThreadValues] = {}
        self._topics = self._known_topics()
        self._complete_kinds = {
            entry
            for name, entry in self._topics.items()
            if recording.topics[name].rate == "every cycle"
        }
        self._changes = f"{self.robot}/changes"
        self._has_changes = self._changes in recording.topics
        self._cycles = self._read(None)

    def _known_topics(self) -> dict[str, tuple[str, type | None]]:
        """Return the thread and the present type of each topic."""
        prefix = f"{self.robot}/"
        found: dict[str, tuple[str, type | None]] = {}
        for name in self.recording.topics:
            thread, _, leaf = name.removeprefix(prefix).partition("/")
            if name.startswith(prefix) and leaf and leaf not in ("image", "debug"):
                found[name] = (thread, self.recording.kind_of(name))
        if not found:
            known = ", ".join(self.recording.programs)
            raise RecordingError(
                f"has no robot '{self.robot}', only {known}", file=self.recording.path
            )
        return found

    def is_complete(self, thread: str, kind: type) -> bool:
        """Return whether every value of a representation follows from the recording."""
        return (thread, kind) in self._complete_kinds

    def next(self) -> RecordedCycle | None:
        """Return the next cycle, whose values `threads` then hold."""
        return next(self._cycles, None)

    def seek(self, time: float) -> None:
        """Continue with the first cycle at or after a time; `threads` hold the values before it."""
        self.threads = {}
        for name, (thread, kind) in self._topics.items():
            if kind is None or kind is CycleInfo:
                continue
            message = self.recording.message_at(name, time - 1e-9)
            if message is not None:
                self._values(thread).take(kind, message.data)
        self._cycles = self._read(time)

    def changes_before(self, time: float) -> Iterator[tuple[int, Change]]:
        """Yield the changes before the first cycle at or after a time, with sequence numbers.

        After `seek`, cycles contain the later changes.
        """
        if self._has_changes:
            for message in self.recording.messages(self._changes, end=time):
                yield message.sequence, _change(message)

    def has_run_since(self, sequence: int, thread: str, time: float) -> bool:
        """Return whether a thread had a cycle between a change and a time."""
        last = self.recording.message_at(f"{self.robot}/{thread}/FrameInfo", time - 1e-9)
        return last is not None and last.sequence >= sequence

    def _values(self, thread: str) -> ThreadValues:
        return self.threads.setdefault(thread, ThreadValues(self.default_of))

    def _read(self, start: float | None) -> Iterator[RecordedCycle]:
        topics = [*self._topics]
        if self._has_changes:
            topics.append(self._changes)
        pending, changes = _Pending(), list[Change]()
        for message in self.recording.messages(topics, start=start):
            if message.sequence != pending.sequence and pending.info is not None:
                yield self._complete(pending, changes)
                pending, changes = _Pending(), []
            self._take(message, pending, changes)
        if pending.info is not None:
            yield self._complete(pending, changes)

    def _take(self, message: Recorded, pending: _Pending, changes: list[Change]) -> None:
        if message.topic == self._changes:
            changes.append(_change(message))
            return
        pending.sequence = message.sequence
        thread, kind = self._topics[message.topic]
        if kind is CycleInfo:
            pending.thread = thread
            pending.info = decoded(message.data, CycleInfo)
        elif kind is not None:
            pending.values[kind] = message.data

    def _complete(self, pending: _Pending, changes: list[Change]) -> RecordedCycle:
        assert pending.info is not None
        values = self._values(pending.thread)
        for kind, data in pending.values.items():
            if values.data.get(kind) != data:
                values.take(kind, data)
        return RecordedCycle(
            thread=pending.thread,
            info=pending.info,
            sequence=pending.sequence,
            fresh=frozenset(pending.values),
            changes=tuple(changes),
        )


def _change(message: Recorded) -> Change:
    """Return a recorded change with present names."""
    change: Change = converter(Change)(plain(message.data))
    if not change.arguments:
        return change
    first, *rest = change.arguments
    if change.what == "change_parameters":
        module = renames().module(first)
        arguments = [module, *(renames().parameters_of(module, values) for values in rest)]
    elif change.what == "switch":
        arguments = [renames().representation(first), *map(renames().module, rest[:1]), *rest[1:]]
    else:  # a path that begins with a representation
        name = re.split(r"[.\[]", first, maxsplit=1)[0]
        arguments = [renames().representation(name) + first.removeprefix(name), *rest]
    return replace(change, arguments=arguments)
