"""Behavior spans: which options were active from when to when, over a whole recording."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from kickabout.recording import Recording
from kickabout.recording.format.reader import Recorded
from kickabout.studio.pages.chunk_scan import ChunkScan

Key = tuple[str, str, str]  # option, state, arguments


class _Option(msgspec.Struct):
    depth: int
    option: str
    state: str
    arguments: tuple[str, ...] = ()


class _Graph(msgspec.Struct):
    options: tuple[_Option, ...] = ()


_decoder = msgspec.json.Decoder(_Graph)


@dataclass(slots=True)
class Spans:
    """Spans so far, as start, end, depth, and what was active; those that go on by depth."""

    closed: list[tuple[float, float, int, Key]] = field(default_factory=list)
    going_on: dict[int, tuple[float, Key]] = field(default_factory=dict)

    def add(self, time: float, active: dict[int, Key]) -> None:
        """Take what is active from a time on."""
        for depth, (start, key) in list(self.going_on.items()):
            if active.get(depth) != key:
                self.closed.append((start, time, depth, key))
                del self.going_on[depth]
        for depth, key in active.items():
            self.going_on.setdefault(depth, (time, key))

    def end(self, time: float) -> None:
        self.add(time, {})


class BehaviorSpans:
    """The spans of one robot's activation graph."""

    def __init__(self, recording: Recording, topic: str) -> None:
        self._end = recording.end
        self.scan = ChunkScan(recording, (topic,), _changes)

    def answer(self) -> dict[str, Any]:
        """Return what was read so far; names are listed once, and spans refer to them."""
        spans = Spans()
        time = 0.0
        for follows, changes in self.scan.pieces():
            if not follows and changes:  # what was active between is not known yet
                spans.end(time)
            for time, active in changes:
                spans.add(time, active)
        spans.end(self._end if self.scan.is_complete else time)
        names: dict[Key, int] = {}
        rows = [
            [round(start, 3), round(end, 3), depth, names.setdefault(key, len(names))]
            for start, end, depth, key in spans.closed
            if end > start
        ]
        return {"names": list(names), "spans": rows, "fraction": self.scan.fraction}


def _changes(messages: list[Recorded]) -> list[tuple[float, dict[int, Key]]]:
    """Return the times at which something else became active, and what that was."""
    found: list[tuple[float, dict[int, Key]]] = []
    for message in messages:
        options = _decoder.decode(message.data).options
        active = {o.depth: (o.option, o.state, ", ".join(_few(o.arguments))) for o in options}
        if not found or found[-1][1] != active:
            found.append((message.time, active))
    return found


def _few(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out numbers, which change in each cycle and would make a span of it."""
    return tuple(text for text in arguments if not any(c.isdigit() for c in text))[:4]
