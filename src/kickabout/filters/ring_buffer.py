"""Ring buffer: the last rows of numbers, found by their age or by their time."""

import numpy as np
import numpy.typing as npt

from kickabout.geometry import Mat, Vec


class RingBuffer:
    """Keeps the newest rows with their times; `buffer[0]` is the newest, `buffer[1]` older.

    Rows come out as copies, so nothing changes them later.
    """

    __slots__ = ("_count", "_newest", "_rows", "_times", "capacity")

    def __init__(self, capacity: int, width: int) -> None:
        if capacity < 1:
            raise ValueError(f"a ring buffer needs room for at least one row, not {capacity}")
        self.capacity = capacity
        self._rows = np.zeros((capacity, width))
        self._times = np.zeros(capacity)
        self.clear()

    def clear(self) -> None:
        self._count = 0
        self._newest = -1

    def append(self, row: npt.ArrayLike, time: float) -> None:
        """Times must not run backwards; after a jump, clear the buffer first."""
        if self._count and time < self._times[self._newest]:
            raise ValueError(
                f"time runs backwards in a ring buffer: {time} s after {self.newest_time} s"
            )
        self._newest = (self._newest + 1) % self.capacity
        self._rows[self._newest] = row
        self._times[self._newest] = time
        self._count = min(self._count + 1, self.capacity)

    def __len__(self) -> int:
        return self._count

    @property
    def is_full(self) -> bool:
        return self._count == self.capacity

    @property
    def newest_time(self) -> float:
        """Minus infinity as long as the buffer is empty."""
        return float(self._times[self._newest]) if self._count else float("-inf")

    def __getitem__(self, age: int) -> Vec:
        row: Vec = self._rows[self._place(age)].copy()
        return row

    def time(self, age: int) -> float:
        """When the row of this age came in."""
        return float(self._times[self._place(age)])

    @property
    def rows(self) -> Mat:
        """All rows, oldest first."""
        return self._rows[self._order()]

    @property
    def times(self) -> Vec:
        """When the rows came in, oldest first."""
        return self._times[self._order()]

    @property
    def mean(self) -> Vec:
        """By column; zeros as long as the buffer is empty."""
        if self._count == 0:
            return np.zeros(self._rows.shape[1])
        mean: Vec = self._rows[: self._count].mean(axis=0)
        return mean

    def nearest(self, time: float) -> Vec:
        """The row that came in closest to this time, of two equally close ones the older."""
        self._require_rows()
        row: Vec = self.rows[np.argmin(np.abs(self.times - time))]
        return row

    def interpolated(self, time: float) -> Vec:
        """Between the rows around this time; the first or last row outside of their times."""
        self._require_rows()
        rows, times = self.rows, self.times
        after = int(np.searchsorted(times, time))
        if after == 0:
            first: Vec = rows[0]
            return first
        if after == self._count:
            last: Vec = rows[-1]
            return last
        ratio = (time - times[after - 1]) / (times[after] - times[after - 1])
        between: Vec = rows[after - 1] + ratio * (rows[after] - rows[after - 1])
        return between

    def since(self, time: float) -> Mat:
        """All rows that came in at this time or later, oldest first."""
        return self.rows[np.searchsorted(self.times, time) :]

    def _order(self) -> npt.NDArray[np.intp]:
        return (self._newest - np.arange(self._count - 1, -1, -1)) % self.capacity

    def _place(self, age: int) -> int:
        if not 0 <= age < self._count:
            raise IndexError(f"no row of age {age} in a ring buffer with {self._count} rows")
        return (self._newest - age) % self.capacity

    def _require_rows(self) -> None:
        if self._count == 0:
            raise IndexError("nothing to look up in an empty ring buffer")
