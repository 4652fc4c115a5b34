"""Stopwatches: how long modules and threads took, at a cost of a tenth of a microsecond."""

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CAPACITY = 4096  # cycles remembered for the percentiles: 49 s of motion, 68 s of cognition

Nanoseconds = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingSummary:
    """Times of the remembered cycles, in ms; extremes over all cycles."""

    count: int = 0
    min_ms: float = 0.0
    median_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0


class CycleTimes:
    """When the parts of the last cycles of a thread began and ended.

    A cycle writes the clock to a row of its own: its begin, the begin of its first module, the
    end of each module, its end. Differences are for those who ask; a cycle cannot wait for them.
    """

    def __init__(self, modules: int) -> None:
        self.width = modules + 3
        # Plain numbers side by side: objects kept for a minute would scatter all others in memory.
        self.stamps = array("q", bytes(8 * CAPACITY * self.width))
        self.count = 0  # complete cycles
        self._before = [(1 << 62, 0)] * (modules + 1)  # extremes of what the ring has forgotten

    def next_row(self) -> int:
        """Where the stamps of the coming cycle begin."""
        place = self.count % CAPACITY
        if place == 0 and self.count:
            self._before = [self.extremes(column) for column in range(self.width - 2)]
        return place * self.width

    def of_module(self, index: int) -> "Stopwatch":
        return Stopwatch(self, index)

    def of_cycle(self) -> "Stopwatch":
        return Stopwatch(self, self.width - 3)

    def durations(self, column: int) -> Nanoseconds:
        """Of the remembered cycles in the order of the ring: of a module or, last, the whole."""
        rows = np.frombuffer(self.stamps, np.int64).reshape(CAPACITY, self.width)
        begin, end = (0, -1) if column == self.width - 3 else (column + 1, column + 2)
        return np.asarray((rows[:, end] - rows[:, begin])[: self.count])

    def extremes(self, column: int) -> tuple[int, int]:
        """Shortest and longest of all cycles, in ns."""
        kept, (shortest, longest) = self.durations(column), self._before[column]
        return min(shortest, int(kept.min())), max(longest, int(kept.max()))


class Stopwatch:
    """The times of one module or of the whole cycle."""

    __slots__ = ("_column", "_times")

    def __init__(self, times: CycleTimes, column: int) -> None:
        self._times = times
        self._column = column

    @property
    def count(self) -> int:
        return self._times.count

    def latest(self, most: int = CAPACITY) -> Nanoseconds:
        """ns of the newest cycles, the newest last."""
        kept = self._times.durations(self._column)
        ordered = np.roll(kept, -self.count) if self.count > CAPACITY else kept
        return ordered[max(0, len(ordered) - most) :]

    def summary(self) -> TimingSummary:
        if self.count == 0:
            return TimingSummary()
        kept = np.sort(self._times.durations(self._column))
        shortest, longest = self._times.extremes(self._column)
        return TimingSummary(
            count=self.count,
            min_ms=shortest * 1e-6,
            median_ms=float(kept[len(kept) // 2]) * 1e-6,
            p99_ms=float(kept[min(len(kept) - 1, len(kept) * 99 // 100)]) * 1e-6,
            max_ms=longest * 1e-6,
        )
