"""Errors a user can mend, each one readable sentence; and the art of guessing what was meant."""

import difflib
from collections.abc import Iterable
from pathlib import Path


class KickaboutError(Exception):
    """Something a user can mend; the command line shows the message and exits with code 2."""


class ConfigurationError(KickaboutError):
    """A file or value that cannot be used; nothing of it has been applied."""

    def __init__(self, message: str, *, file: Path | None = None, line: int | None = None) -> None:
        place = "" if file is None else f"{file}{'' if line is None else f':{line}'}: "
        super().__init__(place + message)


class GraphError(KickaboutError):
    """Modules that do not fit together; the message names both sides."""


class ModuleFailure(KickaboutError):
    """A module raised; names the module, the cycle and what it was given."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint to append to "unknown …": the nearest known name, or all of a few."""
    names = sorted(set(known))
    lowered = {other.lower(): other for other in names}
    near = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.5)
    if near:
        return f" Did you mean '{lowered[near[0]]}'?"
    return f" Known: {', '.join(names)}." if 0 < len(names) <= 12 else ""
