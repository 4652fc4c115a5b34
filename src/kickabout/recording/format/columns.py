"""Columns of a topic: one array over time for each number."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kickabout.recording.format.codec import NOT_FINITE, array_from_plain, is_plain_array
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.messages import COMPRESSED_IMAGE
from kickabout.recording.format.reader import Recording, Topic
from kickabout.recording.format.writer import JSON
from kickabout.recording.replacing import replacing

if TYPE_CHECKING:
    import polars

Columns = dict[str, npt.NDArray[Any]]
MAX_ELEMENTS = 300  # of an array; larger arrays have no columns


def columns(
    recording: Recording,
    topic: str,
    *,
    start: float | None = None,
    end: float | None = None,
    every_cycle: bool = False,
) -> Columns:
    """Return all numbers and texts of a topic by path, with "time" first.

    There is a row for each change; `every_cycle` repeats values until the next one.
    """
    found = all_columns(recording, recording.topic(topic).name, start=start, end=end)[topic]
    is_repeated = every_cycle and len(found["time"])
    return _repeated(recording, topic, found) if is_repeated else found


def all_columns(
    recording: Recording,
    topics: str | Iterable[str] = "*",
    *,
    start: float | None = None,
    end: float | None = None,
) -> dict[str, Columns]:
    """Return the columns of all matching topics, which are read together.

    Images, and messages that are not JSON, have no columns.
    """
    names = [name for name in recording.matching(topics) if _has_columns(recording.topics[name])]
    times: dict[str, list[float]] = {name: [] for name in names}
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for message in recording.messages(names, start=start, end=end) if names else ():
        times[message.topic].append(message.time)
        rows[message.topic].append(dict(_leaves(message.plain, "")))
    return {name: _columns(times[name], rows[name]) for name in names}


def _has_columns(topic: Topic) -> bool:
    return topic.encoding == JSON and topic.kind != COMPRESSED_IMAGE


def _columns(times: list[float], rows: list[dict[str, Any]]) -> Columns:
    names = dict.fromkeys(name for row in rows for name in row)
    values = {name: _column([row.get(name) for row in rows]) for name in names}
    return {"time": np.array(times), **values}


def frame(recording: Recording, topic: str, **options: Any) -> "polars.DataFrame":
    """Return the columns of a topic as a polars frame."""
    return _polars().DataFrame(columns(recording, topic, **options))


def frames(
    recording: Recording, topics: str | Iterable[str] = "*", **options: Any
) -> "dict[str, polars.DataFrame]":
    """Return the columns of all matching topics as polars frames, by topic."""
    library = _polars()
    found = all_columns(recording, topics, **options)
    return {name: library.DataFrame(content) for name, content in found.items()}


def joined(recording: Recording, topics: Sequence[str], **options: Any) -> "polars.DataFrame":
    """Return several topics as one polars frame, with names such as "BallModel.known".

    There is a row for each message of the first topic, with the newest values of the others then.
    """
    found = frames(recording, topics, **options)
    named = [_prefixed(found[topic], recording.topic(topic).representation) for topic in topics]
    table = named[0]
    for other in named[1:]:
        table = table.join_asof(other, on="time")
    return table


def _prefixed(table: "polars.DataFrame", prefix: str) -> "polars.DataFrame":
    return table.rename({name: f"{prefix}.{name}" for name in table.columns if name != "time"})


def write_tables(recording: Recording, folder: Path, topics: str | Iterable[str] = "*") -> int:
    """Write a Parquet file for each matching topic, in a folder for each robot and thread.

    Return the number of files; topics without messages have none.
    """
    count = 0
    for name, table in frames(recording, topics).items():
        if table.height:
            target = folder / f"{name}.parquet"
            with replacing(target) as unfinished:
                table.write_parquet(unfinished)
            count += 1
    return count


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise RecordingError(
            "tables and Parquet files need polars, which comes with the extra 'data': "
            "pip install -e '.[data]' in the clone"
        ) from None
    return polars


def _column(values: list[Any]) -> npt.NDArray[Any]:
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, bool) for value in known) and len(known) == len(values):
        return np.array(values, np.bool_)
    if all(isinstance(value, int | float) for value in known):
        return np.array([np.nan if value is None else value for value in values], np.float64)
    return np.array(["" if value is None else str(value) for value in values])


def _leaves(value: Any, path: str) -> list[tuple[str, Any]]:
    if is_plain_array(value):
        array = array_from_plain(value)
        return _leaves(array.tolist(), path) if array.size <= MAX_ELEMENTS else []
    if isinstance(value, Mapping):
        return [
            leaf
            for key, item in value.items()
            for leaf in _leaves(item, f"{path}.{key}" if path else key)
        ]
    if isinstance(value, list):
        return [
            leaf for number, item in enumerate(value) for leaf in _leaves(item, f"{path}[{number}]")
        ]
    return [(path or "value", NOT_FINITE.get(value, value) if isinstance(value, str) else value)]


def _repeated(recording: Recording, topic: str, found: Columns) -> Columns:
    cycles = topic.rsplit("/", 1)[0] + "/FrameInfo"
    stamps = [message.time for message in recording.messages(cycles)]
    times = np.array([stamp for stamp in stamps if stamp >= found["time"][0]])
    rows = np.searchsorted(found["time"], times, side="right") - 1
    return {name: times if name == "time" else column[rows] for name, column in found.items()}
