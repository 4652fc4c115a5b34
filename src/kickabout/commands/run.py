"""The run command: a team on the body of a real robot, under a supervisor."""

import gc
import math
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import FieldName, Override, Record, RecordingName, UsedLeague

if TYPE_CHECKING:
    from kickabout.framework import Agent, Team
    from kickabout.recording import LiveRecording
    from kickabout.representations import FieldDimensions, PlayerInfo
    from kickabout.soccer.league import League

BODIES = {"lola": "nao"}  # interface of a body → kind of robot that has it
CHECK_EVERY = 0.1  # s, for requests to stop
MAX_FAILURES = 10  # shown at the end
MAX_STUDIOS = 4  # that may watch a robot at the same time
STUDIO_FRACTION = 0.05  # of the time, for answering requests of one studio
TeamName = Annotated[str, typer.Argument(help="The team to run (see `kickabout teams`).")]
BodyName = Annotated[str, typer.Option(help=f"Interface to the robot's body: {', '.join(BODIES)}.")]
Socket = Annotated[
    Path | None, typer.Option(help="Socket of the robot's LoLA service; by default LoLA's own.")
]
Player = Annotated[int, typer.Option(min=1, max=20, help="Player number on the robot's jersey.")]
TeamNumber = Annotated[
    int, typer.Option(min=1, max=254, help="Team number assigned by the league.")
]
Opponent = Annotated[
    int, typer.Option(min=0, max=254, help="Opponents' team number; 0 if unknown.")
]
Duration = Annotated[float | None, typer.Option(min=0.0, help="End after this time in seconds.")]
Supervise = Annotated[
    bool,
    typer.Option(help="Run the team in a child process and sit the robot down when it ends."),
]
Serve = Annotated[
    str, typer.Option(help="Let studios watch the robot at this address: [HOST:]PORT.")
]
Token = Annotated[
    str,
    typer.Option(
        help="Token that studios need; by default a random one if the address is not local."
    ),
]
Editable = Annotated[
    bool, typer.Option(help="Let studios change parameters and values, not only look.")
]


def run(
    team: TeamName,
    body: BodyName = "lola",
    socket: Socket = None,
    player: Player = 1,
    team_number: TeamNumber = 1,
    opponent: Opponent = 0,
    league: UsedLeague = "spl2021",
    field: FieldName = "",
    override: Override = None,
    duration: Duration = None,
    supervise: Supervise = True,
    record: Record = None,
    recording: RecordingName = "default",
    serve: Serve = "",
    token: Token = "",
    editable: Editable = False,
) -> None:
    """Run a team on a real robot.

    The program ends at Ctrl+C or SIGTERM. It receives the GameController and its teammates on all
    network interfaces.
    """
    from kickabout.body.identity import robot_parts
    from kickabout.body.lola import SOCKET, read_identity
    from kickabout.framework import Agent, ConfigurationError, OnFailure, load_team
    from kickabout.framework.errors import did_you_mean
    from kickabout.framework.teams.configuration import command_line_layer
    from kickabout.representations import PlayerInfo
    from kickabout.robots.kind import defaults_of
    from kickabout.soccer.league import load_league

    if body not in BODIES:
        raise ConfigurationError(f"there is no body '{body}'.{did_you_mean(body, BODIES)}")
    path = socket or SOCKET
    parts = robot_parts(read_identity(path))
    if supervise:
        raise typer.Exit(_supervised(path))
    played_in = load_league(league, field=field)
    constants = (
        played_in.field,
        PlayerInfo(team=team_number, number=player, team_name=team, opponent=opponent),
    )
    loaded = load_team(team, [*parts.layers, command_line_layer(override or ())])
    _demand_fit(loaded, played_in, body)
    _rehearse(loaded, constants)
    agent = Agent(
        loaded,
        name=f"{team} {player}",
        constants=constants,
        defaults=defaults_of(loaded),
        on_failure=OnFailure.FALL_BACK,
    )
    typer.echo(f"{team} plays number {player} with head {parts.head} on body {parts.body}")
    with (
        _recorded(agent, record, recording, constants) as live,
        _served(agent, constants, live, serve, (token, editable)),
    ):
        _play(agent, path, team_number, duration, live.save if live else lambda: None)
    _print_failures(agent)


def _demand_fit(team: "Team", league: "League", body: str) -> None:
    """Refuse a team whose robot the league does not allow, or that is made for another body."""
    from kickabout.framework import ConfigurationError
    from kickabout.robots.kind import robot_kind
    from kickabout.robots.program_check import check_program

    league.demand_robot(team.robot, team.name)
    if team.robot != BODIES[body]:
        raise ConfigurationError(
            f"team {team.name} plays with robot '{team.robot}', but '{body}' is the interface of"
            f" robot '{BODIES[body]}'"
        )
    check_program(team, robot_kind(team.robot, team.packages))


