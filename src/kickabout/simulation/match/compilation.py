"""Compilation: counters of the kernels that the processes of a match compile."""

import os
from contextlib import suppress
from typing import Any

from numba.core import event

KIND = "numba:compile"  # not sent for kernels that are loaded from numba's cache


class Compilation(event.Listener):
    """Counters in memory that all processes of a match share.

    Each process has its own cell, so that no lock is needed; cell 0 belongs to the process that
    created the object.
    """

    def __init__(self, context: Any, processes: int) -> None:
        self._begun = context.RawArray("q", processes)
        self._ended = context.RawArray("q", processes)
        self.join(0)

    @property
    def begun(self) -> int:
        """Number of kernels whose compilation has begun."""
        return sum(self._begun)

    @property
    def ended(self) -> int:
        """Number of kernels whose compilation has ended."""
        return sum(self._ended)

    @property
    def is_running(self) -> bool:
        """Whether a process is compiling."""
        return self.begun > self.ended

    def join(self, cell: int) -> None:
        """Count the calling process's compilations in this cell from now on."""
        self.close()  # a forked process has inherited the registration
        self._cell, self._process = cell, os.getpid()
        event.register(KIND, self)

    def leave(self, cell: int) -> None:
        """Close the cell of a process that has ended; what it began will not end."""
        self._ended[cell] = self._begun[cell]

    def on_start(self, event: object) -> None:
        if os.getpid() == self._process:  # not in processes that were forked for another match
            self._begun[self._cell] += 1

    def on_end(self, event: object) -> None:
        if os.getpid() == self._process:
            self._ended[self._cell] += 1

    def close(self) -> None:
        """Stop counting in this process."""
        with suppress(ValueError):  # not registered
            event.unregister(KIND, self)
