"""A simulated player: a robot's program with a simulated body."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from kickabout.body.adapter import BodyAdapter
from kickabout.body.thread_camera import camera_of
from kickabout.framework import Agent, LockStepRunner, Team
from kickabout.framework.representation import representation_named
from kickabout.framework.running.executor import Failure
from kickabout.framework.running.lockstep import Steps, is_timed
from kickabout.framework.running.stopwatch import TimingSummary
from kickabout.geometry import Field, Pose2, Robot, Vec, Vector2
from kickabout.representations import (
    AudioFrame,
    BallModel,
    CameraImage,
    CameraInfo,
    Datagram,
    FieldDimensions,
    GroundTruth,
    JointRequest,
    PlayerInfo,
    ReceivedPackets,
    RobotPose,
    SensorFrame,
    StatusPackets,
    TeamPackets,
)
from kickabout.robots.kind import RobotKind
from kickabout.robots.sensor_kinds import SensorErrors
from kickabout.simulation.camera.vision import VisionSettings
from kickabout.simulation.ears.hearing import Hearing, HearingSettings
from kickabout.simulation.match.faults import Fault, Faults
from kickabout.simulation.match.simulated_body import SimulatedBody
from kickabout.simulation.match.truth import GroundTruthSource
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPlan:
    """Everything that is needed to create a player."""

    index: int  # row in the snapshots
    ids: tuple[RobotId, ...]  # of all robots, in the order of the snapshots
    team: Team
    kind: RobotKind
    info: PlayerInfo
    field: FieldDimensions
    seed: int
    sensors: SensorErrors = SensorErrors()
    vision: VisionSettings = VisionSettings()
    hearing: HearingSettings = HearingSettings()
    faults: tuple[Fault, ...] = ()
    recording: Callable[[Agent], "PlayerRecorder"] | None = None

    @property
    def name(self) -> str:
        return str(self.ids[self.index])

    @property
    def constants(self) -> tuple[object, ...]:
        """Constant representations."""
        return self.field, self.info


class PlayerRecorder(Protocol):
    """Records the execution of a player's program."""

    def taken(self) -> tuple[Any, ...]:
        """Return the pieces of the recording finished since the last call."""

    def finish(self) -> tuple[Any, ...]:
        """End the recording and return all remaining pieces."""

    def change(self, what: str, arguments: Sequence[object]) -> None:
        """Record a change of the program from outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotInputs:
    """Inputs of a player in one frame besides its sensors."""

    game_controller: tuple[Datagram, ...] = ()
    teammates: tuple[Datagram, ...] = ()
    whistles: tuple[tuple[float, float, float], ...] = ()  # blown since the last frame: s, x, y
    home_direction: float = 1.0  # 1 or -1, in which the home team attacks
    pressed: tuple[str, ...] = ()  # buttons that people press


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """A player's estimates of its pose and the ball, for comparison with the truth."""

    robot_to_field: Pose2[Robot, Field]
    ball_in_robot: Vector2[Robot] | None  # None: not known


class JointCommand(NamedTuple):
    """What a player's servos do next."""

    angles: Vec
    stiffness: Vec


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotOutputs:
    """Outputs of a player in one frame besides the command of its joints."""

    status_packets: tuple[bytes, ...] = ()
    team_packets: tuple[bytes, ...] = ()
    belief: Belief | None = None  # only of players that localize themselves
    recorded: tuple[Any, ...] = ()  # finished pieces of the recording


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReport:
    """Cycle times and failures of a player's program."""

    timings: dict[str, dict[str, TimingSummary]] = field(default_factory=dict)
    deadline_misses: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)


NO_PACKETS = ReceivedPackets()

Result = TypeVar("Result")
Run = Generator[Steps, None, Result]  # a part of a program: the steps of its cycles, one by one


