"""A match that is watched: it runs in one thread, and calls of others wait for their turn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kickabout.framework import KickaboutError
from kickabout.geometry import FloatArray
from kickabout.simulation.match.inspection import Question
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.truth import turned_back
from kickabout.studio.sources.call_queue import CallQueue
from kickabout.studio.sources.controls import LiveControls
from kickabout.studio.sources.estimates import estimate_row
from kickabout.studio.sources.listening_pool import ListeningPool
from kickabout.studio.sources.live_status import LiveStatus
from kickabout.studio.sources.live_transport import LiveTransport
from kickabout.studio.sources.source import (
    ESTIMATE,
    Moment,
    Status,
    StudioError,
    TimelineEvent,
    robot_index,
)
from kickabout.studio.sources.stage import stage_of

IDLE = 0.05  # s


class LiveMatch:
    """A source that is a running match.

    One thread, the match's own, has to call `run`. If the match is not `served`, there is no such
    thread: calls are made at once, and "step", "run" and "until" return when they are done.
    """

    def __init__(
        self,
        match: Match,
        *,
        running: bool = True,
        speed: float | None = None,
        served: bool = True,
    ) -> None:
        self.match = match
        self.robots: Sequence[str] = [str(robot) for robot in match.ids]
        self._pool = ListeningPool(match.pool)
        match.pool = self._pool
        self.calls = CallQueue(self._pool.compilation, served=served)
        self.transport = LiveTransport(
            match, self.calls, running=running, speed=speed, after_frame=self._update_status
        )
        self.controls = LiveControls(match, self.calls, self.robots)
        self._status = LiveStatus(match, self.transport, self._pool.compilation)

    def _update_status(self) -> None:
        self._status.update_if_due()

    @property
    def error(self) -> KickaboutError | None:
        """The error that stopped the match."""
        return self.transport.error

    @property
    def spent(self) -> float:
        return self.calls.spent

    def run(self, duration: float = 0.0) -> None:
        """Play until `close`; after the end of the game the match stands still."""
        self.transport.limit(duration)
        try:
            while not self.calls.is_closed:
                self.calls.make_waiting()
                if self.transport.is_running:
                    self.transport.advance()
                else:
                    self._status.update()
                    self.calls.make_for(IDLE)
        finally:
            self.close()
            self.calls.refuse_waiting()

    def stage(self) -> dict[str, Any]:
        kinds = dict(zip(self.robots, self.match.snapshot.kinds, strict=True))
        return stage_of(self.match.field, self.match.scene, kinds)

    def moment(self) -> Moment:
        """Return the newest snapshot, without disturbing the match."""
        snapshot = self.match.snapshot
        return Moment(
            time=snapshot.time,
            ball=np.concatenate((snapshot.ball_position, snapshot.ball_quaternion)),
            torsos=np.concatenate((snapshot.torso_positions, snapshot.torso_quaternions), axis=1),
            joints=snapshot.joint_angles,
            estimates=self._estimates(),
        )

    def _estimates(self) -> FloatArray:
        rows = np.full((len(self.robots), ESTIMATE), np.nan)
        for index, estimate in self._pool.estimates.items():
            if estimate is not None:
                direction = self.match.control.direction(self.match.ids[index].team)
                pose = turned_back(estimate.robot_to_field, direction)
                rows[index] = estimate_row(pose, estimate.ball_in_robot)
        return rows

    def status(self) -> Status:
        return self._status.newest()

    def events(self) -> Sequence[TimelineEvent]:
        return self._status.events

    def inspect(self, robot: str, question: Question) -> bytes:
        answer: bytes = self.change(robot, "inspect", question)
        return answer

    def value(self, robot: str, path: str) -> Any:
        return self.change(robot, "value", path)

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        index = robot_index(self.robots, robot)
        if self.error is not None:
            raise StudioError(
                "the match has stopped, so its robots do not answer; look back instead"
            )
        return self.calls.call(lambda: self._pool.ask(index, what, *arguments))

    def annotate(self, text: str) -> None:
        def note() -> None:
            recorder: Any = self.match.recording.recorder
            if recorder is not None:
                recorder.annotate(self.match.time, text, "studio")
            self._status.add_event(self.match.time, "you", text)

        self.calls.call(note)

    def close(self) -> None:
        self.calls.close()
