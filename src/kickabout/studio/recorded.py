"""A recording that is watched: time goes by at any speed, in both directions by jumps."""

import json
import threading
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kickabout.framework import build_graph, clock
from kickabout.framework.paths import parse_path, value_at
from kickabout.framework.registry import module_named
from kickabout.framework.representation import representation_named
from kickabout.geometry import Vec
from kickabout.recording import Condition, Recording
from kickabout.recording.playback import Playback
from kickabout.representations import BallModel, RobotPose, TrueWorld, load_field
from kickabout.simulation.match.inspection import (
    Boards,
    Question,
    as_json,
    drawings_of,
    graph_of,
    parameters_of,
    values_of,
)
from kickabout.simulation.match.scene import Scene
from kickabout.simulation.match.truth import turned_back
from kickabout.studio.believed import believed_ball, believed_body
from kickabout.studio.events import decision_words, state_words, words
from kickabout.studio.series import Series, recorded_series
from kickabout.studio.source import (
    BELIEF,
    JOINTS,
    Moment,
    Status,
    StudioError,
    TimelineEvent,
    robot_index,
)
from kickabout.studio.stage import stage_of

TRUTH = "truth/TrueWorld"
FRAME = 0.04  # s, a step: the usual distance of two true worlds
UNREADABLE = "a recording cannot be changed; play a match instead"


