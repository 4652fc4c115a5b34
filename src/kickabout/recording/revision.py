"""Where a recording comes from: versions and the revision of the source."""

import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LIBRARIES = ("kickabout", "numpy", "numba", "msgspec")


def origin() -> dict[str, str]:
    """Facts that do not change from one run to the next of the same program."""
    facts = {name: _version(name) for name in LIBRARIES}
    return {**facts, "python": platform.python_version(), "revision": _revision()}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _revision() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return done.stdout.strip()
