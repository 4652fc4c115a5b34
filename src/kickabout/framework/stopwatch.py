"""Stopwatches: how long modules and threads took, at a cost far below a microsecond."""

from array import array
from dataclasses import dataclass

CAPACITY = 4096  # cycles remembered for the percentiles: 49 s of motion, 68 s of cognition


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingSummary:
    """Times of the remembered cycles, in ms; extremes over all cycles."""

    count: int = 0
    min_ms: float = 0.0
    median_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0


class Stopwatch:
    """Remembers the last durations in a ring, and the extremes of all."""

    __slots__ = ("count", "longest", "ring", "shortest")

    def __init__(self) -> None:
        # Plain numbers side by side: objects kept for a minute would scatter all others in memory.
        self.ring = array("q", bytes(8 * CAPACITY))
        self.reset()

    def reset(self) -> None:
        self.count = 0
        self.longest = 0
        self.shortest = 1 << 62

    def add(self, nanoseconds: int) -> None:
        self.ring[self.count % CAPACITY] = nanoseconds
        self.count += 1
        if nanoseconds > self.longest:
            self.longest = nanoseconds
        if nanoseconds < self.shortest:
            self.shortest = nanoseconds

    @property
    def latest(self) -> int:
        """Nanoseconds of the newest cycle."""
        return self.ring[(self.count - 1) % CAPACITY] if self.count else 0

    def summary(self) -> TimingSummary:
        if self.count == 0:
            return TimingSummary()
        kept = sorted(self.ring[: min(self.count, CAPACITY)])
        return TimingSummary(
            count=self.count,
            min_ms=self.shortest * 1e-6,
            median_ms=kept[len(kept) // 2] * 1e-6,
            p99_ms=kept[min(len(kept) - 1, len(kept) * 99 // 100)] * 1e-6,
            max_ms=self.longest * 1e-6,
        )