class Player:
    """Runs one robot's program in lock step with the world.

    A frame has two parts: the threads up to the one that commands the joints, then all others. The
    world needs only the results of the first part to go on. Both parts yield the steps of their
    cycles instead of running them, so that several players can run module by module.
    """

    def __init__(self, plan: PlayerPlan) -> None:
        self.plan = plan
        self.agent = Agent(
            plan.team,
            name=plan.name,
            seed=plan.seed,
            constants=plan.constants,
            defaults=plan.kind.defaults,
        )
        self.recorder = plan.recording(self.agent) if plan.recording else None
        self._input_types = {
            thread.name: [representation_named(name) for name in thread.plan.inputs]
            for thread in self.agent.graph.threads
        }
        # The images of all robots together would not fit into the processor's cache.
        seeing = [name for name, kinds in self._input_types.items() if CameraImage in kinds]
        self.runner = LockStepRunner(self.agent, self._feed, unpaused=seeing)
        faults = Faults(plan.faults)
        self.body = SimulatedBody(
            plan.index,
            plan.ids,
            kind=plan.kind,
            field=plan.field,
            sensors=plan.sensors,
            vision=plan.vision,
            faults=faults,
            seed=plan.seed,
        )
        self.adapter = BodyAdapter(self.agent, self.body, self.body)
        self.hearing = Hearing(
            plan.index, kind=plan.kind, settings=plan.hearing, faults=faults, seed=plan.seed
        )
        self.truth = GroundTruthSource(plan.index, plan.ids)
        self._cameras = tuple(camera.name for camera in plan.kind.cameras)
        self._commanding = _commanding_thread(self.agent)
        self._others: Iterator[Steps | str] = iter(())  # threads that the frame has still to run
        self.whistle_at = -1e9
        self._sensor_frame = plan.kind.defaults(SensorFrame)
        self._snapshot: Snapshot | None = None
        self._robot_inputs = RobotInputs()
        self._packets: dict[str, ReceivedPackets] = {}
        sources: dict[type, Callable[[str, Snapshot], object | None]] = {
            SensorFrame: lambda thread, snapshot: self._sensor_frame,
            CameraImage: lambda thread, snapshot: self.adapter.image(thread, snapshot.time),
            CameraInfo: lambda thread, snapshot: self.adapter.camera_info(thread),
            AudioFrame: lambda thread, snapshot: self.hearing.listen(snapshot),
            GroundTruth: self._ground_truth,
            ReceivedPackets: lambda thread, snapshot: self._packets.pop(thread, NO_PACKETS),
        }
        self._sources = {
            thread: [sources[kind] for kind in kinds] for thread, kinds in self._input_types.items()
        }

    def begin(self, snapshot: Snapshot, inputs: RobotInputs) -> Run[JointCommand]:
        """Measure, run the threads up to the one that commands the joints, and act."""
        self._snapshot, self._robot_inputs = snapshot, inputs
        self.body.show(snapshot, pressed=inputs.pressed)
        self._sensor_frame = self.body.receive() or self._sensor_frame
        self._take(inputs)
        self._others = self.runner.frame(snapshot.time, self.plan.kind.frame_time)
        while self._commanding and (steps := next(self._others)) != self._commanding:
            if not isinstance(steps, str):
                yield steps
        self.adapter.act(self.agent.get(JointRequest))
        return JointCommand(self.body.actuators.angles, self.body.actuators.stiffness)

    def complete(self) -> Run[RobotOutputs]:
        """Run the other threads that are due in this frame."""
        assert self._snapshot is not None
        for steps in self._others:
            if not isinstance(steps, str):
                yield steps
        return RobotOutputs(
            status_packets=self._sent(StatusPackets, self._snapshot.time),
            team_packets=self._sent(TeamPackets, self._snapshot.time),
            belief=self._belief(),
            recorded=self.recorder.taken() if self.recorder else (),
        )

    def finish_recording(self) -> tuple[Any, ...]:
        """End the recording and return its remaining pieces."""
        return self.recorder.finish() if self.recorder else ()

    def report(self) -> PlayerReport:
        threads = self.agent.threads.items()
        return PlayerReport(
            timings=self.agent.timings(),
            deadline_misses={name: executor.deadline_misses for name, executor in threads},
            failures=self.agent.failures(),
        )

    def _take(self, inputs: RobotInputs) -> None:
        for time, x, y in inputs.whistles:
            self.whistle_at = time
            self.hearing.whistle(time, (x, y))
        if inputs.game_controller or inputs.teammates:
            for thread, types in self._input_types.items():
                if ReceivedPackets in types:
                    old = self._packets.get(thread, NO_PACKETS)
                    self._packets[thread] = ReceivedPackets(
                        game_controller=old.game_controller + inputs.game_controller,
                        teammates=old.teammates + inputs.teammates,
                    )

    def _feed(self, thread: str, now: float) -> Iterable[object]:
        assert self._snapshot is not None
        values = [source(thread, self._snapshot) for source in self._sources[thread]]
        return [value for value in values if value is not None]

    def _ground_truth(self, thread: str, snapshot: Snapshot) -> GroundTruth:
        return self.truth.value(
            snapshot,
            self._camera_of(thread),
            home_direction=self._robot_inputs.home_direction,
            whistle_at=self.whistle_at,
        )

    def _camera_of(self, thread: str) -> str:
        """Return the camera of a thread; for a thread without images, the robot's first one."""
        named = camera_of(self.agent.graph.thread(thread).plan)
        return named if named in self._cameras else next(iter(self._cameras), "")

    def _belief(self) -> Belief | None:
        if not self.agent.graph.threads_providing(RobotPose):
            return None
        ball = self.agent.get(BallModel)
        return Belief(
            robot_to_field=self.agent[RobotPose].robot_to_field,
            ball_in_robot=ball.position_in_robot if ball.known else None,
        )

    def _sent(self, kind: type[StatusPackets] | type[TeamPackets], now: float) -> tuple[bytes, ...]:
        """Return the packets of threads that ran in this frame."""
        sent: tuple[bytes, ...] = ()
        for name in self.agent.graph.threads_providing(kind):
            thread = self.agent.threads[name]
            if thread.frame.time == now:
                sent += thread[kind].packets
        return sent


def _commanding_thread(agent: Agent) -> str:
    """Return the last timed thread after which joints are commanded; none: empty."""

    def commands(thread: str) -> bool:
        provides = agent.graph.thread(thread).provider_of(JointRequest) is not None
        return provides or any(commands(follower) for follower in agent.followers_of(thread))

    timed = [thread.name for thread in agent.graph.threads if is_timed(thread)]
    return next((thread for thread in reversed(timed) if commands(thread)), "")
