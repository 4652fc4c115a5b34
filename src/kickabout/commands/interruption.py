"""Ctrl+C: a match ends between two frames, never within one."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interruption(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl+C becomes a call; a second one interrupts as usual, should a frame never end."""
    before = signal.getsignal(signal.SIGINT)

    def stop_once(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    signal.signal(signal.SIGINT, stop_once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
