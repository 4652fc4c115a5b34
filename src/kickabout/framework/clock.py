"""The only access to the machine's clock; modules use FrameInfo instead."""

import threading
import time


def monotonic() -> float:
    """Return the time in seconds on a clock that never jumps."""
    return time.perf_counter()


def wait(seconds: float, wake: threading.Event) -> bool:
    """Wait; return True at once if the event is set, False after the time has passed."""
    return wake.wait(max(0.0, seconds))
