"""Ctrl+C and similar signals: a match ends between two frames, or is aborted soon after."""

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

GRACE_TIME = 1.0  # s for the current frame to end; compiling kernels may take minutes
RETRY_INTERVAL = 0.05  # s, while an exception would be lost
MESSAGE = "stopped by hand"
EXIT_CODE = 128 + signal.SIGINT

# Sent by a terminal at Ctrl+C, by `kill`, and when a terminal is closed.
KINDS = (signal.SIGINT, signal.SIGTERM, *(() if sys.platform == "win32" else (signal.SIGHUP,)))


def treat_alike() -> None:
    """Let all these signals raise KeyboardInterrupt; ignored ones stay ignored (`nohup`)."""
    for kind in KINDS:
        if signal.getsignal(kind) is not signal.SIG_IGN:
            signal.signal(kind, signal.default_int_handler)


@contextmanager
def interruption(stop: Callable[[], None], kill_late: Callable[[], bool]) -> Iterator[None]:
    """Turn the first signal into a call of `stop`.

    If the program still runs after a while, or at a second signal, `kill_late` ends the processes
    that the frame waits for. If there are none, KeyboardInterrupt is raised within the frame,
    otherwise at the end.
    """
    stopping = aborted = False

    def react(_: int, frame: FrameType | None) -> None:
        nonlocal stopping, aborted
        if not stopping:
            stopping = True
            _set_alarm(GRACE_TIME)
            stop()
            return
        aborted = True
        if kill_late():
            _set_alarm(GRACE_TIME)
        elif _drops_exceptions(frame):
            _set_alarm(RETRY_INTERVAL)
        else:
            _set_alarm(GRACE_TIME)  # in case it is lost all the same
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
    if aborted:
        raise KeyboardInterrupt


def _drops_exceptions(frame: FrameType | None) -> bool:
    """Return whether a destructor, a callback of the garbage collector or of LLVM runs.

    Python prints exceptions raised in them and continues.
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
