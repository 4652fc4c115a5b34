"""Teammates' clocks: from when messages were sent and received to how far clocks are apart.

As in NTP: a message that comes back gives the sum of both ways, and half of it bounds the error.
Until then, the fastest message in one direction has to do.
"""

import math
from dataclasses import dataclass

DRIFT = 1e-4  # of the time passed, by which an old sample gets worse
FIRST_ERROR = 0.5  # s, before any message came back
IMPOSSIBLE = 0.1  # s, more than this from the future: the other clock was set anew
STALE = 8.0  # s, no network holds messages back for longer: the other clock was set anew


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSample:
    """Other clock minus own one."""

    offset: float  # s
    error: float  # s, at most
    taken_at: float  # s

    def error_at(self, now: float) -> float:
        return self.error + DRIFT * max(0.0, now - self.taken_at)


class TeammateClock:
    """How far one teammate's clock is ahead of the own one."""

    def __init__(self) -> None:
        self.best: ClockSample | None = None
        self._strikes = 0

    def receive(self, *, sent_at_there: float, received_at: float) -> None:
        """A message came; it cannot have been sent after it was received."""
        offset = sent_at_there - received_at
        if self.best is None:
            self.best = ClockSample(offset=offset, error=FIRST_ERROR, taken_at=received_at)
            return
        early = offset - self.best.offset - self.best.error_at(received_at)
        late = self.best.offset - offset
        self._strikes = self._strikes + 1 if early > IMPOSSIBLE or late > STALE else 0
        is_faster = self.best.error >= FIRST_ERROR and offset > self.best.offset
        if self._strikes >= 3 or is_faster:
            self.best = ClockSample(offset=offset, error=FIRST_ERROR, taken_at=received_at)
            self._strikes = 0

    def echo(
        self,
        *,
        sent_at: float,
        received_at_there: float,
        answered_at_there: float,
        answer_received_at: float,
    ) -> None:
        """A teammate told when an own message reached it."""
        outward = received_at_there - sent_at
        homeward = answered_at_there - answer_received_at
        error = 0.5 * (outward - homeward)
        if not 0.0 <= error < FIRST_ERROR:
            return
        sample = ClockSample(
            offset=0.5 * (outward + homeward), error=error, taken_at=answer_received_at
        )
        if self.best is None or error <= self.best.error_at(answer_received_at):
            self.best = sample

    @property
    def offset(self) -> float:
        return self.best.offset if self.best is not None else 0.0

    def error_at(self, now: float) -> float:
        return self.best.error_at(now) if self.best is not None else math.inf
