"""The tables of docs/speed.md: where the time of a match goes, by thread and module.

Run by `make speed-docs` on a quiet machine; the rest of the page is written by hand.
"""

import re
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import numpy as np

from kickabout import Match
from kickabout.framework.running.executor import ThreadExecutor
from kickabout.framework.running.stopwatch import Stopwatch
from kickabout.simulation.match.pools.pool import LocalPool
from kickabout.soccer.fidelity import Fidelity

PAGE = Path(__file__).with_name("speed.md")
SCENE = Path(__file__).parents[1] / "benchmarks" / "_identity_scene.toml"
TEAM = "bhuman2019"
SECONDS = 10.0  # simulated
LISTED = 0.01  # modules below this fraction of the whole are summed
COUNTED = 0.95  # fraction of a module's runs; in the longest ones, the machine did other things
CYCLE = "cycle"  # the name of a thread's whole cycle among its modules

Times = Mapping[tuple[str, str], float]  # thread, module → ms per simulated second


def main() -> None:
    """Measure and write the table of each fidelity."""
    text = PAGE.read_text(encoding="utf-8")
    for fidelity in get_args(Fidelity):
        text = _with_table(text, fidelity, "\n".join(_table(fidelity)))
    PAGE.write_text(text, encoding="utf-8")


def _with_table(text: str, fidelity: str, table: str) -> str:
    begin, end = f"<!-- {fidelity} -->\n", f"<!-- end of {fidelity} -->"
    return re.sub(f"{begin}.*?{end}", f"{begin}{table}\n{end}", text, flags=re.DOTALL)


def _table(fidelity: Fidelity) -> Iterator[str]:
    whole, times = _measured(fidelity)
    cycles = {thread: spent for (thread, module), spent in times.items() if module == CYCLE}
    yield "| thread | module | ms | % |"
    yield "|---|---|--:|--:|"
    yield _row("all", "", whole, whole)
    for thread, spent in sorted(cycles.items(), key=lambda item: -item[1]):
        yield _row(f"**{thread}**", "", spent, whole)
        modules = [(n, t) for (of, n), t in times.items() if of == thread and n != CYCLE]
        modules.sort(key=lambda item: -item[1])
        large = [(name, t) for name, t in modules if t >= LISTED * whole]
        for name, module in large:
            yield _row("", name, module, whole)
        if rest := len(modules) - len(large):
            small = spent - sum(t for _, t in large)
            yield _row("", f"{rest} modules below {LISTED:.0%}, and the framework", small, whole)
    world = whole - sum(cycles.values())
    yield _row("**world**", "physics, sensors, images, referee, network", world, whole)


def _row(thread: str, module: str, spent: float, whole: float) -> str:
    return f"| {thread} | {module} | {spent:.0f} | {100.0 * spent / whole:.1f} |"


def _measured(fidelity: Fidelity) -> tuple[float, Times]:
    """Return the processor time of ten robots in ms per simulated second, and that of modules."""
    with Match(TEAM, TEAM, seed=1, fidelity=fidelity, scene=str(SCENE), workers=0) as match:
        match.run(3.0)
        begin = time.process_time()
        match.run(SECONDS)
        whole = (time.process_time() - begin) / SECONDS * 1e3
        assert isinstance(match.pool, LocalPool)
        times: defaultdict[tuple[str, str], float] = defaultdict(float)
        for player in match.pool.players.values():
            for thread, executor in player.agent.threads.items():
                for module, stopwatch in _stopwatches(executor):
                    times[thread, module] += _spent(stopwatch) / match.time
        return whole, times


def _stopwatches(executor: ThreadExecutor) -> Iterator[tuple[str, Stopwatch]]:
    yield CYCLE, executor.cycle_stopwatch
    for step in executor.steps:
        yield step.node.name, step.stopwatch


def _spent(stopwatch: Stopwatch) -> float:
    """Return the ms of all runs; many modules take long only in some cycles, so no median."""
    durations = np.sort(stopwatch.latest())
    if not len(durations):
        return 0.0
    counted = durations[: max(1, round(COUNTED * len(durations)))]
    return float(counted.mean()) * 1e-6 * stopwatch.summary().count


if __name__ == "__main__":
    main()
