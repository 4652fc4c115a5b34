"""Compiling: prepare kernels before a match, and print a message if it still waits for some."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from kickabout.framework.compilation.preparation import Preparation, Progress
    from kickabout.simulation.match.match import Match

    Report = Callable[[Progress], None]

LINE_EVERY = 10.0  # s between lines where there is no terminal to draw a bar in
CHECK_EVERY = 0.1  # s
MIN_CHECKS = 10  # with compilation running, before the message is printed
MESSAGE = "compiling what this match needs, which may take minutes; later starts take seconds"


@contextmanager
def compiling_announced(match: "Match") -> Iterator[None]:
    """Print the message once compilation takes long; a thread checks this beside the frames."""
    over = threading.Event()
    watcher = threading.Thread(target=_announce, args=(match, over), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _announce(match: "Match", over: threading.Event) -> None:
    from kickabout.framework import clock

    checks = 0
    while checks < MIN_CHECKS:
        if clock.wait(CHECK_EVERY, over):
            return
        checks += match.pool.compilation.is_running
    typer.echo(MESSAGE, err=True)


def preparation_of(match: "Match") -> "Preparation":
    """Return the preparation of what a match needs."""
    from kickabout.framework.compilation.preparation import Preparation
    from kickabout.simulation.match.needed_kernels import needed_kernels

    scene = match.scene
    return Preparation(needed_kernels({scene.home.team, scene.away.team}, scene.fidelity))


def prepare(preparation: "Preparation", stopped: threading.Event, *reports: "Report") -> None:
    """Compile what the cache does not hold, on all cores, with a bar or lines of progress.

    If it is stopped, raise KeyboardInterrupt.
    """
    from rich.console import Console

    from kickabout.framework.compilation.preparation import default_processes

    if not len(preparation):
        return
    console = Console(stderr=True)
    show = _shown_as_bar if console.is_terminal else _shown_as_lines
    with show(console, preparation) as first:

        def report(progress: "Progress") -> None:
            for receiver in (first, *reports):
                receiver(progress)

        preparation.run(report, stopped, default_processes())
    if stopped.is_set():
        raise KeyboardInterrupt


@contextmanager
def _shown_as_bar(
    console: "Console", preparation: "Preparation"
) -> "Iterator[Callable[[Progress], None]]":
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("compiling"),
        BarColumn(),
        TextColumn("{task.fields[kernels]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Bar(*columns, console=console) as bar:
        task = bar.add_task("", total=preparation.progress.cost_total, kernels="")

        def report(progress: "Progress") -> None:
            kernels = f"{progress.done} of {progress.total} kernels"
            bar.update(task, completed=progress.cost_done, kernels=kernels)

        report(preparation.progress)
        yield report


@contextmanager
def _shown_as_lines(
    console: "Console", preparation: "Preparation"
) -> "Iterator[Callable[[Progress], None]]":
    from kickabout.framework import clock

    begin = clock.monotonic()
    lines = 0

    def report(progress: "Progress") -> None:
        nonlocal lines
        elapsed = clock.monotonic() - begin
        if elapsed >= lines * LINE_EVERY or progress.done == progress.total:
            lines += 1
            console.print(progress_line(progress, elapsed), highlight=False)

    report(preparation.progress)
    yield report


def progress_line(progress: "Progress", elapsed: float) -> str:
    """Say how far the preparation is, and how long it still takes at its present pace."""
    kernels = f"compiling: {progress.done} of {progress.total} kernels"
    if not progress.cost_done:
        return kernels
    remaining = elapsed * max(0.0, progress.cost_total / progress.cost_done - 1.0)
    return f"{kernels}, {remaining:.0f} s left"
