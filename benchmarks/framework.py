"""Cost of the framework: calls, cycles, hand-over, drawings, switches, start-up."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kickabout.benching import Bench
from kickabout.framework import Agent, Team
from kickabout.framework.debug import SILENT, Debug
from kickabout.framework.teams.team import ThreadPlan

MODULES = 80
HANDED_OVER = 30
PACKAGE = "kickabout_bench_modules"

THING = """
@representation
class Thing{n}:
    value: float = 0.0

"""
MODULE = '''"""A module that does nothing."""
from kickabout.framework import Module, NoParameters
from {package}.things import Thing{a}, Thing{b}, Thing{c}, Thing{d}

class Trivial{n}(Module[NoParameters]):
    def update(self, a: Thing{a}, b: Thing{b}, c: Thing{c}) -> Thing{d}:
        return RESULT

RESULT = Thing{d}(value=1.0)
'''
COLLECTOR = '''"""A module with many inputs."""
from dataclasses import dataclass
from kickabout.framework import Module, NoParameters, inputs
from {package}.things import *

@inputs
@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
{fields}

class Collector(Module[NoParameters]):
    def update(self, everything: Everything) -> Collected:
        return Collected()
'''


def run(bench: Bench) -> None:
    with TemporaryDirectory() as folder:
        _write_package(Path(folder) / PACKAGE)
        sys.path.insert(0, folder)
        try:
            _measure(bench)
        finally:
            sys.path.remove(folder)
    _measure_drawing(bench)
    _measure_start(bench)


def _write_package(folder: Path) -> None:
    folder.mkdir()
    things = "".join(THING.format(n=n) for n in range(MODULES + 3))
    collected = "@representation\nclass Collected:\n    value: float = 0.0\n"
    header = "from kickabout.framework import representation\n"
    (folder / "__init__.py").write_text("")
    (folder / "things.py").write_text(header + things + collected)
    for n in range(MODULES):
        text = MODULE.format(package=PACKAGE, n=n, a=n, b=n + 1, c=n + 2, d=n + 3)
        (folder / f"trivial{n}.py").write_text(text)
    fields = "\n".join(f"    thing{n}: Thing{n + 3}" for n in range(HANDED_OVER))
    (folder / "collector.py").write_text(COLLECTOR.format(package=PACKAGE, fields=fields))


def _team() -> Team:
    names = tuple(f"Trivial{n}" for n in range(MODULES))
    given = tuple(f"Thing{n}" for n in range(3))
    one = ThreadPlan(name="one", rate=100.0, inputs=given, modules=names)
    two = ThreadPlan(name="two", rate=100.0, modules=("Collector",))
    return Team(name="bench", robot="none", packages=(PACKAGE,), threads=(one, two))


def _measure(bench: Bench) -> None:
    __import__(f"{PACKAGE}.things")
    agent = Agent(_team())
    cycle = bench.time_of(lambda: agent.run("one", 0.0), repeat=3000)
    empty = Agent(Team(name="empty", robot="none", threads=(ThreadPlan(name="one", rate=100.0),)))
    idle = bench.time_of(lambda: empty.run("one", 0.0), repeat=3000)
    call = (cycle - idle) / MODULES
    bench.metric(
        "framework_module_call", call * 1e6, "µs", goal="<= 4", detail="3 inputs, 1 output"
    )
    bench.metric("framework_cycle_80_modules", cycle * 1e3, "ms", goal="<= 0.4")
    handed = bench.time_of(lambda: agent.run("two", 0.0), repeat=3000) - idle
    bench.metric(
        "framework_hand_over_30",
        handed * 1e6,
        "µs",
        goal="<= 60",
        detail="including the receiving module",
    )
    agent.run("one", 0.0)
    before = agent.threads["one"].frame.cycle
    agent.switch("Thing10", "")
    agent.run("one", 0.1)
    lost = agent.threads["one"].frame.cycle - before - 1
    active = agent.threads["one"].graph.provider_of(type(agent["Thing10"])) is None
    bench.metric(
        "framework_switch_lost_cycles",
        lost,
        "cycles",
        goal="== 0",
        detail="switched" if active else "NOT YET",
    )


class _Drawer:
    """Draws like a module."""

    def __init__(self, debug: Debug) -> None:
        self.debug = debug

    def draw_thousand(self) -> None:
        for _ in range(1000):
            if canvas := self.debug.field("a"):
                canvas.dot((0.0, 0.0))


def _measure_drawing(bench: Bench) -> None:
    seconds = bench.time_of(_Drawer(SILENT).draw_thousand, repeat=500) / 1000
    bench.metric(
        "framework_silent_drawing", seconds * 1e6, "µs", goal="<= 0.15", detail="with its loop"
    )


def _measure_start(bench: Bench) -> None:
    command = [sys.executable, "-m", "kickabout", "--help"]
    seconds = bench.time_of(
        lambda: subprocess.run(command, capture_output=True, check=True), repeat=10
    )
    bench.metric("framework_help_start", seconds, "s", goal="<= 0.4")
