"""A match that is watched: it runs in one thread, and wishes of others wait for their turn."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import msgspec
import numpy as np

from kickabout.framework import KickaboutError, clock
from kickabout.geometry import Pose2, Robot, World
from kickabout.representations import Penalty
from kickabout.simulation.match.inspection import Question
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.pace import Pace
from kickabout.simulation.match.truth import turned_back, turned_pose
from kickabout.simulation.referee.view import TeamSide
from kickabout.studio.events import decision_words, state_words, words
from kickabout.studio.listening_pool import ListeningPool
from kickabout.studio.source import BELIEF, Moment, Status, StudioError, TimelineEvent, robot_index
from kickabout.studio.stage import stage_of

PATIENCE = 60.0  # s, that a wish may wait
SHORT_PATIENCE = 2.0  # s, that it may wait while kernels are compiled
COMPILING = "the match is compiling what its robots need; ask again when it plays"
STATUS_EVERY = 0.2  # s of real time
FACTOR_OVER = 2.0  # s of real time over which the speed is measured
IDLE = 0.05  # s
CLOSED = "the match is closed"

T = TypeVar("T")
Until = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Wish(Generic[T]):
    """Something to do in the match's thread, and what comes of it."""

    do: Callable[[], T]
    future: Future[T]

    def grant(self) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            self.future.set_result(self.do())
        except BaseException as error:
            self.future.set_exception(error)

    def refuse(self, reason: str) -> None:
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(StudioError(reason))


