"""What a new user waits for: installation, the first match, answers of commands and pages."""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmarks._browser import SIZE, Page, browser, wait_until
from benchmarks._started import Started

from kickabout.benching import Bench
from kickabout.framework import ConfigurationError, clock

ROOT = Path(__file__).parents[1]
PLAY = "bhuman2019 hulks2021 --half {half} --studio"
IS_OPEN = "window.studio?.drawn.pictures > 0"
IS_LIVE = "window.studio?.now.status?.mode === 'live'"
MOVES = "(window.firstTime ??= window.studio.now.moment.time) !== window.studio.now.moment.time"
WINDOW = 10.0  # s of the frame rate
HOUR = 3600.0  # s
SETTLED = 1 / 6  # of the hour, before memory is compared
PLOTTED = 1200.0  # s, simulated
MEASURED = 60  # times in that hour
SIGNAL = "SensorFrame.gyro[0]"  # differs in every frame
BAD_INPUT = (
    ("play", "bhumann"),
    ("play", "bhuman2019", "--fidelity", "real"),
    ("play", "bhuman2019", "hulks2021", "--scene", "nowhere"),
    ("play", "bhuman2019", "hulks2021", "--league", "spl1999"),
    ("studio", "missing.mcap"),
    ("log", "info", "missing.mcap"),
    ("replay", "missing.mcap"),
    ("film", "missing.mcap", "--out", "film.webp"),
    ("film", __file__, "--out", "film.mpeg"),
    ("play", "bhuman2019", "--location", "nowhere"),
    ("play", "bhuman2019", "--robots", "-3"),
    ("modules", "bhumann"),
    ("compare", "bhuman2019", "hulks2020"),
    ("calibrate", "whistle", "fox", "--recording", "missing.wav"),
    ("nonsense",),
)
# Whether the chart of a path has at least a tenth of its columns drawn in the signal's color.
IS_DRAWN = """(path) => {
  const box = document.querySelector(`.chart-plot[data-chart="${path}"]`);
  const canvas = box?.querySelector("canvas"), over = box?.querySelector(".u-over");
  if (!canvas?.width || !over.clientWidth) return false;
  const swatch = box.closest(".chart").querySelector(".swatch");
  const color = getComputedStyle(swatch).backgroundColor.match(/\\d+/g).map(Number);
  const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = over;
  const { data } = canvas.getContext("2d").getImageData(left, top, width, height);
  const near = (at) => color.every((part, i) => Math.abs(data[at + i] - part) < 40);
  const like = (at) => data[at + 3] > 90 && near(at);
  const drawn = (x) => Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some(like);
  return Array.from({ length: width }, (_, x) => drawn(x)).filter(Boolean).length > width / 10;
}"""
COUNT_FRAMES = """() => {
  window.frames = 0;
  const count = () => { window.frames += 1; requestAnimationFrame(count); };
  count();
}"""
# Durations from an input to the next picture, as the browser itself measures them.
WATCH_CLICKS = """() => {
  window.clicks = [];
  new PerformanceObserver((list) => window.clicks.push(
    ...list.getEntries().filter((e) => e.name === "click").map((e) => e.duration),
  )).observe({ type: "event", durationThreshold: 16 });
}"""


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


@contextmanager
def _user() -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield a clone in which `make install` was run, and the environment with empty caches."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = _environment(folder / "cache")
        _installed(folder / "one", environment)
        yield folder / "one", environment


def _environment(cache: Path) -> dict[str, str]:
    """Return the environment of a user who has never started kickabout."""
    own = ("NUMBA_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return {**kept, "XDG_CACHE_HOME": str(cache), "XDG_CONFIG_HOME": str(cache / "config")}


def _installed(clone: Path, environment: Mapping[str, str]) -> float:
    """Clone the last commit and install it; return how long the installation took."""
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    begin = clock.monotonic()
    command = ["make", "--silent", "install"]
    # The files of packages are fetched as by a user who has installed others before.
    pip = {"PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip")}
    done = subprocess.run(
        command, cwd=clone, env={**environment, **pip}, capture_output=True, check=False
    )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise ConfigurationError(f"make install failed: {last}")
    return clock.monotonic() - begin


def _installation(bench: Bench) -> None:
    """Measure `make install` in a fresh clone."""
    with tempfile.TemporaryDirectory() as name:
        clone = Path(name) / "one"
        seconds = _installed(clone, _environment(Path(name) / "cache"))
        files = [path for path in (clone / ".venv").rglob("*") if not path.is_symlink()]
        size = sum(path.stat().st_blocks * 512 for path in files) / 1e6
    bench.metric("welcome_installation_size", size, "MB", goal="<= 600", detail="on disk")
    detail = "make install; packages are in pip's cache or fetched"
    bench.metric("welcome_installation", seconds, "s", goal="<= 60", detail=detail)


