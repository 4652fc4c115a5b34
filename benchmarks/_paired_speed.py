"""Speed of matches at two revisions, measured alternately, because the machine's speed drifts."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import get_args

from benchmarks.identity import ROOT, SCENE, source_of

from kickabout.benching import Bench
from kickabout.framework import ConfigurationError
from kickabout.soccer.fidelity import Fidelity

PROBE = ROOT / "benchmarks" / "_speed_probe.py"
REVIEWED = "8659704"  # whose speed is to be doubled
COMPILING = 0.5  # s, simulated, until all threads of the robots have run
WARM_UP = 3.0  # s, simulated
WINDOW = 3.0  # s, simulated, of each turn
TURNS = 10

Playing = subprocess.Popen[str]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn of a match took."""

    wall: float  # s
    processor: float  # s, of all processes of the match


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians over the turns of a match."""

    factor: float  # × real time
    busy: float  # cores


def speed_of(settings: dict[str, object], *, quick: bool) -> Speed:
    """Play a match of this revision alone and return its speed."""
    with _playing(settings, ROOT) as match:
        return _speed(_played({"now": match}, 3 if quick else TURNS)["now"])


def paired_speed(bench: Bench, team: str) -> None:
    """Report the speed of now, and by how much it differs from that of the other revision.

    Processor time is less sensitive to what else the machine does than the time on the wall.
    """
    sources = {"now": ROOT, bench.against: source_of(bench.against)}
    turns = 3 if bench.quick else TURNS
    goal = ">= 2" if bench.against == REVIEWED else ""
    for fidelity in bench.each(get_args(Fidelity), "fidelities"):
        settings: dict[str, object] = {"home": team, "away": team, "fidelity": fidelity, "seed": 1}
        settings["scene"] = str(SCENE)
        for source in sources.values():
            _compile(settings, source)
        with ExitStack() as stack:
            playing = {
                name: stack.enter_context(_playing(settings, source))
                for name, source in sources.items()
            }
            now, other = _played(playing, turns).values()
        name, detail = f"match_speed_{fidelity}", f"median of {turns} turns of {WINDOW:g} s each"
        speed, unit = _speed(now), f"× {bench.against}"
        bench.metric(name, speed.factor, "× real time", detail=f"{speed.busy:.2f} cores busy")
        faster = median(two.wall / one.wall for one, two in zip(now, other, strict=True))
        bench.metric(f"{name}_ratio", faster, unit, goal=goal, detail=detail)
        cheaper = median(two.processor / one.processor for one, two in zip(now, other, strict=True))
        detail = "processor time per simulated second, old by new"
        bench.metric(f"{name}_processor_ratio", cheaper, unit, detail=detail)


def _compile(settings: dict[str, object], source: Path) -> None:
    """Play a moment without workers, which have only some minutes to compile all kernels."""
    with _playing({**settings, "workers": 0}, source) as match:
        _turn(match, COMPILING)


def _speed(turns: Sequence[Turn]) -> Speed:
    return Speed(
        factor=median(WINDOW / turn.wall for turn in turns),
        busy=median(turn.processor / turn.wall for turn in turns),
    )


@contextmanager
def _playing(settings: dict[str, object], source: Path) -> Iterator[Playing]:
    environment = {**os.environ, "PYTHONPATH": str(source / "src")}
    command = [sys.executable, str(PROBE), json.dumps(settings)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, text=True, stdin=pipe, stdout=pipe) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def _played(playing: dict[str, Playing], turns: int) -> dict[str, list[Turn]]:
    """Let the matches play alternately; the order changes with each turn."""
    for process in playing.values():
        _turn(process, WARM_UP)
    found: dict[str, list[Turn]] = {name: [] for name in playing}
    for number in range(turns):
        order = list(playing.items())[:: 1 if number % 2 else -1]
        for name, process in order:
            found[name].append(_turn(process, WINDOW))
    return found


def _turn(process: Playing, simulated: float) -> Turn:
    assert process.stdin is not None
    assert process.stdout is not None
    before = _processor_time(process.pid)
    process.stdin.write(f"{simulated}\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise ConfigurationError("a match of the comparison ended early; see its message above")
    return Turn(float(answer), _processor_time(process.pid) - before)


def _processor_time(process: int) -> float:
    """Return the processor time of a process and of all that it started, from Linux's tables."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    own = sum(float(ticks) for ticks in fields[11:13]) / os.sysconf("SC_CLK_TCK")
    listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8")
    return own + sum(_processor_time(int(child)) for child in listed.split())
