"""The revision of the running source code."""

import subprocess
from functools import cache
from pathlib import Path

UNKNOWN = "unknown"  # outside of a checkout


@cache
def revision() -> str:
    """Return the commit of the checkout, with "-dirty" if files of the package differ from it."""
    try:
        name = _git("describe", "--always")
        changed = _git("status", "--porcelain", "--", ".")
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN
    return f"{name}-dirty" if changed else name


def _git(*arguments: str) -> str:
    package = Path(__file__).parents[1]
    done = subprocess.run(
        ["git", *arguments], cwd=package, capture_output=True, text=True, timeout=10, check=True
    )
    return done.stdout.strip()
