"""Errors that a user can correct, and suggestions for misspelled names."""

import difflib
from collections.abc import Iterable
from pathlib import Path


class KickaboutError(Exception):
    """An error that a user can correct; the command line prints it and exits with code 2."""


class ConfigurationError(KickaboutError):
    """An invalid file or value, of which nothing has been applied."""

    def __init__(self, message: str, *, file: Path | None = None, line: int | None = None) -> None:
        location = "" if file is None else f"{file}{'' if line is None else f':{line}'}: "
        super().__init__(location + message)


class GraphError(KickaboutError):
    """Modules that do not fit together; the message names both."""


class ModuleFailure(KickaboutError):
    """An exception in a module; the message names the module, the cycle and its inputs."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint to append to an error: the most similar known name, or all of a few."""
    names = sorted(set(known))
    lowered = {other.lower(): other for other in names}
    near = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.55)
    if near:
        return f" Did you mean '{lowered[near[0]]}'?"
    return f" Known: {', '.join(names)}." if 0 < len(names) <= 12 else ""
