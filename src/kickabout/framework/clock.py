"""The one place that reads the machine's clock; modules never do."""

import threading
import time


def monotonic() -> float:
    """Seconds on a clock that never jumps."""
    return time.perf_counter()


def wait(seconds: float, wake: threading.Event) -> bool:
    """Wait, or return True at once when woken."""
    return wake.wait(max(0.0, seconds))
