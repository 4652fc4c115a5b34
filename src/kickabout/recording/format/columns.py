"""Columns of a topic: one array over time for each number."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kickabout.recording.format.codec import NOT_FINITE, array_from_plain, is_plain_array
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.reader import Recording

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
    times: list[float] = []
    rows: list[dict[str, Any]] = []
    for message in recording.messages(topic, start=start, end=end):
        times.append(message.time)
        rows.append(dict(_leaves(message.plain, "")))
    names = list(dict.fromkeys(name for row in rows for name in row))
    found: Columns = {"time": np.array(times)}
    for name in names:
        found[name] = _column([row.get(name) for row in rows])
    return _repeated(recording, topic, found) if every_cycle and times else found


def frame(recording: Recording, topic: str, **options: Any) -> "polars.DataFrame":
    """Return the columns of a topic as a polars frame."""
    try:
        import polars
    except ImportError:
        raise RecordingError(
            "tables and Parquet files need polars, which comes with the extra 'data': "
            "pip install '.[data]' in the clone"
        ) from None
    return polars.DataFrame(columns(recording, topic, **options))


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
