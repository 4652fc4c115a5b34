"""The play command: a match in the terminal, with a report at the end."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.output import write_file
from kickabout.commands.studio import LOOPBACK, recorder_for

if TYPE_CHECKING:
    from rich.console import Console

    from kickabout.commands.studio import MakesRecorder
    from kickabout.recording import Recorder
    from kickabout.simulation.match.match import Match
    from kickabout.simulation.match.scene import Scene

VIEW_RATE = 5.0  # Hz of the terminal view, in real time
FIDELITIES = ("images", "percepts", "truth")

Follow = Annotated[
    bool, typer.Option(help="Follow a GameController instead of the simulated referee.")
]
Listen = Annotated[
    str,
    typer.Option(
        help="Address to receive the external GameController on; 0.0.0.0 if it broadcasts."
    ),
]
WireTo = Annotated[
    list[str] | None,
    typer.Option(help="Be the GameController of robots there too, such as 127.0.0.1:3838."),
]


def play(
    home: Annotated[str, typer.Argument(help="The home team.")] = "bhuman2019",
    away: Annotated[str, typer.Argument(help="The away team.")] = "bhuman2019",
    robots: Annotated[int | None, typer.Option(help="Robots in each team.")] = None,
    field: Annotated[str, typer.Option(help="The field to play on.")] = "",
    fidelity: Annotated[
        str, typer.Option(help="images, percepts or truth: how the robots see.")
    ] = "",
    scene: Annotated[str, typer.Option(help="A scene by name or file.")] = "",
    location: Annotated[str, typer.Option(help="Values for a place, by name or file.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another match.")] = 1,
    duration: Annotated[
        float, typer.Option(min=0.0, help="Simulated seconds; 0 plays to the end.")
    ] = 0.0,
    half: Annotated[float | None, typer.Option(help="Seconds of one half.")] = None,
    speed: Annotated[str, typer.Option(help="max, or a factor of real time such as 1.0.")] = "",
    studio: Annotated[
        bool | None, typer.Option(help="In the browser; by default if one can be opened.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; 0 for this one alone.")] = None,
    override: Annotated[
        list[str] | None, typer.Option("--set", help="Module.parameter=value, may be repeated.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report as JSON.")] = None,
    record: Annotated[Path | None, typer.Option(help="Write a recording, FILE.mcap.")] = None,
    recording: Annotated[
        str, typer.Option(help="What is recorded: default, models, full or a file.")
    ] = "default",
    external_gamecontroller: Follow = False,
    listen: Listen = LOOPBACK,
    wire_to: WireTo = None,
) -> None:
    """Play a match: HOME against AWAY."""
    from functools import partial

    from kickabout.framework.teams.configuration import command_line_layer
    from kickabout.simulation.match.match import Match

    _check_writable(report)
    in_studio = _in_studio(studio)
    factor = _speed(speed or ("1.0" if in_studio else "max"))
    _check_fidelity(fidelity)
    layers = [command_line_layer(override)] if override else []
    made = partial(Match, home, away, robots=robots, field=field, seed=seed, layers=layers)
    followed = partial(made, external_gamecontroller=external_gamecontroller, listen=listen)
    wired = partial(followed, wire_to=wire_to, fidelity=fidelity or None)
    planned = partial(wired, scene=_scene(scene, location, half))
    wanted = _recorder(record, recording)
    kept = recorder_for(wanted, in_studio)
    with kept as recorder, planned(workers=workers, recorder=recorder) as match:
        _advance(match, recorder() if recorder and in_studio else None, duration, factor)
        failed = _finish(match, report)
    if wanted is not None:
        tell_recording(wanted())
    if failed:
        raise typer.Exit(1)


def _advance(
    match: "Match", watched: "Recorder | None", duration: float, factor: float | None
) -> None:
    """In the studio, with a recording to look back at, or in the terminal."""
    from kickabout.commands.studio import watch

    if watched is not None:
        watch(match, watched, duration=duration, factor=factor)
    else:
        _run(match, duration, factor)


def _in_studio(wanted: bool | None) -> bool:
    """As asked for; else where somebody sits at a screen."""
    import sys

    from kickabout.commands.studio import browser_can_be_opened

    return (sys.stdout.isatty() and browser_can_be_opened()) if wanted is None else wanted


def _recorder(path: Path | None, settings: str) -> "MakesRecorder | None":
    if path is None:
        return None
    from functools import cache, partial

    from kickabout.recording import Recorder, load_settings
    from kickabout.recording.origin import origin

    return cache(partial(Recorder, path, load_settings(settings), facts=origin()))


def tell_recording(recorder: "Recorder") -> None:
    """Where it is, and what is not in it."""
    typer.echo(f"recorded to {recorder.path}, {recorder.path.stat().st_size / 1e6:.1f} MB")
    if recorder.writer.stopped:
        typer.echo(f"the recording ended early: {recorder.writer.stopped}", err=True)
    lost = {name: count for name, count in recorder.dropped.items() if count}
    if lost:
        told = ", ".join(f"{count} of {name}" for name, count in lost.items())
        typer.echo(f"cycles that were not recorded: {told}", err=True)


def _scene(name: str, location: str, half: float | None) -> "Scene":
    """The scene with what the command line changes in it."""
    from dataclasses import replace

    from kickabout.simulation.match.scene import Scene, load_scene

    scene = load_scene(name) if name else Scene()
    if location:
        scene = replace(scene, location=location)
    if half is not None:
        pause = min(half, 10.0)
        scene = replace(scene, referee=replace(scene.referee, half=half, pause=pause))
    return scene


def _check_writable(path: Path | None) -> None:
    """Before the match: nobody wants to hear at its end that there is no place for the report.

    Only trying tells, as permissions are not all that may be in the way.
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


