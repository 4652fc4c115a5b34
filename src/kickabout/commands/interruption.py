"""Ctrl+C and its relatives: a match ends between two frames, or is broken off soon after."""

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE = 1.0  # s for the frame in which the signal came; compiling kernels may take minutes
SOON = 0.05  # s until the next attempt, where none can be made
MESSAGE = "stopped by hand"
EXIT_CODE = 128 + signal.SIGINT

# What a terminal sends at Ctrl+C, what `kill` sends, and what a closed terminal sends.
KINDS = (signal.SIGINT, signal.SIGTERM, *(() if sys.platform == "win32" else (signal.SIGHUP,)))


def treat_alike() -> None:
    """Let all these signals raise KeyboardInterrupt; those that are ignored stay so (`nohup`)."""
    for kind in KINDS:
        if signal.getsignal(kind) is not signal.SIG_IGN:
            signal.signal(kind, signal.default_int_handler)


@contextmanager
def interruption(stop: Callable[[], None], kill_late: Callable[[], bool]) -> Iterator[None]:
    """Turn the first signal into a call of `stop`.

    If the program is still here after a while, or a second signal comes, `kill_late` ends the
    processes that the frame waits for. If there are none, KeyboardInterrupt is raised within the
    frame, else at the end.
    """
    stopping = broken_off = False

    def react(_: int, frame: FrameType | None) -> None:
        nonlocal stopping, broken_off
        if not stopping:
            stopping = True
            _set_alarm(PATIENCE)
            stop()
            return
        broken_off = True
        if kill_late():
            _set_alarm(PATIENCE)
        elif _drops_exceptions(frame):
            _set_alarm(SOON)
        else:
            _set_alarm(PATIENCE)  # should it be dropped all the same
            raise KeyboardInterrupt

    kinds = [kind for kind in KINDS if signal.getsignal(kind) is not signal.SIG_IGN]
    if sys.platform != "win32":
        kinds.append(signal.SIGALRM)
    before = {kind: signal.signal(kind, react) for kind in kinds}
    try:
        yield
    finally:
        _set_alarm(0.0)
        for kind, handler in before.items():
            signal.signal(kind, handler)
    if broken_off:
        raise KeyboardInterrupt


def _drops_exceptions(frame: FrameType | None) -> bool:
    """Whether a destructor, a callback of the garbage collector or of LLVM runs.

    Python prints exceptions that are raised in them and continues.
    """
    collecting = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        name = frame.f_code.co_name
        if name == "__del__" or name.startswith("_raw_object_cache") or frame.f_code in collecting:
            return True
        frame = frame.f_back
    return False


def _set_alarm(seconds: float) -> None:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
