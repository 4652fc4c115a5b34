"""A robot that is watched while its program runs in this process, on a body of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kickabout.framework import Agent, clock
from kickabout.representations import FieldDimensions, GameStateModel, PlayerInfo
from kickabout.simulation.match.inspection import CHANGES, Question, inspected, program_verbs
from kickabout.simulation.match.scene import Scene, TeamPlan
from kickabout.studio.believed import believed_ball, believed_body
from kickabout.studio.events import state_words, words
from kickabout.studio.source import Moment, Status, StudioError, TimelineEvent, robot_index
from kickabout.studio.stage import stage_of

TRIES = 3  # to read what the robot's threads change at the same time
MOST_NOTES = 1000

Changed = Callable[[str, Sequence[object]], None]


class FreeRunning:
    """What sources of robots refuse: their time, place and game are not the studio's."""

    def play(self) -> None:
        raise StudioError("a robot's time goes on by itself")

    def pause(self) -> None:
        raise StudioError("a robot's time cannot be stopped; record it with --record to look back")

    def step(self, frames: int) -> None:
        self.pause()

    def change_speed(self, factor: float | None) -> None:
        self.pause()

    def go_to(self, time: float) -> None:
        self.pause()

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        raise StudioError("only recordings can be searched; record the robot with --record")

    def referee(self, call: Callable[[Any], None]) -> None:
        raise StudioError("robots have no referee here; the GameController has")

    def place(
        self,
        *,
        ball: tuple[float, float] | None = None,
        velocity: tuple[float, float] = (0.0, 0.0),
        robot: str = "",
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        raise StudioError("robots and balls outside of the simulation are moved by hand")


class RunningRobot(FreeRunning):
    """A source that is one robot; it is shown where it believes to be.

    Answers are made in the thread of who asks: the robot's own threads never wait for them.
    """

    def __init__(
        self,
        agent: Agent,
        *,
        field: FieldDimensions,
        player: PlayerInfo,
        on_change: Changed | None = None,
    ) -> None:
        self.agent = agent
        self.robots: Sequence[str] = [f"home {player.number}"]
        self.spent = 0.0
        self._field = field
        self._scene = Scene(home=TeamPlan(team=player.team_name, color="blue", number=player.team))
        self._on_change = on_change
        self._events: list[TimelineEvent] = []

    def stage(self) -> dict[str, Any]:
        return {**stage_of(self._field, self._scene, self.robots), "fidelity": "robot"}

    def moment(self) -> Moment:
        newest = self._boards().get
        torso, joints, belief = believed_body(newest)
        return Moment(
            time=self._time(),
            ball=believed_ball(newest),
            torsos=torso[None],
            joints=joints[None],
            beliefs=belief[None],
        )

    def _boards(self) -> Mapping[type, Any]:
        boards: dict[type, Any] = {}
        for thread in self.agent.threads.values():
            boards.update(thread.published)
        return boards

    def _time(self) -> float:
        return max(thread.frame.time for thread in self.agent.threads.values())

    def status(self) -> Status:
        time = self._time()
        game = self._boards().get(GameStateModel) or GameStateModel()
        whole = state_words(game.state.name, game.set_play.name, None)
        return Status(
            mode="robot",
            time=time,
            end=time,
            running=True,
            speed=1.0,
            factor=1.0,
            state=words(game.state.name),
            detail=whole.partition(": ")[2],
        )

    def events(self) -> Sequence[TimelineEvent]:
        return self._events

    def annotate(self, text: str) -> None:
        noted = TimelineEvent(time=self._time(), source="you", text=text)
        self._events = [*self._events, noted][-MOST_NOTES:]

    def inspect(self, robot: str, question: Question) -> bytes:
        robot_index(self.robots, robot)
        begin = clock.monotonic()
        try:
            for _ in range(TRIES - 1):
                try:
                    return inspected(self.agent, question)
                except RuntimeError:  # a thread of the robot changed what was just read
                    continue
            return inspected(self.agent, question)
        finally:
            self.spent += clock.monotonic() - begin

    def value(self, robot: str, path: str) -> Any:
        robot_index(self.robots, robot)
        return self.agent.value(path)

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        robot_index(self.robots, robot)
        answer = program_verbs(self.agent)[what](*arguments)
        if self._on_change is not None and what in CHANGES:
            self._on_change(what, arguments)
        return answer

    def close(self) -> None:
        """The robot goes on without being watched."""
