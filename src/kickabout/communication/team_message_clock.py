"""Teammates' clocks: from the times of sending and receiving to the offset between clocks.

As in NTP, a message that comes back gives the sum of both delays, half of which bounds the error.
Until then, the fastest message in one direction is used.
"""

import math
from dataclasses import dataclass

DRIFT = 1e-4  # growth of a sample's error with its age
FIRST_ERROR = 0.5  # s, before any message came back
IMPOSSIBLE = 0.1  # s, messages from farther in the future: the other clock was reset
STALE = 8.0  # s, longer than any delay of a network: the other clock was reset


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSample:
    """Measured offset: the other clock minus this robot's clock."""

    offset: float  # s
    error: float  # s, maximum
    taken_at: float  # s

    def error_at(self, now: float) -> float:
        return self.error + DRIFT * max(0.0, now - self.taken_at)


class TeammateClock:
    """Offset of one teammate's clock from this robot's clock."""

    def __init__(self) -> None:
        self.best: ClockSample | None = None
        self._strikes = 0

    def receive(self, *, sent_at_there: float, received_at: float) -> None:
        """Add a received message, which cannot have been sent after it was received."""
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
        """Add a teammate's report of when a message of this robot arrived there."""
        outward = received_at_there - sent_at
        backward = answered_at_there - answer_received_at
        error = 0.5 * (outward - backward)
        if not 0.0 <= error < FIRST_ERROR:
            return
        sample = ClockSample(
            offset=0.5 * (outward + backward), error=error, taken_at=answer_received_at
        )
        if self.best is None or error <= self.best.error_at(answer_received_at):
            self.best = sample

    @property
    def offset(self) -> float:
        return self.best.offset if self.best is not None else 0.0

    def error_at(self, now: float) -> float:
        return self.best.error_at(now) if self.best is not None else math.inf
