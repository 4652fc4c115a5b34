"""Ring buffer: the last rows of numbers."""

import numpy as np
import numpy.typing as npt

from kickabout.geometry import Mat


class RingBuffer:
    """The newest rows, each as wide as the others."""

    __slots__ = ("_count", "_newest", "_rows", "capacity")

    def __init__(self, capacity: int, width: int) -> None:
        if capacity < 1:
            raise ValueError(f"the capacity of a ring buffer is {capacity}, expected at least 1")
        self.capacity = capacity
        self._rows = np.zeros((capacity, width))
        self.clear()

    def clear(self) -> None:
        self._count = 0
        self._newest = -1

    def append(self, row: npt.ArrayLike) -> None:
        self._newest = (self._newest + 1) % self.capacity
        self._rows[self._newest] = row
        self._count = min(self._count + 1, self.capacity)

    def __len__(self) -> int:
        return self._count

    @property
    def is_full(self) -> bool:
        return self._count == self.capacity

    @property
    def rows(self) -> Mat:
        """A copy of all rows, oldest first."""
        order = (self._newest - np.arange(self._count - 1, -1, -1)) % self.capacity
        return self._rows[order]
