"""A match: world, players, referee and network in lock step."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from kickabout.communication.udp_socket import LOOPBACK
from kickabout.framework import ConfigurationError, KickaboutError, clock
from kickabout.framework.closing import Closing
from kickabout.framework.errors import did_you_mean
from kickabout.framework.teams.configuration import Layer
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.simulation.gamecontroller.game_control import GameControl
from kickabout.simulation.match.inbox import Hands, Inbox
from kickabout.simulation.match.lineup import (
    completed_scene,
    player_plans,
    robot_ids,
    scene_of,
    start_poses,
)
from kickabout.simulation.match.mail import Mail
from kickabout.simulation.match.match_recording import MatchRecorder, MatchRecording
from kickabout.simulation.match.observer import Observer
from kickabout.simulation.match.player import PlayerReport, RobotInputs, RobotOutputs
from kickabout.simulation.match.pools.pool import Answers, Commands
from kickabout.simulation.match.pools.process_pool import make_pool, worker_count
from kickabout.simulation.match.program_check import check_programs
from kickabout.simulation.match.report import (
    BELIEF_INTERVAL,
    MatchReport,
    Statistics,
    goal_lines,
    robot_reports,
)
from kickabout.simulation.match.scene import (
    Scene,
    SceneEvent,
    check_numbers,
    league_of,
)
from kickabout.simulation.match.truth import (
    Truth,
    all_robots,
    is_upright,
    truth_of,
    turned_back,
    turned_pose,
)
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.decisions import (
    BallPlacement,
    ButtonPress,
    Decision,
    RobotPlacement,
    Whistle,
)
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.fidelity import Fidelity

SETTLED_AT = 0.3  # s; before, the threads of the robots load their code
REFEREE_INTERVAL = 0.06  # s between two views of the referee


class RobotHandle:
    """Access to one robot of a match."""

    def __init__(self, match: "Match", index: int) -> None:
        self._match = match
        self._index = index

    def __getitem__(self, name: str) -> Any:
        """Return the newest value of a representation in the robot's program."""
        return self.ask("representation", name)

    def ask(self, what: str, *arguments: object) -> Any:
        """Send a query or a change to the robot's program."""
        return self._match.pool.ask(self._index, what, *arguments)


