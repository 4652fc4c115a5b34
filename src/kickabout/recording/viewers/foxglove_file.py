"""A recording with Foxglove's standard topics beside ours.

They are added to a finished recording: a match would otherwise spend time on what only some users
need, and recordings of the past would never get them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kickabout.recording.format.codec import encoded
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.new_recording import new_recording
from kickabout.recording.format.reader import Recorded, Recording
from kickabout.recording.format.schema import schema_text
from kickabout.recording.format.writer import JSON
from kickabout.recording.viewers.derivation import value_of
from kickabout.recording.viewers.standard import PREFIX, SOURCES, StandardTopics


class Encoded(NamedTuple):
    """A message of a standard topic, as it is written."""

    kind: str
    schema: bytes
    data: bytes
    encoding: str


def add_standard_topics(recording: Recording, target: Path) -> int:
    """Write a recording with all of its messages and the standard topics; return their number."""
    if any(topic.startswith(f"{PREFIX}/") for topic in recording.topics):
        raise RecordingError("has the topics of Foxglove already", file=recording.path)
    standard, count = StandardTopics(recording.programs), 0
    with new_recording(target, [recording], recording.topics) as writing:
        for message in recording.messages():
            writing.add(recording, message)
            for topic, value in derived(standard, recording, message):
                writing.add_beside(message, topic, *as_written(value))
                count += 1
    return count


def derived(
    standard: StandardTopics, recording: Recording, message: Recorded
) -> Iterator[tuple[str, Any]]:
    """Yield topics and messages that follow from a recorded message."""
    value = value_of(recording, message, SOURCES)
    if value is not None:
        yield from standard.derived(message.topic, round(message.time * 1e9), value)


def as_written(value: Any) -> Encoded:
    """Encode a message of Foxglove, or a value of ours as JSON."""
    kind: Any = type(value)
    if not hasattr(kind, "get_schema"):
        return Encoded(kind.__name__, schema_text(kind), encoded(value), JSON)
    schema = kind.get_schema()
    return Encoded(schema.name, schema.data, value.encode(), schema.encoding)
