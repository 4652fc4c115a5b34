"""Speed of matches: real-time factor, cores busy, cycles, many matches at once, first start."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import get_args

from benchmarks._paired_speed import paired_speed, speed_of
from benchmarks.identity import SCENE

from kickabout import Match
from kickabout.benching import Bench
from kickabout.framework import clock
from kickabout.soccer.fidelity import Fidelity

TEAM = "bhuman2019"
CORES = 2
GOALS: dict[Fidelity, float] = {"truth": 2.5, "percepts": 1.8, "images": 0.5}
CYCLES = {"cognition": "<= 0.7", "motion": "<= 0.25"}  # ms, of one robot
MATCHES = 8


def match_speed(bench: Bench) -> None:
    """Measure this revision, or compare it with another one in the same run."""
    if bench.against:
        paired_speed(bench, TEAM)
        return
    _real_time(bench)
    _cycles(bench)
    _twice_as_many_robots(bench)
    _many_matches(bench)
    _start(bench)


def _settings(fidelity: Fidelity, **others: object) -> dict[str, object]:
    return {"home": TEAM, "away": TEAM, "fidelity": fidelity, "seed": 1, **others}


def _real_time(bench: Bench) -> None:
    """Measure with two worker processes, in play from the first frame."""
    for fidelity in get_args(Fidelity):
        speed = speed_of(_settings(fidelity, scene=str(SCENE)), quick=bench.quick)
        goal = f">= {GOALS[fidelity]:g}"
        name, detail = f"match_real_time_factor_{fidelity}", "5 v 5 in play"
        bench.metric(name, speed.factor, "× real time", goal=goal, detail=detail)
        name = f"match_cores_busy_{fidelity}"
        bench.metric(name, speed.busy, f"of {CORES} cores", goal=">= 1.9", detail=detail)


def _cycles(bench: Bench) -> None:
    """Measure the cycles of robots that play in one process, which nothing disturbs."""
    with Match(TEAM, TEAM, seed=1, scene=str(SCENE), workers=0) as match:
        match.run(3.0 if bench.quick else 20.0)
        robots = match.report().robots
    for thread, goal in CYCLES.items():
        cycle = median(robot.threads[thread].median_ms for robot in robots)
        bench.metric(f"match_{thread}_cycle", cycle, "ms", goal=goal, detail="percepts, 5 v 5")


def _twice_as_many_robots(bench: Bench) -> None:
    """Measure what a second half of the players costs."""
    few, many = (speed_of(_settings("percepts", robots=n), quick=bench.quick) for n in (2, 4))
    detail = "time of 4 v 4 by 2 v 2, percepts"
    bench.metric(
        "match_robots_doubled", few.factor / many.factor, "×", goal="<= 2.1", detail=detail
    )


def _many_matches(bench: Bench) -> None:
    """Measure matches without workers, one per core, as tournaments and searches play them."""
    simulated = 3.0 if bench.quick else 15.0
    with ProcessPoolExecutor(CORES) as pool:
        list(pool.map(_played, [0.5] * CORES, range(1, 1 + CORES)))  # import and load kernels
        begin = clock.monotonic()
        played = pool.map(_played, [simulated] * MATCHES, range(1, 1 + MATCHES))
        total = sum(bench.each(played, "matches, one per core", MATCHES))
    factor = total / (clock.monotonic() - begin)
    detail = f"{MATCHES} matches of {simulated:g} s, {CORES} at a time, percepts, with their starts"
    bench.metric("match_many", factor, "× real time", goal=">= 2.2", detail=detail)


def _played(seconds: float, seed: int) -> float:
    with Match(TEAM, TEAM, seed=seed, scene=str(SCENE), workers=0) as match:
        match.run(seconds)
        return match.time


def _start(bench: Bench) -> None:
    """Measure from the command to the first second of a match, with and without a cache."""
    bench.metric("match_start_warm", _seconds_to_start(dict(os.environ)), "s", goal="<= 15")
    if not bench.quick:
        with tempfile.TemporaryDirectory() as folder:
            empty = {**os.environ, "NUMBA_CACHE_DIR": folder}
            bench.metric("match_start_first", _seconds_to_start(empty), "s", goal="<= 45")


def _seconds_to_start(environment: dict[str, str]) -> float:
    command = [sys.executable, "-m", "kickabout", "play", TEAM, TEAM, "--no-studio"]
    begin = clock.monotonic()
    _run([*command, "--duration", "1"], environment)
    return clock.monotonic() - begin


def _run(command: Sequence[str], environment: dict[str, str]) -> None:
    subprocess.run(command, env=environment, capture_output=True, timeout=600.0, check=True)
