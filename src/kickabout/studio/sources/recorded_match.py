"""A recording that is watched like a match."""

import json
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from kickabout.framework import ConfigurationError, build_graph
from kickabout.framework.paths import parse_path, thread_and_path, value_at
from kickabout.framework.registry import module_named
from kickabout.framework.representation import representation_named
from kickabout.recording import Recording
from kickabout.recording.program import Program
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.simulation.match.inspection import (
    Question,
    as_json,
    drawings_of,
    graph_of,
    parameters_of,
    values_of,
)
from kickabout.simulation.match.match_recording import recorded_league
from kickabout.simulation.match.scene import Scene
from kickabout.soccer.league import League
from kickabout.studio.sources.controls import RefusedControls
from kickabout.studio.sources.linked_transport import Lead, LinkedTransport
from kickabout.studio.sources.recorded_game import RecordedGame
from kickabout.studio.sources.recorded_moments import RecordedMoments
from kickabout.studio.sources.recorded_transport import RecordedTransport
from kickabout.studio.sources.recorded_values import RecordedValues
from kickabout.studio.sources.source import (
    Moment,
    Status,
    StudioError,
    TimelineEvent,
    robot_index,
)
from kickabout.studio.sources.stage import stage_of

SHIPPED_MATCH = Path(__file__).parents[1] / "introduction.mcap"  # half a minute of a game
UNCHANGEABLE = "a recording cannot be changed; play a match instead"


class RecordedMatch:
    """A source that is a recording; its file is read under a lock."""

    spent = 0.0  # reading a recording delays no match

    def __init__(self, path: Path, *, mode: str = "log", packages: Sequence[str] = ()) -> None:
        self._files = ExitStack()
        self.packages = tuple(packages)
        self.recording = self._files.enter_context(Recording(path, packages=packages))
        self.mode = mode
        # A live robot is recorded under the name of its team; here it plays for home.
        self._names = {_side_name(name): name for name in self.recording.programs}
        self.robots: Sequence[str] = list(self._names)
        self._lock = threading.RLock()
        self._transport = RecordedTransport(self.recording, self._names, self._lock)
        self.transport: RecordedTransport | LinkedTransport = self._transport
        self.controls = RefusedControls(no_referee=UNCHANGEABLE, no_placement=UNCHANGEABLE)
        self._game = RecordedGame(self.recording)
        self._values = RecordedValues(self.recording, self._names)
        self._moments = RecordedMoments(
            self.recording,
            self._names,
            self._values,
            kinds=self.kinds,
            ball_radius=self.league.field.ball.radius,
        )

    @cached_property
    def _scene(self) -> Scene:
        data = json.loads(self.recording.facts.get("scene", "{}"))
        known = ("league", "field", "fidelity", "home", "away")
        names = {key: data[key] for key in known if key in data}
        return msgspec.convert(names, Scene, strict=False)

    @cached_property
    def league(self) -> League:
        return recorded_league(self.recording.facts, self._scene)

    @cached_property
    def kinds(self) -> dict[str, RobotKind | None]:
        """The kind of each robot; None for kinds of packages that the user does not allow."""
        programs = self.recording.programs
        return {robot: _kind(programs[name]) for robot, name in self._names.items()}

    def link(self, lead: Lead, *, start: float) -> None:
        """Follow the time of what is shown beside; `start` is when that begins.

        Recordings of one time keep it; others are shown from their beginnings.
        """
        meets = self.recording.start <= start < self.recording.end
        shift = 0.0 if meets else self.recording.start - start
        self.transport = LinkedTransport(self._transport, lead, shift=shift)

    @property
    def shift(self) -> float | None:
        """Seconds from the time shown beside to this one's; None if it is not linked."""
        return self.transport.shift if isinstance(self.transport, LinkedTransport) else None

    @shift.setter
    def shift(self, seconds: float) -> None:
        if isinstance(self.transport, LinkedTransport):
            self.transport.shift = seconds

    def stage(self) -> dict[str, Any]:
        return stage_of(self.league.field, self._scene, self.kinds)

    def moment(self) -> Moment:
        with self._lock:
            return self._moments.at(self.transport.time)

    def status(self) -> Status:
        time = self.transport.time
        with self._lock:
            game = self._game.at(time)
        running, speed = self.transport.is_running, self.transport.speed
        return Status(
            mode=self.mode,
            time=time,
            start=self.recording.start,
            end=self.recording.end,
            running=running,
            speed=speed,
            factor=speed if running else 0.0,
            score=game.score,
            state=game.state,
            detail=game.detail,
            penalties=game.penalties,
            remaining=self._moments.seconds_remaining,
            home_direction=self._moments.home_direction,
            can_look_back=True,
            shift=self.shift,
        )

    def events(self) -> Sequence[TimelineEvent]:
        with self._lock:
            return self._game.events

    def inspect(self, robot: str, question: Question) -> bytes:
        robot_index(self.robots, robot)
        program = self.recording.programs[self._names[robot]]
        answer = self._recorded_answer(robot, question)
        if program.refusal and (question.graph or question.parameters):
            raise StudioError(program.refusal)
        if question.graph:
            answer["graph"] = graph_of(build_graph(program.team))
        if question.parameters:
            answer["parameters"] = _parameters(program, question.parameters)
        return as_json(answer)

    def _recorded_answer(self, robot: str, question: Question) -> dict[str, Any]:
        """Return the part of an answer that is read from the file."""
        with self._lock:
            time = self.transport.time
            boards = self._values.boards(robot, time, question)
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
                answer["images"] = self._values.images(robot, time)
        return answer

    def value(self, robot: str, path: str) -> Any:
        thread, rest = thread_and_path(path)
        name, steps = parse_path(rest)
        with self._lock:
            time = self.transport.time
            value = self._values.newest(robot, representation_named(name), time, thread)
        if value is None:
            raise StudioError(f"{robot} has no {name} recorded at {time:.2f} s")
        return value_at(value, steps)

    def topic_of(self, robot: str, path: str) -> str:
        """Return the topic that holds what a path of a robot begins with."""
        thread, rest = thread_and_path(path)
        name, _ = parse_path(rest)
        topics = self._values.topics(robot, representation_named(name), thread)
        if not topics:
            raise StudioError(f"{robot} has no {name} recorded{f' in {thread}' * bool(thread)}")
        return topics[-1]

    def annotate(self, text: str) -> None:
        raise StudioError(
            "a recording cannot be changed, so the note would be lost; write it while a match runs"
        )

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        raise StudioError(UNCHANGEABLE)

    def close(self) -> None:
        with self._lock:
            self._files.close()


def _side_name(name: str) -> str:
    """Return such as "home 2"; recordings of live robots have the team's name in front."""
    team, _, number = name.rpartition(" ")
    return name if team in ("home", "away") else f"home {number}"


def _kind(program: Program) -> RobotKind | None:
    try:
        return robot_kind(program.team.robot, program.team.packages)
    except ConfigurationError:
        return None


def _parameters(program: Program, modules: Sequence[str]) -> dict[str, Any]:
    team = program.team
    return {
        name: parameters_of(team.parameters_of(module_named(name, team.packages)), {})
        for name in modules
    }
