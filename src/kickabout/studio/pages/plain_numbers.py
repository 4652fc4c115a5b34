"""Numbers at a path of recorded messages, decoded without the rest of each message."""

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.paths import PathError, Step, parse_path, thread_and_path, value_at
from kickabout.recording import Recording
from kickabout.recording.format.codec import plain
from kickabout.recording.format.reader import Recorded
from kickabout.studio.sources.source import StudioError

ReadNumber = Callable[[Recorded], float]


def number_reader(recording: Recording, topic: str, path: str) -> ReadNumber:
    """Return a function from a message of the topic to its number; it raises if there is none."""
    _, steps = parse_path(thread_and_path(path)[1])
    names = [step for step in steps if isinstance(step, str)]
    kind = recording.kind_of(topic)
    renamed = kind is None or kind.__name__ != recording.topic(topic).kind
    if renamed or not names or list(steps[: len(names)]) != names:
        return lambda message: _typed(recording, message, steps, path)
    decoder, rest = _decoder_of(names), steps[len(names) :]

    def read(message: Recorded) -> float:
        try:
            value: Any = decoder.decode(message.data)
            for _ in names:
                value = value.it
            return _number(value, rest)
        except (msgspec.MsgspecError, TypeError, LookupError):
            return _typed(recording, message, steps, path)

    return read


def _decoder_of(names: list[str]) -> "msgspec.json.Decoder[Any]":
    kind: Any = Any
    for name in reversed(names):
        kind = msgspec.defstruct("Part", [("it", kind)], rename={"it": name})
    return msgspec.json.Decoder(kind)


def _number(value: Any, rest: tuple[Step, ...]) -> float:
    if rest and isinstance(value, dict):  # an array as bytes
        value = plain(msgspec.json.encode(value))
    for step in rest:
        value = value[step]
    if isinstance(value, bool | int | float | np.number):
        return float(value)
    raise TypeError


def _typed(recording: Recording, message: Recorded, steps: tuple[Step, ...], path: str) -> float:
    try:
        value = value_at(recording.typed(message), steps)
    except PathError as error:
        raise StudioError(str(error)) from None
    if not isinstance(value, bool | int | float | np.number | np.bool_):
        raise StudioError(f"{path} is not a number but a {type(value).__name__}")
    return float(value)
