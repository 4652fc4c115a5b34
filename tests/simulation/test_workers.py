"""Worker processes end with the match, however that ends."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kickabout.framework import KickaboutError, clock
from kickabout.simulation.match import Match
from kickabout.simulation.player import PlayerReport
from kickabout.simulation.workers import ProcessPool

MATCH = """
from kickabout import Match
with Match("dummies", "dummies", robots=2, workers=2) as match:
    match.run(0.1)
    print(*(worker.process.pid for worker in match.pool.processes()), flush=True)
    input()
"""


def is_running(process: int) -> bool:
    try:
        state = (
            Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        )
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_killed_match_leaves_no_process_behind() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", MATCH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as match:
        assert match.stdout is not None
        workers = [int(word) for word in match.stdout.readline().split()]
        assert len(workers) == 2
        os.kill(match.pid, signal.SIGKILL)
    for _ in range(100):
        if not any(is_running(worker) for worker in workers):
            return
        clock.wait(0.05, threading.Event())
    pytest.fail("workers outlived their match")


def test_what_is_asked_within_a_frame_is_answered_after_it() -> None:
    with Match("dummies", "dummies", robots=1, workers=1) as match:
        match.step()
        match.pool.begin(match.snapshot, match._news())
        assert isinstance(match.pool.ask(0, "report"), PlayerReport)
        assert isinstance(match.pool.ask(1, "report"), PlayerReport)
        match.step()


def test_a_question_that_cannot_be_answered_costs_no_robot() -> None:
    with Match("dummies", "dummies", robots=1, workers=1) as match:
        match.step()
        with pytest.raises(KickaboutError, match="cannot answer: KeyError: 'nonsense'"):
            match.robot("home", 1).ask("nonsense")
        match.step()
        assert not match.report().lost


def test_who_is_asked_and_gone_is_told_in_a_sentence() -> None:
    with Match("dummies", "dummies", robots=1, workers=2) as match:
        match.step()
        assert isinstance(match.pool, ProcessPool)
        match.pool.processes()[0].process.kill()
        match.pool.processes()[0].process.join()
        with pytest.raises(KickaboutError, match="process of this robot is gone"):
            match.robot("home", 1).ask("report")
        match.step()
        assert list(match.report().lost) == ["home 1"]
