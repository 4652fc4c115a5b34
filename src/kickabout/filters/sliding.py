"""Statistics of the last values of a signal."""

from bisect import bisect_left, insort
from collections import deque


class SlidingMedian:
    """Median of the last values, which single outliers do not move."""

    __slots__ = ("_order", "_values", "size")

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError(f"the size of a sliding window is {size}, expected at least 1")
        self.size = size
        self.clear()

    def clear(self) -> None:
        self._values: deque[float] = deque()
        self._order: list[float] = []

    def append(self, value: float) -> None:
        if len(self._values) == self.size:
            del self._order[bisect_left(self._order, self._values.popleft())]
        self._values.append(value)
        insort(self._order, value)

    @property
    def median(self) -> float:
        """The median; 0 without values."""
        count = len(self._order)
        if count == 0:
            return 0.0
        return 0.5 * (self._order[(count - 1) // 2] + self._order[count // 2])
