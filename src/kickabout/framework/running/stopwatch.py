"""Stopwatches: durations of modules and cycles, measured at a cost of 0.1 µs."""

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CAPACITY = 4096  # cycles stored for the percentiles: 49 s of motion, 68 s of cognition

CYCLE = -1  # in the place of a module's index: the whole cycle

Nanoseconds = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingSummary:
    """Durations of the stored cycles in ms; minimum and maximum over all cycles."""

    count: int = 0
    min_ms: float = 0.0
    median_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0


class CycleTimes:
    """Start and end times of the modules in the last cycles of a thread.

    A cycle writes pairs of time stamps to its row, each the start and the end of a part: taking
    over inputs, each module, publishing. Between two parts, other programs may run. A module that
    did not run in a cycle has twice the same time. Durations are computed only on request, not
    during a cycle.
    """

    def __init__(self, modules: int) -> None:
        self.modules = modules
        self.width = 2 * modules + 4
        # A plain array: objects kept for a minute would fragment the memory.
        self.stamps = array("q", bytes(8 * CAPACITY * self.width))
        self.count = 0  # complete cycles
        self._before = [(1 << 62, 0)] * (modules + 1)  # extremes of overwritten rows; last: cycle

    def next_row(self) -> int:
        """Return the index of the next cycle's first time stamp."""
        row = self.count % CAPACITY
        if row == 0 and self.count:
            self._before = [self.extremes(part) for part in (*range(self.modules), CYCLE)]
        return row * self.width

    def of_module(self, index: int) -> "Stopwatch":
        return Stopwatch(self, index)

    def of_cycle(self) -> "Stopwatch":
        return Stopwatch(self, CYCLE)

    def duration(self, row: int) -> int:
        """Return the duration of the cycle in a row, without what ran between its parts."""
        stamps = self.stamps[row : row + self.width]
        return sum(stamps[1::2]) - sum(stamps[::2])

    def durations(self, part: int) -> Nanoseconds:
        """Return stored durations of a module by its index, or of the cycle, in ring order."""
        rows = np.frombuffer(self.stamps, np.int64).reshape(CAPACITY, self.width)[: self.count]
        parts = rows[:, 1::2] - rows[:, ::2]
        return np.asarray(parts.sum(axis=1) if part == CYCLE else parts[:, part + 1])

    def extremes(self, part: int) -> tuple[int, int]:
        """Return the shortest and longest duration of all cycles, in ns."""
        kept, (shortest, longest) = of_runs(self.durations(part)), self._before[part]
        if not len(kept):
            return shortest, longest
        return min(shortest, int(kept.min())), max(longest, int(kept.max()))


def of_runs(durations: Nanoseconds) -> Nanoseconds:
    """Leave out the cycles in which a module did not run."""
    ran: Nanoseconds = durations[durations > 0]
    return ran


class Stopwatch:
    """Durations of one module or of the whole cycle."""

    __slots__ = ("_part", "_times")

    def __init__(self, times: CycleTimes, part: int) -> None:
        self._times = times
        self._part = part

    @property
    def count(self) -> int:
        return self._times.count

    def latest(self, max_count: int = CAPACITY) -> Nanoseconds:
        """Return the durations of the newest cycles in ns, the newest last."""
        kept = self._times.durations(self._part)
        ordered = of_runs(np.roll(kept, -self.count) if self.count > CAPACITY else kept)
        return ordered[max(0, len(ordered) - max_count) :]

    def summary(self) -> TimingSummary:
        kept = np.sort(of_runs(self._times.durations(self._part)))
        if not len(kept):
            return TimingSummary()
        shortest, longest = self._times.extremes(self._part)
        return TimingSummary(
            count=self.count * len(kept) // min(self.count, CAPACITY),
            min_ms=shortest * 1e-6,
            median_ms=float(kept[len(kept) // 2]) * 1e-6,
            p99_ms=float(kept[min(len(kept) - 1, len(kept) * 99 // 100)]) * 1e-6,
            max_ms=longest * 1e-6,
        )