def _first_match(bench: Bench) -> None:
    """Measure the first `make play` of a user, whose caches are empty."""
    with (
        _user() as (clone, environment),
        browser() as chromium,
        _played(clone, environment) as started,
    ):
        moves, lives = _seen(started, chromium.new_page())
        silence = started.longest_silence(lives)
    detail = "make play after make install, caches empty"
    bench.metric("welcome_first_motion", moves, "s", goal="<= 15", detail=detail)
    bench.metric("welcome_first_match", lives, "s", goal="<= 60", detail=detail)
    detail = "longest time in which nothing changed in the terminal until the match played"
    bench.metric("welcome_longest_silence", silence, "s", goal="<= 5", detail=detail)


def _interruption(bench: Bench) -> None:
    """Press Ctrl+C while kernels are compiled."""
    with _user() as (clone, environment), _played(clone, environment) as started:
        started.address()
        clock.wait(5.0, threading.Event())
        seconds = started.interrupt()
    bench.metric("welcome_interrupted", seconds, "s", goal="<= 2", detail="during compilation")


def _second_match(bench: Bench) -> None:
    """Play in a second clone, after a match in a first one filled the caches."""
    with _user() as (clone, environment), browser() as chromium:
        with _played(clone, environment) as started:
            _seen(started, chromium.new_page())
        second = clone.with_name("two")
        _installed(second, environment)
        with _played(second, environment) as started:
            _, lives = _seen(started, chromium.new_page())
            seconds = started.interrupt()
    detail = "second clone on this machine, make play after make install"
    bench.metric("welcome_second_match", lives, "s", goal="<= 10", detail=detail)
    bench.metric("welcome_stopped", seconds, "s", goal="<= 2", detail="Ctrl+C during the match")


@contextmanager
def _played(
    clone: Path, environment: Mapping[str, str], half: float = 600.0, more: str = ""
) -> Iterator[Started]:
    play = PLAY.format(half=f"{half:g}") + more
    command = ["make", "--silent", "play", f"PLAY={play}"]
    started = Started(command, clone, environment, terminal=True)
    try:
        yield started
    finally:
        started.interrupt()


def _seen(started: Started, page: Page) -> tuple[float, float]:
    """Return the times until something moves in the page and until the live match plays."""
    page.goto(started.address())
    wait_until(page, f"{IS_OPEN} && {MOVES}")
    moves = started.elapsed
    wait_until(page, f"{IS_LIVE} && {IS_OPEN} && {MOVES}")
    return moves, started.elapsed


def _bad_input(bench: Bench) -> None:
    """Measure how long commands take to refuse what they cannot do."""
    slowest = {}
    for arguments in bench.each(BAD_INPUT, "bad input"):
        times = [_refused(arguments) for _ in range(1 if bench.quick else 5)]
        slowest[" ".join(arguments)] = statistics.median(times)
    worst = max(slowest, key=lambda words: slowest[words])
    detail = f"slowest of {len(slowest)} commands: {worst}"
    bench.metric("welcome_bad_input", slowest[worst], "s", goal="<= 1", detail=detail)


def _refused(arguments: tuple[str, ...]) -> float:
    begin = clock.monotonic()
    command = [sys.executable, "-m", "kickabout", *arguments]
    done = subprocess.run(command, capture_output=True, timeout=60.0, check=False)
    if done.returncode in (0, 1) or b"Traceback" in done.stderr:
        raise ConfigurationError(f"kickabout {' '.join(arguments)} was not refused in a sentence")
    return clock.monotonic() - begin


def _page(bench: Bench) -> None:
    """Measure a page that shows a live match: its pictures, and what a click takes."""
    with tempfile.TemporaryDirectory() as name, browser() as chromium:
        page = chromium.new_page(viewport=SIZE)
        with _watched(page, Path(name) / "match.mcap", half=600.0):
            _pictures(bench, page)
            _clicks(bench, page)


@contextmanager
def _watched(page: Page, path: Path, *, half: float) -> Iterator[None]:
    """Play a match with this source and these caches, record it and show it in the page."""
    command = [sys.executable, "-m", "kickabout", "play", *PLAY.format(half=f"{half:g}").split()]
    started = Started([*command, "--record", str(path)], path.parent, os.environ)
    try:
        _seen(started, page)
        yield
    finally:
        started.interrupt()


