"""Statistics of the last values of a signal: mean, variance, median, smallest, largest."""

import math
from bisect import bisect_left, insort
from collections import deque


class SlidingMean:
    """Mean and variance of the last values, in constant time per value.

    Sums are made afresh each time the window has been filled, so rounding cannot add up.
    """

    __slots__ = ("_deviation", "_mean", "_next", "_values", "size")

    def __init__(self, size: int) -> None:
        check_size(size)
        self.size = size
        self.clear()

    def clear(self) -> None:
        self._values: list[float] = []
        self._next = 0
        self._mean = 0.0
        self._deviation = 0.0

    def append(self, value: float) -> None:
        if len(self._values) < self.size:
            self._values.append(value)
            step = value - self._mean
            self._mean += step / len(self._values)
            self._deviation += step * (value - self._mean)
            return
        old = self._values[self._next]
        self._values[self._next] = value
        self._next += 1
        if self._next == self.size:
            self._next = 0
            self._sum_up()
            return
        before = self._mean
        self._mean += (value - old) / self.size
        self._deviation += (value - old) * (value - self._mean + old - before)

    def _sum_up(self) -> None:
        self._mean = math.fsum(self._values) / self.size
        self._deviation = math.fsum((value - self._mean) ** 2 for value in self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def is_full(self) -> bool:
        return len(self._values) == self.size

    @property
    def mean(self) -> float:
        """0 as long as there are no values."""
        return self._mean

    @property
    def variance(self) -> float:
        """Mean squared distance from the mean; 0 as long as there are no values."""
        return max(self._deviation, 0.0) / len(self._values) if self._values else 0.0

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)


class SlidingMedian:
    """Median of the last values, which single outliers do not move."""

    __slots__ = ("_order", "_values", "size")

    def __init__(self, size: int) -> None:
        check_size(size)
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

    def __len__(self) -> int:
        return len(self._values)

    @property
    def is_full(self) -> bool:
        return len(self._values) == self.size

    @property
    def median(self) -> float:
        """0 as long as there are no values."""
        count = len(self._order)
        if count == 0:
            return 0.0
        return 0.5 * (self._order[(count - 1) // 2] + self._order[count // 2])


class SlidingExtrema:
    """Smallest and largest of the last values, in constant time per value on average.

    Keeps only values that can still become extreme, each with its number.
    """

    __slots__ = ("_falling", "_number", "_rising", "size")

    def __init__(self, size: int) -> None:
        check_size(size)
        self.size = size
        self.clear()

    def clear(self) -> None:
        self._number = 0
        self._rising: deque[tuple[int, float]] = deque()
        self._falling: deque[tuple[int, float]] = deque()

    def append(self, value: float) -> None:
        while self._rising and self._rising[-1][1] >= value:
            self._rising.pop()
        while self._falling and self._falling[-1][1] <= value:
            self._falling.pop()
        self._rising.append((self._number, value))
        self._falling.append((self._number, value))
        self._number += 1
        for candidates in (self._rising, self._falling):
            if candidates[0][0] < self._number - self.size:
                candidates.popleft()

    def __len__(self) -> int:
        return min(self._number, self.size)

    @property
    def is_full(self) -> bool:
        return self._number >= self.size

    @property
    def smallest(self) -> float:
        """Infinite as long as there are no values."""
        return self._rising[0][1] if self._rising else math.inf

    @property
    def largest(self) -> float:
        """Minus infinity as long as there are no values."""
        return self._falling[0][1] if self._falling else -math.inf


def check_size(size: int) -> None:
    """Raise unless a window of this size can hold something."""
    if size < 1:
        raise ValueError(f"a sliding window needs room for at least one value, not {size}")
