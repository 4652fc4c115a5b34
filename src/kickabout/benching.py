"""The bench harness: runs the files in `benchmarks/` and reports metrics with stable names."""

import importlib
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from kickabout.framework import clock
from kickabout.framework.errors import ConfigurationError, KickaboutError, did_you_mean
from kickabout.framework.revision import revision

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One measured metric."""

    name: str  # snake_case, stable
    value: float
    unit: str
    goal: str  # such as "<= 4"; empty if there is none
    met: bool | None
    detail: str


class Bench:
    """Argument of a bench file's `run(bench)`: holds the settings and collects the metrics."""

    def __init__(
        self,
        *,
        seeds: int,
        quick: bool,
        games: Path | None = None,
        against: str = "",
        progress: Progress | None = None,
    ) -> None:
        self.seeds = seeds
        self.quick = quick
        self.against = against  # revision to compare with; empty if none is given
        self.games = games  # file with results of games; games found there are not played again
        self.metrics: list[Metric] = []
        self._progress = progress

    def metric(
        self, name: str, value: float, unit: str, *, goal: str = "", detail: str = ""
    ) -> None:
        """Report a metric and whether it reaches its goal."""
        met = _reached(float(value), goal) if goal else None
        self.metrics.append(
            Metric(name=name, value=float(value), unit=unit, goal=goal, met=met, detail=detail)
        )

    def each(self, items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
        """Iterate over items with a progress bar; `total` is needed if they have no length."""
        if self._progress is None:
            yield from items
            return
        known = len(items) if isinstance(items, Sized) else total
        task = self._progress.add_task(what, total=known)
        for item in items:
            yield item
            self._progress.advance(task)

    def time_of(self, call: Callable[[], object], *, repeat: int = 2000, inner: int = 1) -> float:
        """Return the median duration of a call in s; `inner` calls are timed together."""
        call()
        times = []
        for _ in range(repeat // 10 if self.quick else repeat):
            begin = clock.monotonic()
            for _ in range(inner):
                call()
            times.append((clock.monotonic() - begin) / inner)
        return statistics.median(times)


Measure = Callable[[Bench], None]


def _reached(value: float, goal: str) -> bool:
    sign, _, bound = goal.partition(" ")
    compare = {
        "<=": value <= float(bound),
        ">=": value >= float(bound),
        "==": value == float(bound),
    }
    return compare[sign]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The metrics of a run, with the machine and the revision."""

    machine: dict[str, object]
    revision: str
    benches: dict[str, list[Metric]]
    failed: dict[str, str] = field(default_factory=dict)  # bench → why it failed


def benchmark_folder() -> Path:
    """Return the folder of bench files, in an installed package or in a checkout."""
    package = Path(__file__).parent
    for folder in (package / "benchmarks", package.parents[1] / "benchmarks"):
        if folder.is_dir():
            return folder
    raise ConfigurationError("benches are not installed; run them in a clone of the source")


def load_benches(names: Iterable[str]) -> dict[str, Measure]:
    """Import benches by name, or by name and part as in `match.speed`; all if there is no name."""
    files = {path.stem: path for path in sorted(benchmark_folder().glob("[a-z]*.py"))}
    return {name: _measure(name, files) for name in list(names) or list(files)}


def _measure(name: str, files: Mapping[str, Path]) -> Measure:
    stem, _, part = name.partition(".")
    if stem not in files:
        raise ConfigurationError(f"there is no bench '{stem}'.{did_you_mean(stem, files)}")
    module = _imported(stem, files[stem])
    if not part:
        run: Measure = module.run
        return run
    parts: Mapping[str, Measure] = getattr(module, "PARTS", {})
    if part not in parts:
        hint = did_you_mean(part, parts)
        raise ConfigurationError(f"the bench '{stem}' has no part '{part}'.{hint}")
    return parts[part]


def _imported(name: str, path: Path) -> ModuleType:
    """Import as part of a package, so that processes started by a bench find it, too."""
    home = str(path.parent.parent)
    if home not in sys.path:
        sys.path.append(home)
    return importlib.import_module(f"{path.parent.name}.{name}")


def run_benches(
    benches: Mapping[str, Measure],
    *,
    seeds: int,
    quick: bool,
    games: Path | None = None,
    against: str = "",
) -> Report:
    """Run benches one after the other; if one fails, continue with the others."""
    metrics: dict[str, list[Metric]] = {}
    failed: dict[str, str] = {}
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        for name, measure in benches.items():
            bench = Bench(seeds=seeds, quick=quick, games=games, against=against, progress=progress)
            try:
                measure(bench)
            except KickaboutError as error:
                failed[name] = str(error)
            metrics[name] = bench.metrics
    return Report(machine=machine(), revision=revision(), benches=metrics, failed=failed)


@cache
def machine() -> dict[str, object]:
    """Return a description of this machine."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def write_json(report: Report, path: Path) -> None:
    metrics = [asdict(metric) for bench in report.benches.values() for metric in bench]
    content = {"machine": report.machine, "revision": report.revision, "metrics": metrics}
    if report.failed:
        content["failed"] = report.failed
    try:
        path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None


def show_report(report: Report) -> None:
    """Print a table per bench."""
    console = Console()
    for name, metrics in report.benches.items():
        table = Table(title=name, title_justify="left")
        for column in ("metric", "value", "unit", "goal", "met", "detail"):
            table.add_column(column, no_wrap=column == "metric")
        for metric in metrics:
            table.add_row(
                metric.name,
                rounded(metric.value),
                metric.unit,
                metric.goal,
                _mark(metric),
                metric.detail,
            )
        console.print(table)
    for name, reason in report.failed.items():
        console.print(f"[red]bench {name} failed:[/red] {reason}")


def rounded(value: float) -> str:
    """Return four significant digits, or an integer for large numbers."""
    return f"{value:.0f}" if abs(value) >= 1e4 else f"{value:.4g}"


def _mark(metric: Metric) -> str:
    return "" if metric.met is None else ("yes" if metric.met else "NO")


def write_docs(report: Report, folder: Path) -> None:
    """Write the metrics of these benches to docs/figures.json and render docs/figures.md.

    A part of a bench has its own section until the whole bench is measured.
    """
    store = folder / "figures.json"
    known = json.loads(store.read_text(encoding="utf-8")) if store.exists() else {}
    for name, metrics in report.benches.items():
        for part in [other for other in known if other.startswith(f"{name}.")]:
            del known[part]
        known[name] = {
            "machine": report.machine,
            "revision": report.revision,
            "metrics": [asdict(metric) for metric in metrics],
        }
    store.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "figures.md").write_text(_markdown(known), encoding="utf-8")


def _markdown(known: dict[str, Any]) -> str:
    lines = ["# Metrics", "", "Measured by `kickabout bench --docs`; do not edit by hand.", ""]
    for name in sorted(known):
        machine_text = ", ".join(f"{value}" for value in known[name]["machine"].values())
        lines += [f"## {name}", "", f"Revision {known[name]['revision']}; {machine_text}.", ""]
        lines += ["| metric | value | goal | met | detail |", "|---|--:|---|---|---|"]
        for metric in known[name]["metrics"]:
            met = {None: "", True: "yes", False: "**no**"}[metric["met"]]
            value = f"{rounded(metric['value'])} {metric['unit']}"
            lines.append(
                f"| `{metric['name']}` | {value} | {metric['goal']} | {met} | {metric['detail']} |"
            )
        lines.append("")
    return "\n".join(lines)
