"""The first match on a machine: kernels are compiled, and people are told why they wait."""

from pathlib import Path
from typing import TYPE_CHECKING

import kickabout

if TYPE_CHECKING:
    from kickabout.simulation.match.match import Match

FIRST_CYCLES = 0.3  # s, in which each thread of each robot runs
MESSAGE = "first start: compiling for some minutes; later starts take seconds"


def is_first_start() -> bool:
    """Whether nothing was compiled yet; Numba keeps its results beside the source."""
    package = Path(kickabout.__file__).parent
    return next(package.glob("motion/__pycache__/*.nbi"), None) is None


def compiled(match: "Match") -> None:
    """Let the first cycles pass with a word of explanation."""
    from rich.console import Console

    if not is_first_start():
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        console.print(MESSAGE)
    with console.status(MESSAGE):
        match.run(FIRST_CYCLES)
