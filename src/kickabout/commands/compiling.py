"""Compiling: a line in the terminal as soon as a match has to wait for its kernels."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from kickabout.simulation.match.match import Match

LOOK_EVERY = 0.2  # s
MESSAGE = "compiling what this match needs: some minutes once, later starts take seconds"


@contextmanager
def compiling_announced(match: "Match") -> Iterator[None]:
    """Print the message when compilation begins; frames wait for it, so a thread watches."""
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

    while not clock.wait(LOOK_EVERY, over):
        if match.pool.compilation.is_running:
            typer.echo(MESSAGE, err=True)
            return
