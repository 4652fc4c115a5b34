"""Stopwatches: durations of modules and cycles, measured at a cost of 0.1 µs."""

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CAPACITY = 4096  # cycles stored for the percentiles: 49 s of motion, 68 s of cognition

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

    A cycle writes time stamps to its row: its start, the start of its first module, the end of
    each module, its end. A module that did not run in a cycle ends when the one before it ends.
    Durations are computed only on request, not during a cycle.
    """

    def __init__(self, modules: int) -> None:
        self.width = modules + 3
        # A plain array: objects kept for a minute would fragment the memory.
        self.stamps = array("q", bytes(8 * CAPACITY * self.width))
        self.count = 0  # complete cycles
        self._before = [(1 << 62, 0)] * (modules + 1)  # extremes of overwritten rows

    def next_row(self) -> int:
        """Return the index of the next cycle's first time stamp."""
        row = self.count % CAPACITY
        if row == 0 and self.count:
            self._before = [self.extremes(column) for column in range(self.width - 2)]
        return row * self.width

    def of_module(self, index: int) -> "Stopwatch":
        return Stopwatch(self, index)

    def of_cycle(self) -> "Stopwatch":
        return Stopwatch(self, self.width - 3)

    def durations(self, column: int) -> Nanoseconds:
        """Return stored durations of a module, or of the cycle (last column), in ring order."""
        rows = np.frombuffer(self.stamps, np.int64).reshape(CAPACITY, self.width)
        begin, end = (0, -1) if column == self.width - 3 else (column + 1, column + 2)
        return np.asarray((rows[:, end] - rows[:, begin])[: self.count])

    def extremes(self, column: int) -> tuple[int, int]:
        """Return the shortest and longest duration of all cycles, in ns."""
        kept, (shortest, longest) = of_runs(self.durations(column)), self._before[column]
        if not len(kept):
            return shortest, longest
        return min(shortest, int(kept.min())), max(longest, int(kept.max()))


def of_runs(durations: Nanoseconds) -> Nanoseconds:
    """Leave out the cycles in which a module did not run."""
    ran: Nanoseconds = durations[durations > 0]
    return ran


class Stopwatch:
    """Durations of one module or of the whole cycle."""

    __slots__ = ("_column", "_times")

    def __init__(self, times: CycleTimes, column: int) -> None:
        self._times = times
        self._column = column

    @property
    def count(self) -> int:
        return self._times.count

    def latest(self, max_count: int = CAPACITY) -> Nanoseconds:
        """Return the durations of the newest cycles in ns, the newest last."""
        kept = self._times.durations(self._column)
        ordered = of_runs(np.roll(kept, -self.count) if self.count > CAPACITY else kept)
        return ordered[max(0, len(ordered) - max_count) :]

    def summary(self) -> TimingSummary:
        kept = np.sort(of_runs(self._times.durations(self._column)))
        if not len(kept):
            return TimingSummary()
        shortest, longest = self._times.extremes(self._column)
        return TimingSummary(
            count=self.count * len(kept) // min(self.count, CAPACITY),
            min_ms=shortest * 1e-6,
            median_ms=float(kept[len(kept) // 2]) * 1e-6,
            p99_ms=float(kept[min(len(kept) - 1, len(kept) * 99 // 100)]) * 1e-6,
            max_ms=longest * 1e-6,
        )
