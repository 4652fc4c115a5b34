"""The status of a running match: score, state of the game, measured speed, events."""

from collections.abc import Sequence
from dataclasses import replace

from kickabout.framework import clock
from kickabout.recording.event_texts import EventTexts, readable, state_text
from kickabout.representations import Penalty
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.match import Match
from kickabout.simulation.referee.view import TeamSide
from kickabout.studio.sources.live_transport import LiveTransport
from kickabout.studio.sources.source import Status, TimelineEvent

PERIOD = 0.2  # s of real time between two updates
FACTOR_OVER = 2.0  # s of real time over which the speed is measured


class LiveStatus:
    """The newest status and events, which the match's thread updates and any thread may read."""

    def __init__(self, match: Match, transport: LiveTransport, compilation: Compilation) -> None:
        self.events: Sequence[TimelineEvent] = ()
        self._match = match
        self._transport = transport
        self._compilation = compilation
        self._listed_decisions = 0
        self._texts = EventTexts()
        self._next_update = 0.0
        self._factor = 0.0  # times real time; 0.0 until it is measured
        self._measured_since = (clock.monotonic(), match.time)
        self._compiled = 0  # kernels, when the measurement of the speed began
        self._newest = self._status()

    def newest(self) -> Status:
        """Return the status after the last update, with kernels that are being compiled now."""
        if not self._compilation.is_running:
            return self._newest
        return replace(self._newest, compiling=self._compilation.ended)

    def update_if_due(self) -> None:
        if clock.monotonic() >= self._next_update:
            self.update()

    def update(self) -> None:
        now = clock.monotonic()
        self._next_update = now + PERIOD
        for time, text in self._texts.texts(self._match.decisions[self._listed_decisions :]):
            self.add_event(time, "referee", text)
        self._listed_decisions = len(self._match.decisions)
        self._measure_factor(now)
        self._newest = self._status()

    def add_event(self, time: float, source: str, text: str) -> None:
        self.events = [*self.events, TimelineEvent(time=time, source=source, text=text)]

    def _measure_factor(self, now: float) -> None:
        """Measure the speed over a period in which no kernel was compiled."""
        since, time = self._measured_since
        compiled, self._compiled = self._compiled, self._compilation.begun
        if compiled != self._compiled:
            self._factor = 0.0
        elif now - since >= FACTOR_OVER:
            self._factor = (self._match.time - time) / (now - since)
        else:
            return
        self._measured_since = (now, self._match.time)

    def _status(self) -> Status:
        match, state = self._match, self._match.control.state
        plans = {TeamSide.HOME: match.scene.home, TeamSide.AWAY: match.scene.away}
        numbers: dict[int | None, str] = {plan.number: str(side) for side, plan in plans.items()}
        kicking = numbers.get(state.kicking_team)
        whole = state_text(state.state.name, state.set_play.name, kicking)
        return Status(
            mode="live",
            time=match.time,
            end=match.time,
            running=self._transport.is_running,
            speed=self._transport.speed,
            factor=self._factor,
            score=match.score,
            state=readable(state.state.name),
            detail=whole.partition(": ")[2],
            remaining=float(state.seconds_remaining),
            home_direction=match.control.direction(TeamSide.HOME),
            penalties=self._penalties(),
            failure=str(self._transport.error or ""),
            can_look_back=match.recording.recorder is not None,
        )

    def _penalties(self) -> dict[str, str]:
        found = {str(self._match.ids[index]): "gone" for index in self._match.lost}
        for robot in self._match.ids:
            penalty = self._match.control.referee.penalty(robot.team, robot.number)
            if penalty is not Penalty.NONE:
                found.setdefault(str(robot), readable(penalty.name))
        return found