def _check_fidelity(name: str) -> None:
    from kickabout.framework import ConfigurationError
    from kickabout.framework.errors import did_you_mean

    if name and name not in FIDELITIES:
        raise ConfigurationError(f"there is no fidelity '{name}'.{did_you_mean(name, FIDELITIES)}")


def _speed(text: str) -> float | None:
    from kickabout.framework import ConfigurationError

    if text == "max":
        return None
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0.0 < factor < math.inf:
        raise ConfigurationError(f"a speed of '{text}'; give max or a factor such as 1.0")
    return factor


def _run(match: "Match", duration: float, factor: float | None) -> None:
    """Advance until the end, and show the state a few times a second."""
    import threading

    from rich.console import Console
    from rich.live import Live

    from kickabout.commands.compiling import compiling_announced
    from kickabout.commands.interruption import MESSAGE, interruption
    from kickabout.commands.match_view import MatchView
    from kickabout.framework import clock
    from kickabout.simulation.match.pace import Pace

    console = Console()
    stopped, never = threading.Event(), threading.Event()
    told = 0
    pace = Pace(factor)
    view = Live(MatchView(match), console=console, refresh_per_second=VIEW_RATE, transient=True)
    shown = view if console.is_terminal else compiling_announced(match)
    with interruption(stopped.set, match.pool.kill_late), shown:
        while not (duration and match.time >= duration) and not match.control.is_over:
            if stopped.is_set():
                break
            match.step()
            if not console.is_terminal:
                told = _tell(match, told, console)
            clock.wait(pace.ahead(match.time), never)
    if stopped.is_set():
        console.print(MESSAGE)


def _tell(match: "Match", told: int, console: "Console") -> int:
    """Print what the referee decided since the last time, one line each."""
    from kickabout.commands.match_view import decision_line

    for time, decision in match.decisions[told:]:
        line = decision_line(decision)
        if line:
            console.print(f"{time:7.1f} s  {line}", highlight=False)
    return len(match.decisions)


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