class LiveMatch:
    """A source that is a running match.

    `run` has to be called by one thread, the match's own. Not `served`, there is none: wishes
    are granted at once, and "step", "run" and "until" return when they are done.
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
        self.served = served
        self.robots: Sequence[str] = [str(robot) for robot in match.ids]
        self._pool = ListeningPool(match.pool)
        match.pool = self._pool
        self._wishes: queue.SimpleQueue[Wish[Any]] = queue.SimpleQueue()
        self._running = running
        self._frames_left: int | None = None
        self._until: Until | None = None
        self._ended = threading.Event()
        self.error: KickaboutError | None = None  # what ended the match
        self.spent = 0.0
        self._events: list[TimelineEvent] = []
        self._told = 0
        self._pace = Pace(speed, match.time)
        self._status = self._fresh_status()
        self._next_status = 0.0
        self._measured = (clock.monotonic(), match.time, 0.0)
        self._compiled = 0  # kernels, when the measurement of the speed began
        self._duration = 0.0

    def run(self, duration: float = 0.0) -> None:
        """Play until `close`; after the end of the game the match stands still."""
        self._duration = duration
        self._restart_pace()
        try:
            while not self._ended.is_set():
                self._grant_waiting()
                if self._running and self.error is None:
                    self._advance()
                else:
                    self._refresh(clock.monotonic())
                    self._wait_for_wish(IDLE)
        finally:
            self._ended.set()
            self._refuse_waiting()

    def _advance(self) -> None:
        try:
            self.match.step()
            if self._until is not None and self._until():
                self._until = None
                self._running = False
        except KickaboutError as error:
            self.error = error
        self._count_frames()
        now = clock.monotonic()
        if now >= self._next_status:
            self._refresh(now)
        self._wait_for_wish(self._pace.ahead(self.match.time))

    def _count_frames(self) -> None:
        if self._frames_left is not None:
            self._frames_left -= 1
            if self._frames_left <= 0:
                self._frames_left, self._running = None, False
        over = bool(self._duration) and self.match.time >= self._duration
        if over or self.match.control.is_over:
            self._running = False

    def _restart_pace(self) -> None:
        self._pace.restart(self.match.time)

    def _wait_for_wish(self, seconds: float) -> None:
        """Sleep, but not while somebody wants something."""
        end = clock.monotonic() + seconds
        while (left := end - clock.monotonic()) > 0.0:
            try:
                wish = self._wishes.get(timeout=left)
            except queue.Empty:
                return
            self._grant(wish)

    def _grant_waiting(self) -> None:
        for wish in self._waiting():
            self._grant(wish)

    def _grant(self, wish: Wish[Any]) -> None:
        begin = clock.monotonic()
        wish.grant()
        self.spent += clock.monotonic() - begin

    def _refuse_waiting(self) -> None:
        for wish in self._waiting():
            wish.refuse(CLOSED)

    def _waiting(self) -> Iterator[Wish[Any]]:
        with suppress(queue.Empty):
            while True:
                yield self._wishes.get_nowait()

    def ask(self, wish: Callable[[], T]) -> T:
        """Do something in the match's thread, between two frames."""
        if self._ended.is_set():
            raise StudioError(CLOSED)
        if not self.served:
            return wish()
        future: Future[T] = Future()
        self._wishes.put(Wish(wish, future))
        if self._ended.is_set():  # meanwhile; the match's thread may look no more
            self._refuse_waiting()
        return self._answer(future)

    def _answer(self, future: Future[T]) -> T:
        for patience in (SHORT_PATIENCE, PATIENCE - SHORT_PATIENCE):
            with suppress(TimeoutError):
                return future.result(patience)
            if self._pool.compilation.is_running:
                break
        if not future.cancel():  # it is answered at this moment
            return future.result()
        if self._pool.compilation.is_running:
            raise StudioError(COMPILING)
        raise StudioError(f"the match did not answer within {PATIENCE:g} s")

    def stage(self) -> dict[str, Any]:
        return stage_of(self.match.field, self.match.scene, self.robots)

    def moment(self) -> Moment:
        """From the newest snapshot; the match is not disturbed."""
        snapshot = self.match.snapshot
        return Moment(
            time=snapshot.time,
            ball=np.concatenate((snapshot.ball_position, snapshot.ball_quaternion)),
            torsos=np.concatenate((snapshot.torso_positions, snapshot.torso_quaternions), axis=1),
            joints=snapshot.joint_angles,
            beliefs=self._beliefs(),
        )

    def _beliefs(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        rows = np.full((len(self.robots), BELIEF), np.nan)
        for index, belief in self._pool.beliefs.items():
            if belief is None:
                continue
            direction = self.match.control.direction(self.match.ids[index].team)
            pose = turned_back(belief.robot_to_field, direction)
            rows[index, :3] = pose.x, pose.y, pose.theta
            if belief.ball_in_robot is not None:
                ball = pose @ belief.ball_in_robot
                rows[index, 3:] = ball.x, ball.y
        return rows

    def status(self) -> Status:
        """As after the last frame, but for what happens within frames."""
        compilation = self._pool.compilation
        return (
            replace(self._status, compiling=compilation.ended)
            if compilation.is_running
            else self._status
        )

    def events(self) -> Sequence[TimelineEvent]:
        return self._events

    def _refresh(self, now: float) -> None:
        self._next_status = now + STATUS_EVERY
        for time, decision in self.match.decisions[self._told :]:
            text = decision_words(type(decision).__name__, msgspec.to_builtins(decision))
            if text:
                self._events = [
                    *self._events,
                    TimelineEvent(time=time, source="referee", text=text),
                ]
        self._told = len(self.match.decisions)
        self._status = self._fresh_status(self._measured_factor(now))

    def _measured_factor(self, now: float) -> float:
        """Over a while in which nothing was compiled; 0.0: not yet known."""
        since, time, _ = self._measured
        compiled, self._compiled = self._compiled, self._pool.compilation.begun
        if compiled != self._compiled:
            self._measured = (now, self.match.time, 0.0)
        elif now - since >= FACTOR_OVER:
            self._measured = (now, self.match.time, (self.match.time - time) / (now - since))
        return self._measured[2]

    def _fresh_status(self, factor: float = 0.0) -> Status:
        match, state = self.match, self.match.control.state
        plans = {TeamSide.HOME: match.scene.home, TeamSide.AWAY: match.scene.away}
        numbers: dict[int | None, str] = {plan.number: str(side) for side, plan in plans.items()}
        kicking = numbers.get(state.kicking_team)
        whole = state_words(state.state.name, state.set_play.name, kicking)
        return Status(
            mode="live",
            time=match.time,
            end=match.time,
            running=self._running and self.error is None,
            speed=self._pace.factor,
            factor=factor,
            score=match.score,
            state=words(state.state.name),
            detail=whole.partition(": ")[2],
            remaining=float(state.seconds_remaining),
            home_direction=match.control.direction(TeamSide.HOME),
            penalties=self._penalties(),
            failure=str(self.error or ""),
            can_look_back=match.recording.recorder is not None,
        )

    def _penalties(self) -> dict[str, str]:
        found = {str(self.match.ids[index]): "gone" for index in self.match.lost}
        for robot in self.match.ids:
            penalty = self.match.control.referee.penalty(robot.team, robot.number)
            if penalty is not Penalty.NONE:
                found.setdefault(str(robot), words(penalty.name))
        return found

    def inspect(self, robot: str, question: Question) -> bytes:
        answer: bytes = self.change(robot, "inspect", question)
        return answer

    def value(self, robot: str, path: str) -> Any:
        return self.change(robot, "value", path)

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        index = robot_index(self.robots, robot)
        if self.error is not None:
            raise StudioError("the match has stopped, its robots answer no more; look back instead")
        return self.ask(lambda: self._pool.ask(index, what, *arguments))

    def play(self) -> None:
        def go() -> None:
            self._running, self._frames_left, self._until = True, None, None
            self._restart_pace()

        self.ask(go)

    def pause(self) -> None:
        self._running = False

    def step(self, frames: int) -> None:
        if frames < 1:
            raise StudioError("a match runs forward only; scrub back in its recording")

        def go() -> None:
            self._running, self._frames_left, self._until = True, frames, None
            self._restart_pace()

        self.ask(go)
        self._play_alone()

    def is_running(self) -> bool:
        return self._running

    def run_until(self, until: Until) -> None:
        """Play until something is true; it is asked after each frame, in the match's thread."""

        def go() -> None:
            self._running, self._frames_left, self._until = True, None, until
            self._restart_pace()

        self.ask(go)
        self._play_alone()

    def _play_alone(self) -> None:
        while not self.served and self._running:
            self._advance()
            if self.error is not None:
                raise self.error

    def change_speed(self, factor: float | None) -> None:
        self._pace.factor = factor
        self._restart_pace()

    def go_to(self, time: float) -> None:
        raise StudioError("this match is not recorded; play it with --record to look back")

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        raise StudioError("only recordings can be searched; look back first")

    def annotate(self, text: str) -> None:
        def note() -> None:
            recorder: Any = self.match.recording.recorder
            if recorder is not None:
                recorder.annotate(self.match.time, text, "studio")
            self._events = [
                *self._events,
                TimelineEvent(time=self.match.time, source="you", text=text),
            ]

        self.ask(note)

    def referee(self, call: Callable[[Any], None]) -> None:
        self.ask(lambda: call(self.match.control.referee))

    def place(
        self,
        *,
        ball: tuple[float, float] | None = None,
        velocity: tuple[float, float] = (0.0, 0.0),
        robot: str = "",
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        self._demand_inside(ball if ball is not None else pose[:2])
        if ball is not None:
            self.ask(lambda: self.match.place(ball=ball, velocity=velocity))
            return
        there = self.match.ids[robot_index(self.robots, robot)]
        in_world: Pose2[Robot, World] = Pose2(*pose)

        def put() -> None:
            wanted = turned_pose(in_world, self.match.control.direction(there.team))
            self.match.place(
                robot=(str(there.team), there.number), pose=(wanted.x, wanted.y, wanted.theta)
            )

        self.ask(put)

    def _demand_inside(self, point: tuple[float, ...]) -> None:
        field = self.match.field
        x, y = point[0], point[1]
        if not (abs(x) <= field.boundary_x + 1.0 and abs(y) <= field.boundary_y + 1.0):
            raise StudioError(f"({x:g}, {y:g}) is outside the world")

    def close(self) -> None:
        self._ended.set()
