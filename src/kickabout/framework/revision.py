"""Which revision of the source is running."""

import subprocess
from functools import cache
from pathlib import Path

UNKNOWN = "unknown"  # outside of a checkout


@cache
def revision() -> str:
    """The commit of the checkout, with a mark if files differ from it."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN
    return done.stdout.strip()
