"""Pace: waiting times with which a match runs at a factor of real time."""

from kickabout.framework import clock

MAX_DELAY = 0.5  # s of real time; a match catches up on a delay up to this


class Pace:
    """Compares simulated with real time since the last restart."""

    def __init__(self, factor: float | None, time: float = 0.0) -> None:
        self.factor = factor  # None: as fast as possible
        self.restart(time)

    def restart(self, time: float) -> None:
        """Measure from this simulated time on."""
        self._begin, self._begin_time = clock.monotonic(), time

    def ahead(self, time: float) -> float:
        """Return the seconds by which simulated time is ahead."""
        if self.factor is None:
            return 0.0
        ahead = (time - self._begin_time) / self.factor - (clock.monotonic() - self._begin)
        if ahead < -MAX_DELAY:
            self.restart(time)
        return max(0.0, ahead)
