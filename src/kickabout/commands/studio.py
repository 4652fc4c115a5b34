"""The studio command: a match, a recording, or robots, in the browser."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.output import Packages

if TYPE_CHECKING:
    import threading

    from kickabout.recording import Recorder
    from kickabout.simulation.match.match import Match
    from kickabout.studio.source import Source
    from kickabout.studio.studio_controller import StudioController

    MakesRecorder = Callable[[], Recorder]  # always the same one, from the first call on

LOOPBACK = "127.0.0.1"


def studio(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            help="A recording, FILE.mcap, or robots, ws://HOST:PORT…; without it a match is played."
        ),
    ] = None,
    home: Annotated[str, typer.Option(help="The home team of the match.")] = "bhuman2019",
    away: Annotated[str, typer.Option(help="The away team of the match.")] = "bhuman2019",
    robots: Annotated[int | None, typer.Option(help="Robots in each team.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another match.")] = 1,
    host: Annotated[str, typer.Option(help="Where to listen; others need a token.")] = LOOPBACK,
    port: Annotated[int | None, typer.Option(help="Where to listen; default 8420.")] = None,
    token: Annotated[str, typer.Option(help="What pages need to be let in.")] = "",
    read_only: Annotated[bool, typer.Option(help="For looking only.")] = False,
    scripts: Annotated[Path | None, typer.Option(help="Folder of the console's scripts.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
    packages: Packages = None,
) -> None:
    """Open the studio: see every thought of the robots."""
    from kickabout.simulation.match.match import Match
    from kickabout.studio.studio_controller import StudioController

    serving = {"host": host, "port": port, "token": token, "browser": browser}
    if what:
        source = _source(what, packages or ())
        desk = StudioController(source, scripts=scripts, read_only=read_only)
        # Types: one dictionary of options for both cases.
        with _served(desk, **serving) as stopped:  # type: ignore[arg-type]
            _wait(stopped)
        return
    with recorder_for(None, True) as recorder:
        assert recorder is not None
        with Match(home, away, robots=robots, seed=seed, recorder=recorder) as match:
            desk = _desk_of(match, recorder(), speed=1.0, scripts=scripts, read_only=read_only)
            # Types: the same options as above.
            with _served(desk, **serving):  # type: ignore[arg-type]
                _run(desk)


def _source(what: list[str], packages: Sequence[str]) -> "Source":
    """A recording, or robots by their addresses."""
    from kickabout.studio.recorded import RecordedMatch
    from kickabout.studio.remote import RemoteRobots
    from kickabout.studio.source import StudioError

    if any("://" in place for place in what):
        return RemoteRobots(what)
    if len(what) > 1:
        raise StudioError("one recording at a time; `kickabout log merge` makes one of several")
    source = RecordedMatch(Path(what[0]), packages=packages)
    programs = source.recording.programs.values()
    for refusal in dict.fromkeys(program.refusal for program in programs if program.refusal):
        typer.echo(f"{what[0]}: {refusal}", err=True)
    return source


def watch(match: "Match", recorder: "Recorder", *, duration: float, factor: float | None) -> None:
    """Play a match in the studio until somebody stops it by hand."""
    desk = _desk_of(match, recorder, speed=factor)
    with _served(desk, host=LOOPBACK, port=None, token="", browser=browser_can_be_opened()):
        _run(desk, duration)
    if desk.live is not None and desk.live.error is not None:
        raise desk.live.error


@contextmanager
def recorder_for(
    wanted: "MakesRecorder | None", in_studio: bool
) -> "Iterator[MakesRecorder | None]":
    """The recorder that was asked for; the studio looks back with one whose file then goes."""
    if wanted is not None or not in_studio:
        yield wanted
        return
    from functools import cache, partial

    from kickabout.recording import Recorder, load_settings

    with tempfile.TemporaryDirectory(prefix="kickabout-") as folder:
        yield cache(partial(Recorder, Path(folder) / "match.mcap", load_settings("default")))


def browser_can_be_opened() -> bool:
    """Whether there is somebody at a screen."""
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


def _desk_of(
    match: "Match",
    recorder: "Recorder",
    *,
    speed: float | None,
    scripts: Path | None = None,
    read_only: bool = False,
) -> "StudioController":
    from kickabout.studio.live import LiveMatch
    from kickabout.studio.studio_controller import StudioController

    live = LiveMatch(match, speed=speed)
    return StudioController(live, history=recorder.path, scripts=scripts, read_only=read_only)


@contextmanager
def _served(
    desk: "StudioController", *, host: str, port: int | None, token: str, browser: bool
) -> "Iterator[threading.Event]":
    """The studio is open; the event tells when somebody pressed Ctrl+C."""
    import threading
    import webbrowser

    from kickabout.commands.interruption import MESSAGE, interruption
    from kickabout.studio.server import StudioServer

    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        if desk.live is not None:
            desk.live.close()

    def kill_late() -> bool:
        return desk.live is not None and desk.live.match.pool.kill_late()

    try:
        with StudioServer(desk, host=host, port=port, token=token) as server:
            with interruption(stop, kill_late):
                typer.echo(f"the studio is at {server.address} (stop with Ctrl+C)")
                if browser and browser_can_be_opened():
                    webbrowser.open(server.address)
                yield stopped
            typer.echo(MESSAGE)
    finally:
        desk.close()


def _run(desk: "StudioController", duration: float = 0.0) -> None:
    from kickabout.commands.compiling import compiling_announced

    assert desk.live is not None
    with compiling_announced(desk.live.match):
        desk.live.run(duration)


def _wait(stopped: "threading.Event") -> None:
    from kickabout.framework import clock

    while not clock.wait(3600.0, stopped):
        pass
