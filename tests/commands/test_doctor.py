"""The doctor names what is missing on a machine, and what to do about it."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def doctor(cache: Path, *options: str) -> tuple[dict[str, dict[str, str]], int]:
    """Findings by check, and the exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "kickabout", "doctor", "--json", *options],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return {row["check"]: row for row in json.loads(done.stdout)}, done.returncode


def test_an_empty_cache_is_named_with_the_command_that_fills_it(tmp_path: Path) -> None:
    findings, code = doctor(tmp_path / "cache")
    assert findings["compiled code"]["found"].startswith("0 kernels, 0 MB in ")
    assert "kickabout cache fill" in findings["compiled code"]["what to do"]
    assert findings["Python"]["what to do"] == "nothing"
    assert code == 0


def test_strict_ends_with_an_error_if_there_is_something_to_do(tmp_path: Path) -> None:
    assert doctor(tmp_path / "cache", "--strict")[1] == 1


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    findings, _ = doctor(tmp_path / "file" / "cache")
    assert "NUMBA_CACHE_DIR" in findings["compiled code"]["what to do"]


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", 8420))
        except OSError:
            pytest.skip("the port is in use by another program already")
        findings, _ = doctor(tmp_path / "cache")
    assert findings["studio's port"]["found"] == "8420 is in use"
    assert "--port" in findings["studio's port"]["what to do"]
