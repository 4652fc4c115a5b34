"""Calls of other threads that a match makes in its own thread, between two frames."""

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kickabout.framework import clock
from kickabout.simulation.match.compilation import Compilation
from kickabout.studio.sources.source import StudioError

TIMEOUT = 60.0  # s
TIMEOUT_WHILE_COMPILING = 2.0  # s
COMPILING = "the match is compiling kernels of its robots; try again when it plays"
CLOSED = "the match is closed"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A function to be called in the match's thread, and its result."""

    action: Callable[[], T]
    future: Future[T]

    def make(self) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            self.future.set_result(self.action())
        except BaseException as error:
            self.future.set_exception(error)

    def refuse(self, reason: str) -> None:
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(StudioError(reason))


class CallQueue:
    """Calls that wait for the match's thread; if it is not `served`, each is made at once."""

    def __init__(self, compilation: Compilation, *, served: bool) -> None:
        self.served = served
        self.spent = 0.0  # s, that calls have taken so far
        self._compilation = compilation
        self._calls: queue.SimpleQueue[Call[Any]] = queue.SimpleQueue()
        self._closed = threading.Event()

    @property
    def is_closed(self) -> bool:
        return self._closed.is_set()

    def call(self, action: Callable[[], T]) -> T:
        """Call a function in the match's thread and return its result."""
        if self._closed.is_set():
            raise StudioError(CLOSED)
        if not self.served:
            return action()
        future: Future[T] = Future()
        self._calls.put(Call(action, future))
        if self._closed.is_set():  # meanwhile; the match's thread may not look again
            self.refuse_waiting()
        return self._result(future)

    def _result(self, future: Future[T]) -> T:
        for timeout in (TIMEOUT_WHILE_COMPILING, TIMEOUT - TIMEOUT_WHILE_COMPILING):
            with suppress(TimeoutError):
                return future.result(timeout)
            if self._compilation.is_running:
                break
        if not future.cancel():  # it is being called at this moment
            return future.result()
        if self._compilation.is_running:
            raise StudioError(COMPILING)
        raise StudioError(f"the match did not answer within {TIMEOUT:g} s")

    def make_waiting(self) -> None:
        """Make all waiting calls; only the match's thread may do so."""
        for call in self._waiting():
            self._make(call)

    def make_for(self, seconds: float) -> None:
        """Make calls as they come, until the time is over."""
        end = clock.monotonic() + seconds
        while (left := end - clock.monotonic()) > 0.0:
            try:
                call = self._calls.get(timeout=left)
            except queue.Empty:
                return
            self._make(call)

    def _make(self, call: Call[Any]) -> None:
        begin = clock.monotonic()
        call.make()
        self.spent += clock.monotonic() - begin

    def close(self) -> None:
        self._closed.set()

    def refuse_waiting(self) -> None:
        for call in self._waiting():
            call.refuse(CLOSED)

    def _waiting(self) -> Iterator[Call[Any]]:
        with suppress(queue.Empty):
            while True:
                yield self._calls.get_nowait()
