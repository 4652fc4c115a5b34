"""Compiling: a line in the terminal as soon as a match has to wait for its kernels."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from kickabout.simulation.match.match import Match

LOOK_EVERY = 0.1  # s
LOOKS = 10  # at which something was being compiled, before it is worth a line
MESSAGE = "compiling what this match needs, which may take minutes; later starts take seconds"


@contextmanager
def compiling_announced(match: "Match") -> Iterator[None]:
    """Print the message once compilation takes long; frames wait for it, so a thread watches."""
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

    looks = 0
    while looks < LOOKS:
        if clock.wait(LOOK_EVERY, over):
            return
        looks += match.pool.compilation.is_running
    typer.echo(MESSAGE, err=True)
