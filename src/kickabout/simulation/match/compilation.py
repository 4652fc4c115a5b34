"""Compilation: how many kernels the processes of a match compile, counted while it happens."""

import os
from contextlib import suppress
from typing import Any

from numba.core import event

KIND = "numba:compile"  # not sent for kernels that are loaded from numba's cache


class Compilation(event.Listener):
    """Counters in memory that all processes of a match share.

    Each process has a cell of its own, so that no lock is needed; cell 0 belongs to the process
    that made the object.
    """

    def __init__(self, context: Any, processes: int) -> None:
        self._begun = context.RawArray("q", processes)
        self._ended = context.RawArray("q", processes)
        self.join(0)

    @property
    def begun(self) -> int:
        """Kernels whose compilation has begun."""
        return sum(self._begun)

    @property
    def ended(self) -> int:
        """Kernels that are compiled."""
        return sum(self._ended)

    @property
    def is_running(self) -> bool:
        """Whether a process is compiling now."""
        return self.begun > self.ended

    def join(self, cell: int) -> None:
        """Count what the calling process compiles from now on in this cell."""
        self.close()  # a forked process has inherited the registration
        self._cell, self._process = cell, os.getpid()
        event.register(KIND, self)

    def leave(self, cell: int) -> None:
        """The process of this cell is gone; what it has begun never ends."""
        self._ended[cell] = self._begun[cell]

    def on_start(self, event: object) -> None:
        if os.getpid() == self._process:  # not in processes that were forked for another match
            self._begun[self._cell] += 1

    def on_end(self, event: object) -> None:
        if os.getpid() == self._process:
            self._ended[self._cell] += 1

    def close(self) -> None:
        """Stop counting in this process."""
        with suppress(ValueError):  # not registered, or not any more
            event.unregister(KIND, self)