def _supervised(path: Path) -> int:
    """Run the same command in a child process; return its exit code."""
    from kickabout.body.lola import LolaBody
    from kickabout.body.supervisor import Supervisor

    command = [sys.executable, "-m", "kickabout", *sys.argv[1:], "--no-supervise"]
    supervisor = Supervisor(command, lambda: LolaBody(path))
    with _stopped_by(supervisor.stop):
        outcome = supervisor.run()
    how = f"killed by signal {-outcome.code}" if outcome.code < 0 else f"exit code {outcome.code}"
    rest = "is at rest" if outcome.at_rest else "does not answer: its joints may still be stiff"
    typer.echo(f"the program ended ({outcome.ending.name.lower()}, {how}); the robot {rest}")
    return outcome.code if outcome.code >= 0 else 128 - outcome.code


def _rehearse(team: "Team", constants: tuple[object, ...]) -> None:
    """Run each thread once without a body, so that compiled code is loaded before it is needed.

    Loading takes seconds, in which a robot that already stands would get no command.
    """
    from kickabout.framework import Agent, OnFailure
    from kickabout.representations import JointRequest
    from kickabout.robots.kind import defaults_of

    JointRequest().check()
    agent = Agent(
        team, constants=constants, defaults=defaults_of(team), on_failure=OnFailure.FALL_BACK
    )
    for cycle in range(2):
        for thread in agent.threads.values():
            thread.run(0.1 * cycle)


@contextmanager
def _recorded(
    agent: "Agent", path: Path | None, settings: str, constants: tuple[object, ...]
) -> "Iterator[LiveRecording | None]":
    """Yield a recording, whose `save` has to be called repeatedly."""
    if path is None:
        yield None
        return
    from kickabout.commands.play import print_recording
    from kickabout.recording import LiveRecording, load_settings
    from kickabout.recording.origin import origin

    live = LiveRecording(path, load_settings(settings), agent, constants=constants, facts=origin())
    try:
        yield live
    finally:
        live.close()
        print_recording(live.recorder)


@contextmanager
def _served(
    agent: "Agent",
    constants: "tuple[FieldDimensions, PlayerInfo]",
    live: "LiveRecording | None",
    address: str,
    access: tuple[str, bool],
) -> "Iterator[None]":
    """Serve studios in a small fraction of the time and never in the robot's own threads."""
    if not address:
        yield
        return
    from kickabout.studio.server import AddressInUse, StudioServer
    from kickabout.studio.sources.running_robot import RunningRobot
    from kickabout.studio.sources.source import StudioError
    from kickabout.studio.studio_controller import StudioController

    host, port = _host_and_port(address)
    token, editable = access
    field, player = constants
    source = RunningRobot(
        agent, field=field, player=player, on_change=live.change if live else None
    )
    controller = StudioController(source, read_only=not editable)
    try:
        served = StudioServer(
            controller,
            host=host,
            port=port,
            token=token,
            max_pages=MAX_STUDIOS,
            max_fraction=STUDIO_FRACTION,
        )
    except AddressInUse as error:
        raise StudioError(f"{error}; choose another port in --serve") from None
    with served as server:
        watched_at = server.address.replace("http://", "ws://", 1)
        typer.echo(f"watch this robot with: kickabout studio '{watched_at}'")
        yield


def _host_and_port(text: str) -> tuple[str, int]:
    """Parse "9000" or "0.0.0.0:9000"; without a host, only this machine can connect."""
    from kickabout.framework import ConfigurationError

    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise ConfigurationError(f"--serve {text}: give a port, or HOST:PORT such as 0.0.0.0:9000")
    return host.strip("[]") or "127.0.0.1", int(port)


def _play(
    agent: "Agent",
    path: Path,
    team_number: int,
    duration: float | None,
    save: Callable[[], None],
) -> None:
    from kickabout.body import BodyError
    from kickabout.body.live_robot import LiveRobot
    from kickabout.body.lola import LolaBody
    from kickabout.body.robot_network import RobotNetwork
    from kickabout.body.speech import Speaker
    from kickabout.framework import clock

    speaker = Speaker()
    body = LolaBody(path, say=speaker.say)
    listens = any("ReceivedPackets" in plan.inputs for plan in agent.team.threads)
    network = RobotNetwork.of_team(team_number) if listens else None
    robot = LiveRobot(agent, body, network=network)
    for thread, names in robot.missing.items():
        typer.echo(f"thread {thread} runs without {', '.join(names)}", err=True)
    stopped = threading.Event()
    gc.freeze()  # nothing so far becomes garbage; collecting it would take several frames
    with _stopped_by(stopped.set):
        robot.start()
        end = math.inf if duration is None else clock.monotonic() + duration
        while robot.running and clock.monotonic() < end:
            save()
            if clock.wait(CHECK_EVERY, stopped):
                break
        lost = "" if robot.running else body.problem
        robot.stop()
        speaker.close()
    if lost:
        raise BodyError(f"the robot at {path} no longer answers: {lost}")


def _print_failures(agent: "Agent") -> None:
    failures = agent.failures()
    for failure in failures[:MAX_FAILURES]:
        typer.echo(f"{failure.module} failed at {failure.time:.3f} s: {failure.reason}", err=True)
    if len(failures) > MAX_FAILURES:
        typer.echo(f"… and {len(failures) - MAX_FAILURES} more module failures", err=True)


@contextmanager
def _stopped_by(stop: Callable[[], None]) -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into a call."""
    import signal

    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, lambda *_: stop()) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)
