"""A robot that is watched while its program runs in this process."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kickabout.framework import Agent, clock
from kickabout.recording.event_texts import readable, state_text
from kickabout.representations import FieldDimensions, GameStateModel, PlayerInfo
from kickabout.robots.kind import robot_kind
from kickabout.simulation.match.inspection import CHANGES, Question, inspected, program_verbs
from kickabout.simulation.match.scene import Scene, TeamPlan
from kickabout.studio.sources.controls import RefusedControls
from kickabout.studio.sources.estimates import estimated_ball, estimated_body
from kickabout.studio.sources.source import Moment, Status, StudioError, TimelineEvent, robot_index
from kickabout.studio.sources.stage import stage_of

TRIES = 3  # to read values that the robot's threads change at the same time
MAX_NOTES = 1000

Changed = Callable[[str, Sequence[object]], None]


class RobotTransport:
    """Transport of robots, which a studio cannot stop: each call is refused with its reason."""

    def play(self) -> None:
        raise StudioError("a robot runs on its own and cannot be paused or played")

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


ROBOT_CONTROLS = RefusedControls(
    no_referee="a studio cannot control the referee of real robots; use the GameController",
    no_placement="robots and balls outside of the simulation are moved by hand",
)


class RunningRobot:
    """A source that is one robot; it is shown where it estimates itself.

    Answers are made in the thread that asks: the robot's own threads never wait for them.
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
        self.transport, self.controls = RobotTransport(), ROBOT_CONTROLS
        self.robots: Sequence[str] = [f"home {player.number}"]
        self.spent = 0.0
        self._field = field
        self._kind = robot_kind(agent.team.robot, agent.team.packages)
        self._scene = Scene(home=TeamPlan(team=player.team_name, color="blue", number=player.team))
        self._on_change = on_change
        self._events: list[TimelineEvent] = []

    def stage(self) -> dict[str, Any]:
        kinds = {self.robots[0]: self._kind}
        return {**stage_of(self._field, self._scene, kinds), "fidelity": "robot"}

    def moment(self) -> Moment:
        newest = self._boards().get
        torso, joints, estimate = estimated_body(newest, self._kind)
        return Moment(
            time=self._time(),
            ball=estimated_ball(newest, self._field.ball.radius),
            torsos=torso[None],
            joints=joints[None],
            estimates=estimate[None],
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
        whole = state_text(game.state.name, game.set_play.name, None)
        return Status(
            mode="robot",
            time=time,
            end=time,
            running=True,
            speed=1.0,
            factor=1.0,
            state=readable(game.state.name),
            detail=whole.partition(": ")[2],
        )

    def events(self) -> Sequence[TimelineEvent]:
        return self._events

    def annotate(self, text: str) -> None:
        noted = TimelineEvent(time=self._time(), source="you", text=text)
        self._events = [*self._events, noted][-MAX_NOTES:]

    def inspect(self, robot: str, question: Question) -> bytes:
        robot_index(self.robots, robot)
        begin = clock.monotonic()
        try:
            for _ in range(TRIES - 1):
                try:
                    return inspected(self.agent, question)
                except RuntimeError:  # a thread of the robot changed what was being read
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
        """Do nothing: the robot keeps running."""
