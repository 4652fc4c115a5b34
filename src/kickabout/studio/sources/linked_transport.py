"""Transport of a recording that is shown beside a match or another recording."""

from typing import Protocol

from kickabout.studio.sources.recorded_transport import RecordedTransport
from kickabout.studio.sources.source import Source


class Lead(Protocol):
    """What gives the time: the controller of the match or recording that is shown first."""

    @property
    def source(self) -> Source: ...
    @property
    def time(self) -> float: ...
    def go_to(self, time: float) -> None: ...


class LinkedTransport:
    """Shows the time of its lead, plus a shift; what changes the time changes the lead's."""

    speed = 1.0
    is_running = False  # by itself: only the lead makes time pass
    loops = False

    def __init__(self, own: RecordedTransport, lead: Lead, *, shift: float = 0.0) -> None:
        self.shift = shift  # s, added to the lead's time
        self._own = own
        self._lead = lead

    @property
    def time(self) -> float:
        self._own.go_to(self._lead.time + self.shift)
        return self._own.time

    def play(self) -> None:
        self._lead.source.transport.play()

    def pause(self) -> None:
        self._lead.source.transport.pause()

    def step(self, frames: int) -> None:
        self._lead.source.transport.step(frames)

    def change_speed(self, factor: float | None) -> None:
        self._lead.source.transport.change_speed(factor)

    def go_to(self, time: float) -> None:
        self._lead.go_to(time - self.shift)

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        """Find a time in this recording, and show it with the lead's at the same time."""
        self._own.go_to(self._lead.time + self.shift)
        found = self._own.find(robot, condition, forward=forward)
        if found is not None:
            self.pause()
            self.go_to(found)
        return found
