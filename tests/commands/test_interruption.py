"""Signals end a match soon and cleanly, whatever its processes are doing."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.commands.interruption import treat_alike
from kickabout.framework import clock
from kickabout.simulation.match.player import RobotInputs
from kickabout.simulation.match.pools import process_pool
from kickabout.simulation.match.pools.process_pool import ProcessPool
from kickabout.simulation.physics.snapshot import Snapshot

TIMEOUT = 20.0  # s, after which a program that should end counts as hung
COMPILING = "compiling: 0 of "


def started(cache: Path, *words: str) -> "subprocess.Popen[str]":
    """Start a match that has to compile everything first."""
    return subprocess.Popen(
        [sys.executable, "-m", "kickabout", "play", *words],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def is_closed(recording: Path) -> bool:
    """Return whether the file ends like a complete MCAP file."""
    return recording.read_bytes().endswith(b"\x89MCAP0\r\n")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (signal.SIGINT, ("--no-studio", "--workers", "2")),
        (signal.SIGINT, ("--studio", "--fidelity", "images", "--workers", "2")),
        pytest.param(signal.SIGINT, ("--no-studio", "--workers", "0"), marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, ("--no-studio", "--workers", "1"), marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, ("--no-studio", "--workers", "1"), marks=pytest.mark.slow),
    ],
)
def test_a_signal_ends_a_match_that_is_compiling(
    tmp_path: Path, kind: signal.Signals, words: tuple[str, ...]
) -> None:
    file = tmp_path / "match.mcap"
    with started(tmp_path / "cache", "--robots", "1", *words, "--record", str(file)) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(COMPILING)
        process.send_signal(kind)
        try:
            _, rest = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()
    assert rest == "stopped by hand\n"
    assert process.returncode == 130
    assert is_closed(file)


CHILDREN = Path("/proc/self/task").is_dir()


@pytest.mark.skipif(not CHILDREN, reason="the processes of a command are listed by Linux only")
def test_ctrl_c_in_a_terminal_is_answered_by_one_process_only(tmp_path: Path) -> None:
    with started(tmp_path, "--robots", "1", "--no-studio") as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(COMPILING)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not children.read_text().split():
            assert process.poll() is None
        clock.wait(0.3, threading.Event())  # it imports now
        os.killpg(process.pid, signal.SIGINT)
        try:
            _, rest = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()
    assert rest == "stopped by hand\n"
    assert process.returncode == 130


@pytest.mark.slow
def test_what_is_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    words = ("dummies", "dummies", "--robots", "1", "--no-studio", "--duration", "0.1")
    outputs = []
    for _ in range(2):
        with started(tmp_path, *words) as process:
            _, errors = process.communicate(timeout=300)
        outputs.append(errors)
    assert outputs[0].startswith(COMPILING)
    assert not outputs[1]


@pytest.fixture
def _stopped_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop a worker in the fifth frame and raise SIGINT, as Ctrl+C does."""
    begin = ProcessPool.begin

    def interrupted(pool: ProcessPool, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None:
        if snapshot.time > 0.05:
            os.kill(pool.processes()[0].process.pid, signal.SIGSTOP)
            signal.raise_signal(signal.SIGINT)
        begin(pool, snapshot, inputs)

    monkeypatch.setattr(ProcessPool, "begin", interrupted)
    monkeypatch.setattr(process_pool, "ANSWER_WITHIN", TIMEOUT)


@pytest.mark.usefixtures("_stopped_worker")
def test_ctrl_c_ends_a_match_with_a_stopped_worker(tmp_path: Path) -> None:
    file = tmp_path / "match.mcap"
    words = ["dummies", "dummies", "--robots", "1", "--workers", "2", "--record", str(file)]
    result = CliRunner().invoke(app, ["play", *words, "--no-studio"])
    assert result.exit_code == 130
    assert "no answer" not in result.output
    assert is_closed(file)


def test_ignored_signals_stay_ignored() -> None:
    kinds = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
    before = [signal.getsignal(kind) for kind in kinds]
    try:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as `nohup` does
        treat_alike()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)
