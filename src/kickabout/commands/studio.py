"""The studio command: a match, a recording, or robots, in the browser."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import (
    LOOPBACK,
    Away,
    Half,
    Home,
    Host,
    InFoxglove,
    LeagueName,
    MatchFidelity,
    Port,
    ReadOnly,
    Robots,
    SceneName,
    Seed,
    demand_names,
    demand_plan,
    existing_recording,
    scene_with,
)
from kickabout.commands.output import Packages

if TYPE_CHECKING:
    import threading

    from kickabout.framework.compilation.preparation import Progress
    from kickabout.recording import Recorder
    from kickabout.simulation.match.match import Match
    from kickabout.studio.server import StudioServer
    from kickabout.studio.sources.live_match import LiveMatch
    from kickabout.studio.sources.recorded_match import RecordedMatch
    from kickabout.studio.sources.source import Source
    from kickabout.studio.studio_controller import StudioController

    MakesRecorder = Callable[[], Recorder]  # returns the same recorder at every call


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How the studio is served."""

    host: str = LOOPBACK
    port: int | None = None  # default: the first free one from the usual one on
    token: str = ""
    browser: bool = True  # open one if possible
    read_only: bool = False
    scripts: Path | None = None  # folder of the console's scripts
    beside: Path | None = None  # a recording that is shown beside
    packages: Sequence[str] = ()  # that the recording beside may use


def studio(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            help="What to open: a recording (FILE.mcap), two recordings side by side, or running "
            "robots (ws://HOST:PORT …); by default a new match is played."
        ),
    ] = None,
    home: Home = "bhuman2019",
    away: Away = "bhuman2019",
    robots: Robots = None,
    league: LeagueName = "",
    fidelity: MatchFidelity = "",
    scene: SceneName = "",
    half: Half = None,
    seed: Seed = 1,
    host: Host = LOOPBACK,
    port: Port = None,
    token: Annotated[
        str,
        typer.Option(
            help="Token that pages need; by default a random one if the address is not local."
        ),
    ] = "",
    read_only: ReadOnly = False,
    scripts: Annotated[
        Path | None, typer.Option(help="Folder of scripts for the studio's console.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the studio in a browser.")] = True,
    foxglove: InFoxglove = False,
    packages: Packages = None,
) -> None:
    """Open the studio, a page in the browser.

    It shows what the robots perceive, estimate and decide: in a new match, in a recording or on
    running robots. Ctrl+C ends it.
    """
    from functools import partial

    serving = Serving(
        host=host, port=port, token=token, browser=browser, read_only=read_only, scripts=scripts
    )
    if what:
        _show(what, serving, packages or ())
        return
    demand_names(teams=(home, away), league=league, scene=scene, fidelity=fidelity)
    demand_plan(robots, league=league, scene=scene)
    planned = scene_with(scene, fidelity=fidelity, half=half)
    from kickabout.simulation.match.match import Match

    made = partial(Match, home, away, robots=robots, league=league, seed=seed)
    with recorder_for(None, True, foxglove=foxglove) as recorder:
        assert recorder is not None
        with made(scene=planned, recorder=recorder) as match:
            _play(match, recorder(), serving, factor=1.0)


def _show(what: list[str], serving: Serving, packages: Sequence[str]) -> None:
    """Show robots by their addresses, a recording, or two side by side."""
    if not any("://" in address for address in what):
        if len(what) > 2:
            from kickabout.studio.sources.source import StudioError

            raise StudioError("at most two recordings are shown side by side")
        beside = Path(what[1]) if len(what) > 1 else None
        source: Source = recording(Path(what[0]), packages)
    else:
        beside, source = None, _robots(what)
    from kickabout.studio.studio_controller import StudioController

    controller = StudioController(source, scripts=serving.scripts, read_only=serving.read_only)
    with _served(controller, replace(serving, beside=beside, packages=packages)) as stopped:
        _wait(stopped)


def _robots(addresses: list[str]) -> "Source":
    for file in addresses:
        if "://" not in file:
            existing_recording(Path(file))
    from kickabout.studio.sources.remote_robots import RemoteRobots

    return RemoteRobots(addresses)


def recording(path: Path, packages: Sequence[str] = ()) -> "RecordedMatch":
    """Open a recording, and print what is odd about it."""
    existing_recording(path)
    from kickabout.studio.sources.recorded_match import RecordedMatch

    source = RecordedMatch(path, packages=packages)
    programs = source.recording.programs.values()
    refusals = [program.refusal for program in programs if program.refusal]
    for remark in dict.fromkeys((*source.recording.remarks, *refusals)):
        typer.echo(f"{path}: {remark}", err=True)
    return source


def watch(
    match: "Match", recorder: "Recorder", serving: Serving, *, duration: float, factor: float | None
) -> None:
    """Play a match in the studio until it is stopped by hand; raise what ended it otherwise."""
    live = _play(match, recorder, serving, factor=factor, duration=duration)
    if live.error is not None:
        raise live.error