class Match(Closing):
    """A match between two teams, advanced by simulated time.

    `with Match(home="bhuman2019", away="bhuman2019", seed=1) as match: match.run(60.0)`
    A recorder given as a function is created only after all checks, so that a match with invalid
    settings overwrites no recording.
    """

    def __init__(
        self,
        home: str = "dummies",
        away: str = "dummies",
        *,
        robots: int | None = None,
        league: str = "",
        field: str = "",
        fidelity: Fidelity | None = None,
        seed: int = 1,
        scene: Scene | str = "",
        layers: Sequence[Layer] = (),
        workers: int | None = None,
        wire_to: Sequence[str] | None = None,
        external_gamecontroller: bool = False,
        listen: str = LOOPBACK,
        recorder: MatchRecorder | Callable[[], MatchRecorder] | None = None,
    ) -> None:
        if seed < 0:
            raise ConfigurationError(f"seed {seed}; seeds begin at 0")
        self.seed = seed
        wanted = scene_of(scene, home, league=league, field=field, fidelity=fidelity)
        self.league = league_of(wanted)
        self.field = self.league.field
        self.scene = completed_scene(wanted, self.league, home, away, robots=robots)
        check_numbers(self.scene)
        self.ids = robot_ids(self.scene)
        self.plans = player_plans(self.scene, self.league, seed=seed, layers=layers)
        poses = start_poses(self.scene, self.field, self.plans)
        check_programs((plan.team, plan.kind) for plan in self.plans)
        kinds = [plan.kind for plan in self.plans]
        self.world = PhysicsWorld(self.field, kinds, timestep=self.scene.timestep)
        self._inbox = Inbox(len(self.ids))
        count = worker_count(workers, len(self.ids))
        self.control = GameControl(
            self.scene,
            self.field,
            seed=seed,
            wire_to=wire_to,
            external=external_gamecontroller,
            listen=listen,
        )
        self._hands = Hands(kinds, self.control.rules)
        self.mail = Mail(self.scene, self.ids, seed=seed, radio=self.control.rules.wireless.team)
        self.observer = Observer(self.ids, self.field)
        self.statistics = Statistics(len(self.ids))
        self.decisions: list[tuple[float, Decision]] = []
        self.lost: dict[int, str] = {}
        self._line_up(poses)
        self._events = sorted(self.scene.events, key=lambda event: event.at)
        self._whistles: list[tuple[float, float, float]] = []
        self.wall_seconds = self._timed_seconds = self._timed_wall_seconds = 0.0
        self.snapshot = self.world.snapshot()
        self._running: Snapshot | None = None  # of the frame that programs may still be running
        self.recording = MatchRecording(recorder() if callable(recorder) else recorder)
        self.plans = self.recording.with_recording(self.plans, self.scene, seed)
        self.pool = make_pool(self.plans, count)

    def _line_up(self, poses: Mapping[RobotId, Pose2[Robot, WorldFrame]]) -> None:
        for robot, pose in poses.items():
            self.world.place_robot(self.ids.index(robot), pose)
        ball = self.scene.ball
        self.world.place_ball(Vector2(*ball.position), Vector2(*ball.velocity))

    def close(self) -> None:
        """End the recording and the worker processes."""
        present = [index for index in range(len(self.ids)) if index not in self.lost]
        with ExitStack() as at_the_end:  # also if one of them fails
            at_the_end.callback(self.control.close)
            at_the_end.callback(self.pool.close)
            at_the_end.callback(self.recording.close, self.pool, present)
            for answers in self.pool.settle():
                self.recording.take(answers)

    @property
    def time(self) -> float:
        """Simulated seconds since the start."""
        return self.world.time

    @property
    def real_time_factor(self) -> float | None:
        """Simulated per real seconds, without start and compilation; None: not known yet."""
        return self._timed_seconds / self._timed_wall_seconds if self._timed_wall_seconds else None

    @property
    def score(self) -> tuple[int, int]:
        return self.control.score

    @property
    def truth(self) -> Truth:
        """The true state of the world, which robots cannot access."""
        return truth_of(self.snapshot, self.ids)

    def robot(self, team: str, number: int) -> RobotHandle:
        return RobotHandle(self, self._index(team, number))

    def run(self, seconds: float) -> None:
        """Let simulated time pass."""
        end = self.time + seconds - self.world.frame_time / 2.0
        while self.time < end:
            self.step()
        self.check()

    def forward(self, until: Callable[[], object], timeout: float = 60.0) -> bool:
        """Let time pass until a condition is true; return False at the timeout."""
        end = self.time + timeout
        while not until():
            if self.time >= end:
                return False
            self.step()
        self.check()
        return True

    def check(self) -> None:
        """Wait for the programs of the last frame, and raise a failure of theirs."""
        failure = self.pool.failure()
        if failure is not None:
            raise failure

    def step(self) -> None:
        """Simulate one frame.

        The world needs only the commands of the joints. So all other threads of the players may
        still run in the next frame; what they send is handed on then.
        """
        begin, compiled = clock.monotonic(), self.pool.compilation.begun
        running, self._running = self._running, self.snapshot
        self.pool.begin(self.snapshot, self._inputs())
        self.world.advance()
        if running is not None:
            self._take(self.pool.finish(), running)
        self._command(self.pool.commands())
        self.snapshot = self.world.snapshot()
        self.observer.update(self.world, self.snapshot)
        self._run_events()
        if self._is_time(self.world.frame, REFEREE_INTERVAL):
            self._officiate()
        self.statistics.count(self.snapshot, self.observer)
        self.recording.frame(self.snapshot, self.control)
        self._time_frame(clock.monotonic() - begin, compiled)

    def _take(self, answers: Answers, running: Snapshot) -> None:
        """Hand on what players have sent in the frame before this one."""
        self.recording.take(answers)
        if answers.failure is not None:
            raise answers.failure
        for index, outputs in answers.outputs.items():
            self.mail.post(index, outputs.team_packets, self.snapshot.time)
            self.control.count_messages(self.ids[index].team, outputs.team_packets)
            self.control.receive_status(outputs.status_packets)
        self.mail.carry()
        if self._is_time(self.snapshot.frame, BELIEF_INTERVAL):
            self._compare(answers.outputs, running)

    def _command(self, commands: Commands) -> None:
        if commands.failure is not None:
            raise commands.failure
        for index, joints in commands.joints.items():
            self.world.command(index, joints.angles, joints.stiffness)
        for loss in commands.losses:
            for index in loss.players:
                self.lost[index] = loss.reason
                self.recording.lose(index)
                self.world.limp(index)

    def _is_time(self, frame: int, interval: float) -> bool:
        """Whether a number of whole intervals has passed."""
        return frame % round(interval / self.world.frame_time) == 0

    def _time_frame(self, seconds: float, compiled: int) -> None:
        """Add to the timing, unless kernels were loaded or compiled in this frame."""
        self.wall_seconds += seconds
        if self.time > SETTLED_AT and self.pool.compilation.begun == compiled:
            self._timed_seconds += self.world.frame_time
            self._timed_wall_seconds += seconds

    def place(
        self,
        *,
        ball: tuple[float, float] | None = None,
        velocity: tuple[float, float] = (0.0, 0.0),
        robot: tuple[str, int] | None = None,
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """Place the ball (world frame) or a robot (field frame of its own team)."""
        if ball is not None:
            self.world.place_ball(Vector2(*ball), Vector2(*velocity))
        if robot is not None:
            index = self._index(*robot)
            wanted: Pose2[Robot, Field] = Pose2(*pose)
            self._place_robot(
                index, turned_back(wanted, self.control.direction(self.ids[index].team))
            )
        self.snapshot = self.world.snapshot()

    def report(self) -> MatchReport:
        """Return the report of the match up to now."""
        self.check()
        factor = self.real_time_factor
        players: dict[int, PlayerReport] = {
            index: self.pool.ask(index, "report")
            for index in range(len(self.ids))
            if index not in self.lost
        }
        return MatchReport(
            home=self.scene.home.team,
            away=self.scene.away.team,
            seed=self.seed,
            fidelity=self.scene.fidelity,
            score=self.score,
            simulated_seconds=round(self.time, 3),
            wall_seconds=round(self.wall_seconds, 3),
            real_time_factor=None if factor is None else round(factor, 3),
            goals=goal_lines(self.decisions),
            robots=robot_reports(self.ids, self.statistics, self.observer, players, self.decisions),
            lost={str(self.ids[index]): reason for index, reason in self.lost.items()},
        )

    def _inputs(self) -> dict[int, RobotInputs]:
        """Return the inputs of the robots whose frame begins now; the others get theirs later."""
        whistles, self._whistles = tuple(self._whistles), []
        self._inbox.add(self.control.datagrams(self.time), whistles)
        direction = self.control.direction(TeamSide.HOME)
        return {
            index: RobotInputs(
                game_controller=controller,
                teammates=self.mail.delivered(index, self.time),
                whistles=whistles,
                home_direction=direction,
                pressed=self._hands.pressed(index, self.time),
            )
            for index in filter(self.world.is_due, range(len(self.ids)))
            for controller, whistles in (self._inbox.taken(index),)
        }

    def _officiate(self) -> None:
        decisions = self.control.step(self.observer.view(self.world, self.snapshot))
        moved = False
        for decision in decisions:
            self.decisions.append((self.time, decision))
            self.recording.decide(self.time, decision)
            if isinstance(decision, BallPlacement):
                self.world.place_ball(decision.ball_in_world)
                moved = True
            elif isinstance(decision, RobotPlacement):
                self._place_robot(self.ids.index(decision.robot), decision.robot_to_world)
                moved = True
            elif isinstance(decision, ButtonPress):
                index = self.ids.index(decision.robot)
                self._hands.press(index, decision.buttons, self.time + decision.duration)
            elif isinstance(decision, Whistle):
                position = decision.referee_in_world
                self._whistles.append((self.time, position.x, position.y))
        if moved:
            self.snapshot = self.world.snapshot()

    def _compare(self, outputs: Mapping[int, RobotOutputs], snapshot: Snapshot) -> None:
        """Compare beliefs with the snapshot that the players were given.

        Penalized robots are left out, because they were placed elsewhere.
        """
        for index, output in outputs.items():
            takes_part = self.control.referee.plays(self.ids[index])
            if output.belief is None or not takes_part or not is_upright(snapshot, index):
                continue
            direction = self.control.direction(self.ids[index].team)
            _, truth = all_robots(snapshot)[index]
            x, y = (direction * snapshot.ball_position[:2]).tolist()
            self.statistics.compare(
                index, output.belief, turned_pose(truth.pose, direction), Vector2(x, y)
            )

    def _place_robot(self, index: int, pose: Pose2[Robot, WorldFrame]) -> None:
        self.world.place_robot(index, pose)
        self.observer.forget(index)
        self.statistics.forget(index)

    def _run_events(self) -> None:
        while self._events and self._events[0].at <= self.time:
            self._carry_out(self._events.pop(0))

    def _carry_out(self, event: SceneEvent) -> None:
        if event.do == "place_ball":
            self.place(ball=(event.position[0], event.position[1]))
        elif event.do == "whistle":
            self._whistles.append((self.time, 0.0, self.field.side_line_y))
        elif event.do == "place_robot":
            x, y, theta = event.position
            self.place(robot=self._named(event.robot), pose=(x, y, theta))
        elif event.do == "push":
            self.world.push(self._index(*self._named(event.robot)), event.impulse)
        else:
            self.control.call(event.do, self._named(event.robot), event.reason)

    def _named(self, robot: str) -> tuple[str, int]:
        team, _, number = robot.partition(" ")
        if not number.isdigit():
            raise ConfigurationError(f"'{robot}' is not a robot such as 'home 2'")
        return team, int(number)

    def _index(self, team: str, number: int) -> int:
        for index, robot in enumerate(self.ids):
            if (str(robot.team), robot.number) == (team, number):
                return index
        names = [str(robot) for robot in self.ids]
        raise KickaboutError(
            f"unknown robot '{team} {number}'.{did_you_mean(f'{team} {number}', names)}"
        )
