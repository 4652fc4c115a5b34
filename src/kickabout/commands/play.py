"""The play command: a match in the browser or the terminal, with a report at the end."""

import math
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import (
    LOOPBACK,
    FieldName,
    Half,
    Host,
    InFoxglove,
    LeagueName,
    MatchFidelity,
    Override,
    Port,
    ReadOnly,
    Record,
    RecordingName,
    Robots,
    SceneName,
    Seed,
    demand_names,
    demand_plan,
    existing_recording,
    scene_with,
)
from kickabout.commands.output import write_file
from kickabout.commands.studio import recorder_for

if TYPE_CHECKING:
    from rich.console import Console

    from kickabout.commands.studio import MakesRecorder
    from kickabout.framework.teams.configuration import Layer
    from kickabout.recording import Recorder
    from kickabout.simulation.match.match import Match
    from kickabout.simulation.match.pace import Pace

VIEW_RATE = 5.0  # Hz of the terminal view, in real time
NO_BROWSER = (
    "no browser can be opened here, so the terminal shows the match; --studio serves it as a page "
    "and prints the address (stop with Ctrl+C)"
)

Location = Annotated[
    str,
    typer.Option(
        help="Apply the parameters saved for this location: its name, or the path of a .toml file."
    ),
]
Follow = Annotated[
    bool, typer.Option(help="Follow an external GameController instead of the simulated referee.")
]
Listen = Annotated[
    str,
    typer.Option(
        help="Address at which to receive the external GameController; 0.0.0.0 if it broadcasts."
    ),
]
WireTo = Annotated[
    list[str] | None,
    typer.Option(
        help="Send the referee's GameController packets to this address too, such as "
        "127.0.0.1:3838; may be repeated."
    ),
]
Home = Annotated[str, typer.Argument(help="The home team (see `kickabout teams`).")]
Away = Annotated[str, typer.Argument(help="The away team.")]
Duration = Annotated[
    float,
    typer.Option(min=0.0, help="End after this simulated time in seconds; 0 plays to the end."),
]
Speed = Annotated[
    str,
    typer.Option(
        help="Speed limit: max, or a factor of real time such as 1.0; by default 1.0 in the "
        "studio, max in the terminal."
    ),
]
Beside = Annotated[
    Path | None,
    typer.Option(help="Recording to show in the studio beside the match, at the same time."),
]
InStudio = Annotated[
    bool | None,
    typer.Option(
        help="Show the match in the browser or in the terminal; by default in the browser if "
        "one can be opened."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(help="Number of processes for the robots; 0 runs all in the main process."),
]
Report = Annotated[
    Path | None, typer.Option(help="Write a report of the match to this file (JSON).")
]


def play(
    home: Home = "bhuman2019",
    away: Away = "bhuman2019",
    robots: Robots = None,
    league: LeagueName = "",
    field: FieldName = "",
    fidelity: MatchFidelity = "",
    scene: SceneName = "",
    location: Location = "",
    seed: Seed = 1,
    duration: Duration = 0.0,
    half: Half = None,
    speed: Speed = "",
    studio: InStudio = None,
    host: Host = LOOPBACK,
    port: Port = None,
    read_only: ReadOnly = False,
    beside: Beside = None,
    workers: Workers = None,
    override: Override = None,
    report: Report = None,
    record: Record = None,
    recording: RecordingName = "default",
    foxglove: InFoxglove = False,
    external_gamecontroller: Follow = False,
    listen: Listen = LOOPBACK,
    wire_to: WireTo = None,
) -> None:
    """Play a match between two teams.

    The match is shown in the studio, a page in the browser, or in the terminal. Ctrl+C ends it.
    """
    _check_writable(report)
    demand_names(teams=(home, away), league=league, field=field, scene=scene, fidelity=fidelity)
    demand_plan(robots, league=league, scene=scene, location=location)
    layers = _layers(override)
    in_studio = _in_studio(studio)
    _check_beside(beside, in_studio)
    factor = _speed(speed or ("1.0" if in_studio else "max"))
    changed = scene_with(scene, fidelity=fidelity, location=location, half=half)
    from kickabout.commands.studio import Serving, watch
    from kickabout.simulation.match.match import Match

    made = partial(Match, home, away, robots=robots, league=league, field=field, seed=seed)
    followed = partial(made, external_gamecontroller=external_gamecontroller, listen=listen)
    planned = partial(followed, layers=layers, wire_to=wire_to, scene=changed)
    wanted = _recorder(record, recording)
    kept = recorder_for(wanted, in_studio, foxglove=foxglove)
    with kept as recorder, planned(workers=workers, recorder=recorder) as match:
        if recorder and in_studio:
            serving = Serving(host=host, port=port, read_only=read_only, beside=beside)
            watch(match, recorder(), serving, duration=duration, factor=factor)
        else:
            _run(match, duration, factor)
        failed = _finish(match, report)
    if wanted is not None:
        print_recording(wanted())
    if failed:
        raise typer.Exit(1)


def _in_studio(wanted: bool | None) -> bool:
    """Return what is requested; by default, whether a browser can be opened from a terminal."""
    import sys

    from kickabout.commands.studio import browser_can_be_opened

    if wanted is not None or not sys.stdout.isatty():
        return bool(wanted)
    if not browser_can_be_opened():
        typer.echo(NO_BROWSER, err=True)
        return False
    return True


def _layers(override: list[str] | None) -> "list[Layer]":
    from kickabout.framework.teams.configuration import command_line_layer

    return [command_line_layer(override)] if override else []


def _check_beside(path: Path | None, in_studio: bool) -> None:
    """Demand a recording to show beside the match, and the studio that shows it."""
    from kickabout.framework import ConfigurationError

    if path is None:
        return
    if not in_studio:
        raise ConfigurationError("--beside shows a recording in the studio; add --studio")
    existing_recording(path)


def _recorder(path: Path | None, settings: str) -> "MakesRecorder | None":
    if path is None:
        return None
    from functools import cache

    from kickabout.recording import Recorder, load_settings
    from kickabout.recording.origin import origin

    return cache(partial(Recorder, path, load_settings(settings), facts=origin()))


def print_recording(recorder: "Recorder") -> None:
    """Print where the recording is and what it lacks."""
    typer.echo(f"recorded to {recorder.path}, {recorder.path.stat().st_size / 1e6:.1f} MB")
    if recorder.writer.stopped:
        typer.echo(f"the recording ended early: {recorder.writer.stopped}", err=True)
    lost = {name: count for name, count in recorder.dropped.items() if count}
    if lost:
        listed = ", ".join(f"{count} of {name}" for name, count in lost.items())
        typer.echo(f"cycles that were not recorded: {listed}", err=True)


def _check_writable(path: Path | None) -> None:
    """Refuse a report that cannot be written before the match is played instead of after it.

    The file is opened to find out, because more than permissions may be in the way.
    """
    import os

    from kickabout.framework import ConfigurationError

    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not os.path.lexists(path)
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None


def _speed(text: str) -> float | None:
    from kickabout.framework import ConfigurationError

    if text == "max":
        return None
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0.0 < factor < math.inf:
        raise ConfigurationError(f"the speed is '{text}'; expected max or a factor such as 1.0")
    return factor


def _run(match: "Match", duration: float, factor: float | None) -> None:
    """Advance until the end, and show the state a few times a second."""
    from rich.console import Console
    from rich.live import Live

    from kickabout.commands.compiling import compiling_announced, preparation_of, prepare
    from kickabout.commands.interruption import MESSAGE, interruption
    from kickabout.commands.match_view import MatchView
    from kickabout.simulation.match.pace import Pace

    console = Console()
    stopped = threading.Event()
    view = Live(MatchView(match), console=console, refresh_per_second=VIEW_RATE, transient=True)
    shown = view if console.is_terminal else compiling_announced(match)
    with interruption(stopped.set, match.pool.kill_late):
        prepare(preparation_of(match), stopped)
        with shown:
            _advance(match, duration or math.inf, Pace(factor), stopped, console)
    if stopped.is_set():
        console.print(MESSAGE)


def _advance(
    match: "Match", end: float, pace: "Pace", stopped: "threading.Event", console: "Console"
) -> None:
    from kickabout.framework import clock
    from kickabout.recording.event_texts import EventTexts

    printed, texts, never = 0, EventTexts(), threading.Event()
    while match.time < end and not match.control.is_over and not stopped.is_set():
        match.step()
        if not console.is_terminal:
            for time, text in texts.texts(match.decisions[printed:]):
                console.print(f"{time:7.1f} s  {text}", highlight=False)
            printed = len(match.decisions)
        clock.wait(pace.ahead(match.time), never)


def _finish(match: "Match", path: Path | None) -> bool:
    """Show the result and write the report; True if a module failed."""
    import msgspec
    from rich.console import Console

    result = match.report()
    console = Console()
    for line in result.goals:
        console.print(line)
    factor = result.real_time_factor
    speed = "" if factor is None else f" at {factor:.2f} × real time"
    console.print(
        f"{result.home} {result.score[0]} : {result.score[1]} {result.away}, "
        f"{result.simulated_seconds:.0f} s simulated{speed}"
    )
    for robot, reason in result.lost.items():
        console.print(f"[red]{robot}: {reason}[/red]")
    if path is not None:
        text = msgspec.json.format(msgspec.json.encode(result), indent=2).decode()
        write_file(path, f"{text}\n")
    return result.failed
