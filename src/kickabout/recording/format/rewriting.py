"""Log tools that make new recordings from old ones: cut, filter, merge."""

import fnmatch
import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from kickabout.recording.conditions import Condition
from kickabout.recording.format.codec import decoded
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.new_recording import new_recording
from kickabout.recording.format.reader import Recorded, Recording

CHANGES = "changes"  # last part of a topic
# The decisions of the referee that stay in force: the newest of all, or the newest of each robot.
STATES = ("referee/StateChange", "referee/GoalScored")
PENALTIES = ("referee/PenaltyGiven", "referee/PenaltyEnded")


@dataclass(slots=True)
class _Robot:
    """State of one robot during the pass through a recording."""

    newest: dict[str, Recorded] = field(default_factory=dict)  # topic → message
    is_gap: dict[str, bool] = field(
        default_factory=dict
    )  # thread → whether its last cycle was left out


Keep = Callable[[str, _Robot], bool]  # robot, values → whether to keep the cycle


def cut(
    source: Recording,
    target: Path,
    *,
    start: float | None = None,
    end: float | None = None,
    keep: Sequence[str] = ("*",),
    remove: Sequence[str] = (),
) -> int:
    """Write a time interval and some topics of a recording; return the number of messages."""
    topics = [
        name
        for name in source.matching(keep)
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in remove)
    ]
    first = source.start if start is None else start
    last = source.end + 1.0 if end is None else end
    if first >= last:
        raise RecordingError(
            f"has no messages between {first:g} s and {last:g} s", file=source.path
        )
    return _rewritten(source, target, topics, lambda *_: True, start=start, end=end)


def filtered(source: Recording, target: Path, condition: Condition) -> int:
    """Write the cycles of each robot in which a condition holds, and topics of no robot."""

    def holds(robot: str, state: _Robot) -> bool:
        def lookup(kind: type) -> Any:
            ending = f"/{kind.__name__}"
            found = [m for topic, m in state.newest.items() if topic.endswith(ending)]
            newest = max(found, key=lambda message: message.time, default=None)
            return None if newest is None else decoded(newest.data, kind)

        return not robot or condition.holds(lookup)

    return _rewritten(source, target, list(source.topics), holds)


def _rewritten(
    source: Recording,
    target: Path,
    topics: Sequence[str],
    keep: Keep,
    *,
    start: float | None = None,
    end: float | None = None,
) -> int:
    _demand_other(source.path, target)
    robots = [name.replace(" ", "/") for name in source.programs]
    needed = _needed(source, topics, robots)
    states = {robot: _Robot() for robot in ("", *robots)}
    if start is not None:
        for message in _before(source, needed, start):
            states[_robot(message.topic, robots)].newest[message.topic] = message
    cycles = groupby(
        source.messages(needed, start=start, end=end),
        key=lambda m: (m.time, m.sequence, _robot(m.topic, robots)),
    )
    with new_recording(target, [source], topics) as writing:
        if start is not None:
            for message in _changed_before(source, topics, robots, start):
                writing.add(source, message)
            for message in _in_force(source, topics, start):
                writing.add(source, replace(message, time=start))
        for (_, _, robot), group in cycles:
            for message in _kept(states[robot], robot, list(group), keep):
                if message.topic in topics:
                    writing.add(source, message)
    return writing.count


def _robot(topic: str, robots: Sequence[str]) -> str:
    return next((r for r in robots if topic.startswith(f"{r}/")), "")


def _needed(source: Recording, topics: Sequence[str], robots: Sequence[str]) -> list[str]:
    """Return topics and all others of their robots, which cycles and conditions need."""
    wanted = {_robot(topic, robots) for topic in topics} - {""}
    return [name for name in source.topics if name in topics or _robot(name, robots) in wanted]


def _before(source: Recording, topics: Sequence[str], time: float) -> Iterator[Recorded]:
    """Yield the newest message of each topic before a time."""
    for topic in topics:
        try:
            message = source.message_at(topic, time - 1e-9)
        except RecordingError:
            continue  # it is in a damaged chunk, and older values are outdated
        if message is not None:
            yield message


def _changed_before(
    source: Recording, topics: Sequence[str], robots: Sequence[str], time: float
) -> Iterator[Recorded]:
    """Yield changes from outside before a time, moved to that time."""
    for topic in (f"{robot}/{CHANGES}" for robot in robots):
        if topic in topics:
            with suppress(RecordingError):  # changes after damage are unknown
                for message in source.messages(topic, end=time):
                    yield replace(message, time=time)


def _in_force(source: Recording, topics: Sequence[str], time: float) -> Iterator[Recorded]:
    """Yield the decisions of the referee before a time that still hold then."""
    yield from _before(source, [topic for topic in STATES if topic in topics], time)
    wanted = [topic for topic in PENALTIES if topic in topics]
    newest: dict[str, Recorded] = {}
    with suppress(RecordingError):  # penalties after damage are unknown
        for message in source.messages(wanted, end=time) if wanted else ():
            newest[str(message.plain["robot"])] = message
    yield from (message for message in newest.values() if message.topic == PENALTIES[0])


def _kept(state: _Robot, robot: str, messages: list[Recorded], keep: Keep) -> Iterator[Recorded]:
    """Yield the messages of a cycle; after a gap also values that did not change in the cycle.

    Changes from outside are always kept, as they affect all later cycles.
    """
    changes = f"{robot}/{CHANGES}"
    yield from (message for message in messages if message.topic == changes)
    cycle = [message for message in messages if message.topic != changes]
    if not cycle:
        return
    state.newest.update({message.topic: message for message in cycle})
    is_kept = keep(robot, state)
    thread = next(filter(None, (_thread(message.topic, robot) for message in cycle)), "")
    was_gap = state.is_gap.get(thread, True)
    state.is_gap[thread] = not is_kept
    if not is_kept:
        return
    if robot and thread and was_gap:
        fresh = {message.topic for message in cycle}
        for topic, old in state.newest.items():
            if _thread(topic, robot) == thread and topic not in fresh:
                yield replace(old, time=cycle[0].time, sequence=cycle[0].sequence)
    yield from cycle


def _thread(topic: str, robot: str) -> str:
    """Return the thread whose values a topic has; "" for notes and drawings, which are events."""
    thread, _, leaf = topic.removeprefix(f"{robot}/").rpartition("/")
    return "" if leaf == "debug" else thread


def merged(sources: Sequence[Recording], target: Path) -> int:
    """Merge recordings of one match; no topic may be in two of them."""
    seen: dict[str, Path] = {}
    for source in sources:
        _demand_other(source.path, target)
        for topic in source.topics:
            if topic in seen:
                raise RecordingError(
                    f"topic {topic} is in {seen[topic]} already; cut it out of one of them first",
                    file=source.path,
                )
            seen[topic] = source.path
    with new_recording(target, sources, seen) as writing:
        for source, message in _by_time([_all_of(source) for source in sources]):
            writing.add(source, message)
    return writing.count


def _all_of(source: Recording) -> Iterator[tuple[Recording, Recorded]]:
    for message in source.messages():
        yield source, message


def _by_time(
    streams: Iterable[Iterable[tuple[Recording, Recorded]]],
) -> Iterator[tuple[Recording, Recorded]]:
    return heapq.merge(*streams, key=lambda entry: entry[1].time)


def _demand_other(source: Path, target: Path) -> None:
    if target.exists() and target.samefile(source):
        raise RecordingError("cannot be its own result; name another file", file=target)
