"""Worker processes: queries, failures, and their end with the match."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kickabout.framework import Agent, KickaboutError, ModuleFailure, clock
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.player import PlayerPlan, PlayerReport
from kickabout.simulation.match.pools.process_pool import ProcessPool

MATCH = """
from threading import Event
from kickabout import Match
with Match("dummies", "dummies", robots=2, workers=2) as match:
    match.run(0.1)
    match.pool.begin(match.snapshot, match._inputs())
    Event().wait(1.0)  # the answers have arrived and are not received
    print(*(worker.process.pid for worker in match.pool.processes()), flush=True)
    Event().wait(20.0)
"""


COMPILING_MATCH = """
from threading import Event
from kickabout import Match
with Match("bhuman2019", "bhuman2019", robots=1, workers=2) as match:
    match.pool.begin(match.snapshot, match._inputs())
    while not match.pool.compilation.is_running:
        Event().wait(0.01)
    print(*(worker.process.pid for worker in match.pool.processes()), flush=True)
    Event().wait(20.0)
"""


def is_running(process: int) -> bool:
    try:
        state = (
            Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        )
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("program", [MATCH, COMPILING_MATCH], ids=["waiting", "compiling"])
def test_a_killed_match_leaves_no_worker_process(program: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        assert match.stdout is not None
        assert match.stderr is not None
        workers = [int(word) for word in match.stdout.readline().split()]
        assert len(workers) == 2
        os.kill(match.pid, signal.SIGKILL)
        for _ in range(100):
            if not any(is_running(worker) for worker in workers):
                break
            clock.wait(0.05, threading.Event())
        else:
            pytest.fail("workers still run after their match")
        assert not match.stderr.read()


def test_a_query_within_a_frame_is_answered_after_it() -> None:
    with Match("dummies", "dummies", robots=1, workers=1) as match:
        match.step()
        match.pool.begin(match.snapshot, match._inputs())
        assert isinstance(match.pool.ask(0, "report"), PlayerReport)
        assert isinstance(match.pool.ask(1, "report"), PlayerReport)
        match.step()


def test_a_failed_query_does_not_end_the_robot() -> None:
    with Match("dummies", "dummies", robots=1, workers=1) as match:
        match.step()
        with pytest.raises(KickaboutError, match="cannot answer: KeyError: 'nonsense'"):
            match.robot("home", 1).ask("nonsense")
        match.step()
        assert not match.report().lost


def test_a_query_to_an_ended_process_gives_a_clear_sentence() -> None:
    with Match("dummies", "dummies", robots=1, workers=2) as match:
        match.step()
        assert isinstance(match.pool, ProcessPool)
        match.pool.processes()[0].process.kill()
        match.pool.processes()[0].process.join()
        with pytest.raises(KickaboutError, match="process of this robot is gone"):
            match.robot("home", 1).ask("report")
        match.step()
        assert list(match.report().lost) == ["home 1"]


class Tally:
    """Records only the number of the frame; two of the robots fail in the third."""

    def __init__(self, agent: Agent) -> None:
        self._fails = agent.name in ("home 2", "away 1")
        self._name = agent.name
        self._frames = 0

    def taken(self) -> tuple[int, ...]:
        self._frames += 1
        if self._fails and self._frames == 3:
            raise ModuleFailure(f"a module of {self._name} failed")
        return (self._frames,)

    def finish(self) -> tuple[str, ...]:
        return ("end",)

    def change(self, what: str, arguments: Sequence[object]) -> None: ...


@dataclass
class MemoryRecorder:
    """A recorder that keeps the pieces from the robots in memory."""

    collected: dict[int, list[object]] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)
    closed: bool = False
    full: bool = False

    def describe(self, facts: Mapping[str, str]) -> None: ...
    def advance(self, time: float) -> None: ...
    def record(self, topic: str, time: float, value: object) -> None: ...
    def record_truth(self, time: float, value: object) -> None: ...

    def robots(self, programs: Sequence[PlayerPlan]) -> Sequence[Any]:
        return [Tally for _ in programs]

    def is_truth_due(self, time: float) -> bool:
        return False

    def collect(self, robot: int, pieces: Iterable[Any]) -> None:
        self.collected.setdefault(robot, []).extend(pieces)

    def lose(self, robot: int) -> None:
        self.lost.append(robot)

    def close(self) -> None:
        self.closed = True
        if self.full:
            raise OSError("no space left")


@pytest.mark.parametrize("workers", [0, 1, 2, 4])
def test_failing_modules_end_a_match_but_its_recording_is_complete(workers: int) -> None:
    recorder = MemoryRecorder()
    with Match("dummies", "dummies", robots=2, workers=workers, recorder=recorder) as match:
        match.step()
        match.step()
        match.step()
        with pytest.raises(ModuleFailure, match=r"a module of (home 2|away 1) failed"):
            match.check()
    assert recorder.closed
    assert not recorder.lost
    failed, whole = [1, 2, "end"], [1, 2, 3, "end"]
    assert recorder.collected == {0: whole, 1: failed, 2: failed, 3: whole}


def test_a_recording_that_cannot_be_closed_leaves_no_process_and_no_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match("dummies", "dummies", robots=1, workers=1, recorder=MemoryRecorder(full=True))
    match.step()
    assert isinstance(match.pool, ProcessPool)
    worker = match.pool.processes()[0].process
    closed = threading.Event()
    monkeypatch.setattr(match.control, "close", closed.set)
    with pytest.raises(OSError, match="no space left"):
        match.close()
    assert not worker.is_alive()
    assert closed.is_set()
