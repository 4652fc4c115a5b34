"""The origin of a recording: versions and the revision of the source."""

import platform
from importlib.metadata import PackageNotFoundError, version

from kickabout.framework.revision import revision

LIBRARIES = ("kickabout", "numpy", "numba", "msgspec")


def origin() -> dict[str, str]:
    """Return facts that are the same in all runs of the same program."""
    facts = {name: _version(name) for name in LIBRARIES}
    return {**facts, "python": platform.python_version(), "revision": revision()}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