def _pictures(bench: Bench, page: Page) -> None:
    """Count the page's frames and the pictures that the 3-D view drew in them."""
    page.evaluate(COUNT_FRAMES)
    rates = [_counted(page) for _ in range(1 if bench.quick else 3)]
    frames, pictures = (statistics.median(column) for column in zip(*rates, strict=True))
    detail = "live, five against five, no graphics card"
    bench.metric("welcome_frames", frames, "Hz", goal=">= 45", detail=detail)
    detail = "of the 3-D view; 25 moments of the match are sent in a second"
    bench.metric("welcome_pictures", pictures, "Hz", goal=">= 20", detail=detail)


def _counted(page: Page) -> tuple[float, float]:
    counts = "[window.frames, window.studio.drawn.pictures]"
    begin, before = clock.monotonic(), page.evaluate(counts)
    page.wait_for_timeout(WINDOW * 1000.0)
    after, seconds = page.evaluate(counts), clock.monotonic() - begin
    return (after[0] - before[0]) / seconds, (after[1] - before[1]) / seconds


def _clicks(bench: Bench, page: Page) -> None:
    """Click through robots, panels and layouts; the browser reports what each click took."""
    page.evaluate(WATCH_CLICKS)
    for target in (".number-chip", ".layouts .tab", ".dv-tab"):
        found = page.locator(f"{target}:visible")
        for number in range(min(found.count(), 6)):
            found.nth(number).click(timeout=5000)
            page.wait_for_timeout(300)
    taken = page.evaluate("window.clicks")
    if not taken:
        raise ConfigurationError("the browser reported no click")
    detail = f"{len(taken)} clicks until the next picture, slowest {max(taken):.0f} ms"
    bench.metric("welcome_click", statistics.median(taken), "ms", goal="<= 100", detail=detail)


def _hour(bench: Bench) -> None:
    """Keep the page of a match open for an hour."""
    length = HOUR / 30.0 if bench.quick else HOUR
    with tempfile.TemporaryDirectory() as name, browser() as chromium:
        page = chromium.new_page(viewport=SIZE)
        with _watched(page, Path(name) / "match.mcap", half=length):
            used = list(_memory(bench, page, length))
    settled = used[int(SETTLED * len(used))]
    detail = f"{used[-1]:.1f} MB after {length / 60.0:.0f} min, garbage collected"
    bench.metric("welcome_memory_growth", used[-1] - settled, "MB", goal="<= 5", detail=detail)


def _memory(bench: Bench, page: Page, length: float) -> Iterator[float]:
    """Yield the memory that the page's scripts use, in MB, at equal intervals."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.enable")
    page.evaluate("window.studio.choose({robot: 'home 5', drawn: ['home 5']})")
    for _ in bench.each(range(MEASURED), "memory of the page"):
        page.wait_for_timeout(1000.0 * length / MEASURED)
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        yield next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize") / 1e6


def _plot(bench: Bench) -> None:
    """Measure from opening a plot of a long recording to the first columns of its curve."""
    length = PLOTTED / 20.0 if bench.quick else PLOTTED
    with tempfile.TemporaryDirectory() as name, browser() as chromium:
        path = Path(name) / "match.mcap"
        _recorded(path, length)
        page = chromium.new_page(viewport=SIZE)
        command = [sys.executable, "-m", "kickabout", "studio", str(path), "--no-browser"]
        started = Started(command, path.parent, os.environ)
        try:
            page.goto(started.address())
            wait_until(page, IS_OPEN)
            page.evaluate("window.studio.choose({robot: 'home 5'})")
            begin = clock.monotonic()
            charts = [{"paths": [SIGNAL]}]
            page.evaluate("(charts) => void window.studio.open('plots', {charts})", charts)
            wait_until(page, f"({IS_DRAWN})('{SIGNAL}')")
            taken = clock.monotonic() - begin
        finally:
            started.interrupt()
        size = path.stat().st_size / 1e6
    detail = f"{SIGNAL} of {length / 60.0:.0f} min of five against five, {size:.0f} MB"
    bench.metric("welcome_plot", taken, "s", goal="<= 1", detail=detail)


def _recorded(path: Path, seconds: float) -> None:
    words = f"play bhuman2019 hulks2021 --fidelity truth --no-studio --duration {seconds:g}"
    command = [sys.executable, "-m", "kickabout", *words.split(), "--record", str(path)]
    subprocess.run(command, capture_output=True, check=True)


PARTS = {
    "installation": _installation,
    "first_match": _first_match,
    "interruption": _interruption,
    "second_match": _second_match,
    "bad_input": _bad_input,
    "page": _page,
    "hour": _hour,
    "plot": _plot,
}
