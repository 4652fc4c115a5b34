"""Requests for standing kicks, and files with mistakes, for tests of kick engines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.toml_file import TomlFile, read_toml
from kickabout.representations import KickRequest, Motion, MotionRequest


def kick_request(name: str, **details: Any) -> MotionRequest:
    return MotionRequest(motion=Motion.KICK, kick=KickRequest(name=name, **details))


def check_refused(read: Callable[[TomlFile], object], table: str, path: Path) -> None:
    """Check that a kick without entries of a table, or with a wrong key in one, is refused."""
    path.write_text(f'robot = "nao"\nball = [0.1, 0.0]\n{table} = []\n', encoding="utf-8")
    with pytest.raises(ConfigurationError, match="at least one"):
        read(read_toml(path))
    path.write_text(
        f'robot = "nao"\nball = [0.1, 0.0]\n[[{table}]]\nduraton = 1.0\n', encoding="utf-8"
    )
    with pytest.raises(ConfigurationError, match="Did you mean 'duration'"):
        read(read_toml(path))
