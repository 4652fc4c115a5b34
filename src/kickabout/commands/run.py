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

if TYPE_CHECKING:
    from kickabout.framework import Agent, Team
    from kickabout.recording import LiveRecording
    from kickabout.representations import FieldDimensions, PlayerInfo

BODIES = ("lola",)
LOOK_EVERY = 0.1  # s, for wishes to stop
MOST_FAILURES = 10  # shown at the end
MOST_STUDIOS = 4  # that may watch a robot at the same time
STUDIO_SHARE = 0.05  # of the time, in which wishes of one studio are answered


def run(
    team: Annotated[str, typer.Argument(help="A team.")],
    body: Annotated[str, typer.Option(help=f"Kind of body: {', '.join(BODIES)}.")] = "lola",
    socket: Annotated[Path | None, typer.Option(help="Where the robot offers LoLA.")] = None,
    player: Annotated[int, typer.Option(min=1, max=20, help="Number on the jersey.")] = 1,
    team_number: Annotated[int, typer.Option(min=1, max=254, help="Given by the league.")] = 1,
    opponent: Annotated[int, typer.Option(min=0, max=254, help="Theirs; 0: not known.")] = 0,
    field: Annotated[str, typer.Option(help="The playing field.")] = "spl2020",
    override: Annotated[
        list[str] | None, typer.Option("--set", help="Module.parameter=value, may be repeated.")
    ] = None,
    duration: Annotated[
        float | None, typer.Option(min=0.0, help="Seconds; until stopped if not given.")
    ] = None,
    supervise: Annotated[
        bool, typer.Option(help="Sit the robot down when the program has ended.")
    ] = True,
    record: Annotated[Path | None, typer.Option(help="Write a recording, FILE.mcap.")] = None,
    recording: Annotated[
        str, typer.Option(help="What is recorded: default, models, full or a file.")
    ] = "default",
    serve: Annotated[str, typer.Option(help="[HOST:]PORT for studios that watch.")] = "",
    token: Annotated[str, typer.Option(help="What studios need to be let in.")] = "",
    editable: Annotated[
        bool, typer.Option(help="Studios may change parameters and values, not only look.")
    ] = False,
) -> None:
    """Run a team on a robot until it is stopped by Ctrl-C or SIGTERM.

    It receives the GameController and its teammates on all network interfaces.
    """
    from kickabout.body.identity import robot_parts
    from kickabout.body.lola import SOCKET, read_identity
    from kickabout.framework import Agent, ConfigurationError, OnFailure, load_team
    from kickabout.framework.errors import did_you_mean
    from kickabout.framework.teams.configuration import command_line_layer
    from kickabout.representations import PlayerInfo, load_field

    if body not in BODIES:
        raise ConfigurationError(f"there is no body '{body}'.{did_you_mean(body, BODIES)}")
    path = socket or SOCKET
    parts = robot_parts(read_identity(path))
    if supervise:
        raise typer.Exit(_supervised(path))
    constants = (
        load_field(field),
        PlayerInfo(team=team_number, number=player, team_name=team, opponent=opponent),
    )
    loaded = load_team(team, [*parts.layers, command_line_layer(override or ())])
    _rehearse(loaded, constants)
    agent = Agent(
        loaded, name=f"{team} {player}", constants=constants, on_failure=OnFailure.FALL_BACK
    )
    typer.echo(f"{team} plays number {player} with head {parts.head} on body {parts.body}")
    with (
        _recorded(agent, record, recording, constants) as live,
        _served(agent, constants, live, serve, (token, editable)),
    ):
        _play(agent, path, team_number, duration, live.save if live else lambda: None)
    _tell_failures(agent)


def _supervised(path: Path) -> int:
    """The same command again as a child of this process; its exit code."""
    from kickabout.body.lola import LolaBody
    from kickabout.body.supervisor import Supervisor

    command = [sys.executable, "-m", "kickabout", *sys.argv[1:], "--no-supervise"]
    supervisor = Supervisor(command, lambda: LolaBody(path))
    with _stopped_by(supervisor.stop):
        outcome = supervisor.run()
    how = f"killed by signal {-outcome.code}" if outcome.code < 0 else f"exit code {outcome.code}"
    rest = "is at rest" if outcome.at_rest else "does not answer: mind its joints"
    typer.echo(f"the program ended ({outcome.ending.name.lower()}, {how}); the robot {rest}")
    return outcome.code if outcome.code >= 0 else 128 - outcome.code


def _rehearse(team: "Team", constants: tuple[object, ...]) -> None:
    """Run each thread once without a body, so that compiled code is loaded before it is needed.

    Loading takes seconds, in which a robot that already stands would get no command.
    """
    from kickabout.framework import Agent, OnFailure
    from kickabout.representations import JointRequest

    JointRequest().check()
    agent = Agent(team, constants=constants, on_failure=OnFailure.FALL_BACK)
    for cycle in range(2):
        for thread in agent.threads.values():
            thread.run(0.1 * cycle)


@contextmanager
def _recorded(
    agent: "Agent", path: Path | None, settings: str, constants: tuple[object, ...]
) -> "Iterator[LiveRecording | None]":
    """A recording whose `save` is to be called now and then."""
    if path is None:
        yield None
        return
    from kickabout.commands.play import tell_recording
    from kickabout.recording import LiveRecording, load_settings
    from kickabout.recording.origin import origin

    live = LiveRecording(path, load_settings(settings), agent, constants=constants, facts=origin())
    try:
        yield live
    finally:
        live.close()
        tell_recording(live.recorder)


@contextmanager
def _served(
    agent: "Agent",
    constants: "tuple[FieldDimensions, PlayerInfo]",
    live: "LiveRecording | None",
    place: str,
    access: tuple[str, bool],
) -> "Iterator[None]":
    """The robot answers studios, a little at a time and never in its own threads."""
    if not place:
        yield
        return
    from kickabout.studio.running import RunningRobot
    from kickabout.studio.server import StudioServer
    from kickabout.studio.studio_controller import StudioController

    host, port = _place(place)
    token, editable = access
    field, player = constants
    source = RunningRobot(
        agent, field=field, player=player, on_change=live.change if live else None
    )
    desk = StudioController(source, read_only=not editable)
    served = StudioServer(
        desk, host=host, port=port, token=token, max_pages=MOST_STUDIOS, share=STUDIO_SHARE
    )
    with served as server:
        address = server.address.replace("http://", "ws://", 1)
        typer.echo(f"watch this robot with: kickabout studio '{address}'")
        yield


def _place(text: str) -> tuple[str, int]:
    """From "9000" or "0.0.0.0:9000"; without a host only this machine can look."""
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
        typer.echo(f"thread {thread} has to do without {', '.join(names)}", err=True)
    asked = threading.Event()
    gc.freeze()  # all this stays: looking through it for garbage would take several frames
    with _stopped_by(asked.set):
        robot.start()
        end = math.inf if duration is None else clock.monotonic() + duration
        while robot.running and clock.monotonic() < end:
            save()
            if clock.wait(LOOK_EVERY, asked):
                break
        lost = "" if robot.running else body.problem
        robot.stop()
        speaker.close()
    if lost:
        raise BodyError(f"the robot at {path} does not answer any more: {lost}")


def _tell_failures(agent: "Agent") -> None:
    failures = agent.failures()
    for failure in failures[:MOST_FAILURES]:
        typer.echo(f"{failure.module} failed at {failure.time:.3f} s: {failure.reason}", err=True)
    if len(failures) > MOST_FAILURES:
        typer.echo(f"… and {len(failures) - MOST_FAILURES} more failures of modules", err=True)


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