class RecordedMatch:
    """A source that is a recording; whoever reads its file holds the lock."""

    def __init__(self, path: Path, *, mode: str = "log", packages: Sequence[str] = ()) -> None:
        self._files = ExitStack()
        self.packages = tuple(packages)
        self.recording = self._files.enter_context(Recording(path, packages=packages))
        self.mode = mode
        # A live robot is recorded under the name of its team; here it plays for home.
        self._names = {_side_name(name): name for name in self.recording.programs}
        self.robots: Sequence[str] = list(self._names)
        self._lock = threading.RLock()
        self._series_lock = threading.Lock()
        self._time = self.recording.start
        self._speed: float | None = 1.0
        self._running = False
        self.loops = False  # whether it begins again at its end
        self._home_direction = 1.0
        self._moved_at = clock.monotonic()
        self.spent = 0.0  # reading a recording delays nobody

    @cached_property
    def _scene(self) -> Scene:
        data = json.loads(self.recording.facts.get("scene", "{}"))
        names = {key: data[key] for key in ("field", "fidelity", "home", "away") if key in data}
        return msgspec.convert(names, Scene, strict=False)

    def stage(self) -> dict[str, Any]:
        return stage_of(load_field(self._scene.field), self._scene, self.robots)

    @property
    def time(self) -> float:
        """Where the recording is now."""
        with self._lock:
            now = clock.monotonic()
            if self._running:
                self._time += (now - self._moved_at) * (self._speed or 1.0)
                start, end = self.recording.start, self.recording.end
                if self._time >= end and self.loops and end > start:
                    self._time = start + (self._time - start) % (end - start)
                elif self._time >= end:
                    self._time, self._running = end, False
            self._moved_at = now
            return self._time

    def moment(self) -> Moment:
        with self._lock:
            time = self.time
            if not self._has(TRUTH):
                return self._believed(time)
            world = self._world(time)
            self._home_direction = world.home_direction
            beliefs = self._beliefs(time, world.home_direction)
        shown = np.zeros((len(self.robots), 7))
        shown[:, 3] = 1.0
        joints = np.zeros((len(self.robots), JOINTS))
        for index, name in enumerate(self._names.values()):  # a cut recording may have lost some
            if name in world.robots:
                row = world.robots.index(name)
                shown[index] = (*world.torso_positions[row], *world.torso_quaternions[row])
                joints[index] = world.joint_angles[row]
        ball: Vec = np.concatenate((world.ball_position, world.ball_quaternion))
        return Moment(time=time, ball=ball, torsos=shown, joints=joints, beliefs=beliefs)

    def _believed(self, time: float) -> Moment:
        """Where no truth was recorded, robots are shown where they believed to be."""
        newest = [lambda kind, name=name: self._newest(name, kind, time) for name in self.robots]
        bodies = [believed_body(of) for of in newest]
        torsos, joints, beliefs = (np.stack(rows) for rows in zip(*bodies, strict=True))
        ball = believed_ball(newest[0])
        return Moment(time=time, ball=ball, torsos=torsos, joints=joints, beliefs=beliefs)

    def _world(self, time: float) -> TrueWorld:
        """The true world then; before the first one, the first."""
        first = self.recording.start + 2.0 * FRAME
        found: TrueWorld | None = self.recording.value(TRUTH, time)
        return found or self.recording.value(TRUTH, first) or TrueWorld()

    def _beliefs(self, time: float, home: float) -> "np.ndarray[Any, np.dtype[np.float64]]":
        rows = np.full((len(self.robots), BELIEF), np.nan)
        for index, name in enumerate(self.robots):
            believed = self._newest(name, RobotPose, time)
            if believed is None:
                continue
            direction = home if name.startswith("home") else -home
            pose = turned_back(believed.robot_to_field, direction)
            rows[index, :3] = pose.x, pose.y, pose.theta
            model = self._newest(name, BallModel, time)
            if model is not None and model.known:
                ball = pose @ model.position_in_robot
                rows[index, 3:] = ball.x, ball.y
        return rows

    def _newest(self, robot: str, kind: type, time: float) -> Any:
        topic = self._places(robot).get(kind.__name__)
        return self.recording.value(topic[-1], time) if topic else None

    def _places(self, robot: str) -> dict[str, list[str]]:
        """Representation → topics of a robot."""
        robot_index(self.robots, robot)
        return self._all_places[robot]

    @cached_property
    def _all_places(self) -> dict[str, dict[str, list[str]]]:
        found: dict[str, dict[str, list[str]]] = {name: {} for name in self.robots}
        shown = {name: robot for robot, name in self._names.items()}
        for topic in self.recording.topics:
            team, _, rest = topic.partition("/")
            number, _, path = rest.partition("/")
            robot, leaf = shown.get(f"{team} {number}"), path.rpartition("/")[2]
            if robot is not None and path.count("/") == 1 and leaf not in ("image", "debug"):
                found[robot].setdefault(leaf, []).append(topic)
        return found

    def status(self) -> Status:
        time = self.time
        state, detail, score = self._game_at(time)
        return Status(
            mode=self.mode,
            time=time,
            start=self.recording.start,
            end=self.recording.end,
            running=self._running,
            speed=self._speed,
            factor=(self._speed or 1.0) if self._running else 0.0,
            score=score,
            state=state,
            detail=detail,
            home_direction=self._home_direction,
            can_look_back=True,
        )

    def _game_at(self, time: float) -> tuple[str, str, tuple[int, int]]:
        with self._lock:
            times, games = self._games
        return games[bisect_right(times, time)]

    @cached_property
    def _games(self) -> tuple[list[float], list[tuple[str, str, tuple[int, int]]]]:
        """Times of changes, and the game before and after each of them."""
        names = [n for n in ("referee/StateChange", "referee/GoalScored") if self._has(n)]
        times: list[float] = []
        games: list[tuple[str, str, tuple[int, int]]] = [("initial", "", (0, 0))]
        for message in self.recording.messages(names) if names else ():
            state, detail, score = games[-1]
            decided = message.plain
            if message.topic.endswith("GoalScored"):
                score = (int(decided["score"][0]), int(decided["score"][1]))
            else:
                state = words(str(decided["state"]))
                whole = state_words(state, str(decided["set_play"]), decided["kicking_team"])
                detail = whole.partition(": ")[2]
            times.append(message.time)
            games.append((state, detail, score))
        return times, games

    def _has(self, topic: str) -> bool:
        return topic in self.recording.topics

    def events(self) -> Sequence[TimelineEvent]:
        with self._lock:
            return self._recorded_events

    @cached_property
    def _recorded_events(self) -> list[TimelineEvent]:
        found = []
        names = [n for n in self.recording.topics if n.startswith("referee/")]
        for message in self.recording.messages(names) if names else ():
            text = decision_words(message.topic.partition("/")[2], message.plain)
            if text:
                found.append(TimelineEvent(time=message.time, source="referee", text=text))
        for time, source, text in self.recording.annotations():
            if source != "referee":
                found.append(TimelineEvent(time=time, source=source, text=text))
        return sorted(found, key=lambda event: event.time)

    def inspect(self, robot: str, question: Question) -> bytes:
        robot_index(self.robots, robot)
        program = self.recording.programs[self._names[robot]]
        with self._lock:
            time = self.time
            boards = self._boards(robot, time, question)
            answer: dict[str, Any] = {
                "time": time,
                "values": values_of(boards, question.values),
                "overrides": {},
                "refused": {},
            }
            if question.draw:
                shown, known = drawings_of(boards, question.drawings)
                answer["drawings"], answer["known_drawings"] = shown, sorted(known)
            if question.images:
                answer["images"] = self._images(robot, time)
        if program.refusal and (question.graph or question.parameters):
            raise StudioError(program.refusal)
        if question.graph:
            answer["graph"] = graph_of(build_graph(program.team))
        if question.parameters:
            answer["parameters"] = {
                name: parameters_of(
                    program.team.parameters_of(module_named(name, program.team.packages)), {}
                )
                for name in question.parameters
            }
        return as_json(answer)

    def _boards(self, robot: str, time: float, question: Question) -> Boards:
        """Only what the question is about is read."""
        names = {name.rpartition("/")[2] for name in question.values}
        boards: dict[str, dict[type, Any]] = {}
        for name, topics in self._places(robot).items():
            kind = self.recording.kind_of(topics[0])
            if kind is None or not (name in names or (question.draw and hasattr(kind, "draw"))):
                continue
            for topic in topics:
                value = self.recording.value(topic, time)
                if value is not None:
                    boards.setdefault(topic.split("/")[2], {})[kind] = value
        return boards

    def _images(self, robot: str, time: float) -> dict[str, str]:
        found = {}
        for camera in ("upper", "lower"):
            topic = f"{self._names[robot].replace(' ', '/')}/{camera}/image"
            message = self.recording.message_at(topic, time) if self._has(topic) else None
            if message is not None:
                found[camera] = str(message.plain["data"])
        return found

    def value(self, robot: str, path: str) -> Any:
        name, steps = parse_path(path)
        with self._lock:
            value = self._newest(robot, representation_named(name), self.time)
        if value is None:
            raise StudioError(f"{robot} has no {name} recorded at {self.time:.2f} s")
        return value_at(value, steps)

    def series(self, robot: str, path: str, *, start: float, end: float) -> Series:
        """The numbers at a path from start to end, as recorded."""
        topic = self.topic_of(robot, path)
        with self._series_lock:
            return recorded_series(self._again, topic, path, start=start, end=end)

    def topic_of(self, robot: str, path: str) -> str:
        """Return the topic that holds what a path of a robot begins with."""
        name, _ = parse_path(path)
        topics = self._places(robot).get(representation_named(name).__name__)
        if not topics:
            raise StudioError(f"{robot} has no {name} recorded")
        return topics[-1]

    @cached_property
    def _again(self) -> Recording:
        """The same file, opened once more: moments do not wait while a long stretch is read."""
        return self._files.enter_context(Recording(self.recording.path))

    def play(self) -> None:
        with self._lock:
            if self.time >= self.recording.end - 1e-6:
                self._time = self.recording.start
            self._running, self._moved_at = True, clock.monotonic()

    def pause(self) -> None:
        with self._lock:
            self._time, self._running = self.time, False

    def step(self, frames: int) -> None:
        self.pause()
        self.go_to(self.time + frames * FRAME)

    def change_speed(self, factor: float | None) -> None:
        with self._lock:
            self._time, self._speed = self.time, factor or 4.0

    def go_to(self, time: float) -> None:
        with self._lock:
            self._time = min(max(time, self.recording.start), self.recording.end)
            self._moved_at = clock.monotonic()

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        """The next time at which a condition becomes true; None if it never does."""
        wanted = Condition(condition)
        with self._lock:
            now = self.time
            found = self._found(robot, wanted, now, forward=forward)
            if found is not None:
                self._running = False
                self.go_to(found)
        return found

    def _found(self, robot: str, wanted: Condition, now: float, *, forward: bool) -> float | None:
        playback = Playback(self.recording, self._names[robot])
        if forward:
            playback.seek(now)
        held, found = True, None
        while (cycle := playback.next()) is not None:
            if not forward and cycle.info.time >= now - 1e-6:
                break
            holds = wanted.holds(partial(_on_board, playback))
            if holds and not held:
                found = cycle.info.time
                if forward:
                    break
            held = holds
        return found

    def annotate(self, text: str) -> None:
        raise StudioError(
            "a recording cannot be changed, so the note would be lost; write it while a match runs"
        )

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        raise StudioError(UNREADABLE)

    def referee(self, call: Callable[[Any], None]) -> None:
        raise StudioError(UNREADABLE)

    def place(
        self,
        *,
        ball: tuple[float, float] | None = None,
        velocity: tuple[float, float] = (0.0, 0.0),
        robot: str = "",
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        raise StudioError(UNREADABLE)

    def close(self) -> None:
        with self._lock, self._series_lock:
            self._files.close()


def _side_name(name: str) -> str:
    """Such as "home 2"; recordings of live robots have the team's name in front."""
    team, _, number = name.rpartition(" ")
    return name if team in ("home", "away") else f"home {number}"


def _on_board(playback: Playback, kind: type) -> Any:
    for values in playback.threads.values():
        if kind in values:
            return values[kind]
    return None