@contextmanager
def recorder_for(
    wanted: "MakesRecorder | None", in_studio: bool, *, foxglove: bool = False
) -> "Iterator[MakesRecorder | None]":
    """Yield the requested recorder, or a temporary one if the studio or Foxglove needs it."""
    with _recorder_kept(wanted, in_studio or foxglove) as made:
        if made is None or not foxglove:
            yield made
            return
        with _served_to_foxglove(made) as served:
            yield served


@contextmanager
def _served_to_foxglove(made: "MakesRecorder") -> "Iterator[MakesRecorder]":
    """Yield a recorder whose messages are served to Foxglove."""
    from functools import cache

    from kickabout.recording.viewers import LAYOUT, demand_library

    demand_library("foxglove", "foxglove-sdk")
    from kickabout.recording.viewers.foxglove_live import FoxgloveLive

    live = FoxgloveLive()
    typer.echo(f"Foxglove: open a connection to {live.address} and import the layout {LAYOUT}")

    def attached() -> "Recorder":
        recorder = made()
        live.attach(recorder)
        return recorder

    try:
        yield cache(attached)
    finally:
        live.close()


@contextmanager
def _recorder_kept(
    wanted: "MakesRecorder | None", needed: bool
) -> "Iterator[MakesRecorder | None]":
    if wanted is not None or not needed:
        yield wanted
        return
    from functools import cache, partial

    from kickabout.recording import Recorder, load_settings

    with tempfile.TemporaryDirectory(prefix="kickabout-") as folder:
        yield cache(partial(Recorder, Path(folder) / "match.mcap", load_settings("default")))


def browser_can_be_opened() -> bool:
    """Whether there is a screen and a browser."""
    import os
    import sys
    import webbrowser

    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _play(
    match: "Match",
    recorder: "Recorder",
    serving: Serving,
    *,
    factor: float | None,
    duration: float = 0.0,
) -> "LiveMatch":
    from kickabout.commands.compiling import compiling_announced
    from kickabout.studio.sources.live_match import LiveMatch
    from kickabout.studio.studio_controller import StudioController

    live = LiveMatch(match, speed=factor)
    controller = StudioController(
        live, history=recorder.path, scripts=serving.scripts, read_only=serving.read_only
    )
    with _served(controller, serving) as stopped:
        _prepare(controller, match, stopped)
        with compiling_announced(match):
            live.run(duration)
    return live


def _prepare(controller: "StudioController", match: "Match", stopped: "threading.Event") -> None:
    """Compile what the match needs; meanwhile pages show a recording and the progress."""
    from kickabout.commands.compiling import preparation_of, prepare, progress_line
    from kickabout.framework import clock
    from kickabout.studio.sources.recorded_match import SHIPPED_MATCH

    preparation = preparation_of(match)
    if not len(preparation):
        return
    controller.introduce(SHIPPED_MATCH)
    begin = clock.monotonic()

    def report(progress: "Progress") -> None:
        line = progress_line(progress, clock.monotonic() - begin)
        controller.notice = f"This is a recording; your match begins soon. {line.capitalize()}."

    prepare(preparation, stopped, report)
    controller.begin_match()


@contextmanager
def _served(controller: "StudioController", serving: Serving) -> "Iterator[threading.Event]":
    """Serve the studio; the event is set when Ctrl+C is pressed."""
    import threading
    import webbrowser

    from kickabout.commands.interruption import MESSAGE, interruption

    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        if controller.live is not None:
            controller.live.close()

    def kill_late() -> bool:
        return controller.live is not None and controller.live.match.pool.kill_late()

    beside = _beside(controller, serving)
    try:
        with _server(controller, serving, beside) as server:
            with interruption(stop, kill_late):
                typer.echo(f"the studio is at {server.address} (stop with Ctrl+C)")
                if serving.browser and browser_can_be_opened():
                    webbrowser.open(server.address)
                yield stopped
            typer.echo(MESSAGE)
    finally:
        controller.close()
        if beside is not None:
            beside.close()


def _beside(lead: "StudioController", serving: Serving) -> "StudioController | None":
    """Return the controller of the recording that is shown beside; its time follows the lead."""
    if serving.beside is None:
        return None
    from kickabout.studio.studio_controller import StudioController

    source = recording(serving.beside, serving.packages)
    source.link(lead, start=lead.status().start)
    return StudioController(source, read_only=serving.read_only)


def _server(
    controller: "StudioController", serving: Serving, beside: "StudioController | None"
) -> "StudioServer":
    from kickabout.studio.server import AddressInUse, StudioServer
    from kickabout.studio.sources.source import StudioError

    try:
        return StudioServer(
            controller,
            host=serving.host,
            port=serving.port,
            token=serving.token,
            beside=beside,
        )
    except AddressInUse as error:
        raise StudioError(f"{error}; choose another port with --port") from None


def _wait(stopped: "threading.Event") -> None:
    from kickabout.framework import clock

    while not clock.wait(3600.0, stopped):
        pass
