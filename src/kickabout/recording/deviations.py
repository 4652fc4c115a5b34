"""Comparing the recomputed outputs of modules with the recorded ones, by module and field."""

import fnmatch
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kickabout.recording.format.codec import NOT_FINITE, array_from_plain, is_plain_array, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerances:
    """Permitted differences; none by default. Paths may have wildcards."""

    everywhere: float = 0.0
    by_path: Mapping[str, float] = field(default_factory=dict)  # "BallModel.*" → tolerance

    def of(self, path: str) -> float:
        for pattern, value in self.by_path.items():
            if fnmatch.fnmatchcase(path, pattern):
                return value
        return self.everywhere


@dataclass(slots=True, kw_only=True)
class Deviation:
    """One field of one module's output that differs from the recording."""

    thread: str
    module: str
    path: str  # "BallModel.position_in_robot.x"
    first_at: float  # s
    cycles: int = 0
    largest: float = 0.0  # difference of numbers; infinite if a value is not a number
    recorded: str = ""  # at the first deviation
    now: str = ""


@dataclass(slots=True)
class Comparison:
    """The deviations that a replay has found."""

    tolerances: Tolerances = field(default_factory=Tolerances)
    values: int = 0  # compared
    deviations: dict[tuple[str, str], Deviation] = field(default_factory=dict)

    @property
    def is_equal(self) -> bool:
        return not self.deviations

    def compare(
        self, *, thread: str, module: str, kind: type, time: float, then: bytes, now: bytes
    ) -> None:
        """Compare two encodings of one output; equal values have equal bytes."""
        self.values += 1
        if then == now:
            return
        for path, old, new in differences(plain(then), plain(now), kind.__name__):
            gap = _gap(old, new)
            if gap <= self.tolerances.of(path):
                continue
            found = self.deviations.setdefault(
                (thread, path),
                Deviation(
                    thread=thread,
                    module=module,
                    path=path,
                    first_at=time,
                    recorded=f"{old!r:.40}",
                    now=f"{new!r:.40}",
                ),
            )
            found.cycles += 1
            found.largest = max(found.largest, gap)


def differences(then: Any, now: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield paths at which two values differ; list elements share the path of their list."""
    then, now = _unpacked(then), _unpacked(now)
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for key in then.keys() | now.keys():
            if key in then and key in now:
                yield from differences(then[key], now[key], f"{path}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for old, new in zip(then, now, strict=True):
            yield from differences(old, new, path)
    elif then != now and not (then != then and now != now):
        yield path, then, now


def _unpacked(value: Any) -> Any:
    if isinstance(value, str):
        return NOT_FINITE.get(value, value)
    return array_from_plain(value).tolist() if is_plain_array(value) else value


def _gap(old: object, new: object) -> float:
    if isinstance(old, bool) or isinstance(new, bool):
        return math.inf
    if isinstance(old, int | float) and isinstance(new, int | float):
        gap = abs(old - new)
        return gap if gap == gap else math.inf
    return math.inf
