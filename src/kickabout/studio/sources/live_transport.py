"""Transport of a running match: it plays, pauses and steps, and runs forward only."""

from collections.abc import Callable

from kickabout.framework import KickaboutError
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.pace import Pace
from kickabout.studio.sources.call_queue import CallQueue
from kickabout.studio.sources.source import StudioError

Until = Callable[[], bool]


class LiveTransport:
    """Advances a match at a chosen speed, until it is paused, has ended or has failed."""

    def __init__(
        self,
        match: Match,
        calls: CallQueue,
        *,
        running: bool,
        speed: float | None,
        after_frame: Callable[[], None],
    ) -> None:
        self.error: KickaboutError | None = None  # that stopped the match
        self._match = match
        self._calls = calls
        self._running = running
        self._after_frame = after_frame
        self._frames_left: int | None = None
        self._until: Until | None = None
        self._duration = 0.0
        self._pace = Pace(speed, match.time)

    @property
    def is_running(self) -> bool:
        return self._running and self.error is None

    @property
    def speed(self) -> float | None:
        """The chosen factor of real time; None if the match runs as fast as possible."""
        return self._pace.factor

    def limit(self, duration: float) -> None:
        """Pause when the match's time reaches a duration; 0 sets no limit."""
        self._duration = duration
        self._restart_pace()

    def advance(self) -> None:
        """Simulate a frame, then make calls until its real time is over."""
        try:
            self._match.step()
            if self._until is not None and self._until():
                self._until = None
                self._running = False
        except KickaboutError as error:
            self.error = error
        self._count_frame()
        self._after_frame()
        self._calls.make_for(self._pace.ahead(self._match.time))

    def _count_frame(self) -> None:
        if self._frames_left is not None:
            self._frames_left -= 1
            if self._frames_left <= 0:
                self._frames_left, self._running = None, False
        over = bool(self._duration) and self._match.time >= self._duration
        if over or self._match.control.is_over:
            self._running = False

    def play(self) -> None:
        self._start()

    def pause(self) -> None:
        self._running = False

    def step(self, frames: int) -> None:
        if frames < 1:
            raise StudioError("a match runs forward only; scrub back in its recording")
        self._start(frames=frames)
        self._advance_unserved()

    def run_until(self, until: Until) -> None:
        """Play until a condition holds; it is checked after each frame, in the match's thread."""
        self._start(until=until)
        self._advance_unserved()

    def _start(self, *, frames: int | None = None, until: Until | None = None) -> None:
        def start() -> None:
            self._running, self._frames_left, self._until = True, frames, until
            self._restart_pace()

        self._calls.call(start)

    def _advance_unserved(self) -> None:
        while not self._calls.served and self._running:
            self.advance()
            if self.error is not None:
                raise self.error

    def change_speed(self, factor: float | None) -> None:
        self._pace.factor = factor
        self._restart_pace()

    def _restart_pace(self) -> None:
        self._pace.restart(self._match.time)

    def go_to(self, time: float) -> None:
        raise StudioError("this match is not recorded; play it with --record to look back")

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        raise StudioError("only recordings can be searched; look back first")
