"""Cost of the studio for a match, and the start-up time and frame rate of its pages."""

import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from benchmarks._browser import SIZE, browser, wait_until

from kickabout.benching import Bench
from kickabout.framework import clock
from kickabout.recording import Recorder, load_settings
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.studio_controller import StudioController

PAGES = 3
SCENE = Scene(referee=RefereePlan(start="playing", half=600.0))
LISTENER = Path(__file__).with_name("_studio_pages.py")
OPENED = "window.studio?.drawn.pictures > 0"
COUNT = "window.studio.drawn.pictures"


def run(bench: Bench) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.mcap"
        _slowdown(bench, path)
        _pages(bench, path)


def _slowdown(bench: Bench, path: Path) -> None:
    """Measure the match with and without pages alternately, because of other load."""
    windows, seconds = (4, 3.0) if bench.quick else (12, 6.0)
    recorder = Recorder(path, load_settings("default"))
    with Match("bhuman2019", "bhuman2019", robots=5, scene=SCENE, recorder=recorder) as match:
        live = LiveMatch(match)
        controller = StudioController(live, history=path)
        thread = threading.Thread(target=live.run)
        thread.start()
        speeds: dict[bool, list[float]] = {False: [], True: []}
        answering: list[float] = []
        try:
            with StudioServer(controller, port=0) as server:
                _measured(live, seconds)
                for turn in bench.each(range(2 * windows), "speed with and without pages"):
                    watched = turn % 2 == 1
                    before = live.spent
                    speeds[watched].append(_speed(live, server.port, seconds, watched=watched))
                    answering += [100.0 * (live.spent - before) / seconds] if watched else []
        finally:
            live.close()
            thread.join()
    alone, together = (statistics.median(speeds[watched]) for watched in (False, True))
    pairs = zip(speeds[False], speeds[True], strict=True)
    loss = statistics.median(100.0 * (1.0 - two / one) for one, two in pairs)
    bench.metric("speed_alone", alone, "× real time", detail="10 robots, recorded")
    bench.metric("speed_with_three_pages", together, "× real time")
    detail = f"median of {windows} pairs of {seconds:g} s alternately; pages only receive"
    bench.metric("answering_fraction", statistics.median(answering), "%", detail="of wall time")
    bench.metric("loss_by_three_pages", loss, "%", goal="<= 10", detail=detail)


def _speed(live: LiveMatch, port: int, seconds: float, *, watched: bool) -> float:
    if not watched:
        return _measured(live, seconds)
    command = [sys.executable, str(LISTENER), str(port), str(PAGES)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        speed = _measured(live, seconds)
        process.communicate()
    return speed


def _measured(live: LiveMatch, seconds: float) -> float:
    begin, time = clock.monotonic(), live.match.time
    clock.wait(seconds, threading.Event())
    return (live.match.time - time) / (clock.monotonic() - begin)


def _pages(bench: Bench, path: Path) -> None:
    """Measure a page of a recording with ten robots, in a headless browser."""
    with browser() as chromium:
        opened = [_opened(chromium, path) for _ in range(2 if bench.quick else 5)]
        rates = [_rate(chromium, path, bench) for _ in range(1 if bench.quick else 3)]
    detail = "from the start of the server to the first 3-D image; the browser is running"
    bench.metric("page_interactive", statistics.median(opened), "s", goal="<= 3", detail=detail)
    detail = "10 robots of a recording at 1366 × 768, without graphics card"
    bench.metric("scene_rate", statistics.median(rates), "Hz", goal=">= 20", detail=detail)


def _opened(chromium: Any, path: Path) -> float:  # noqa: ANN401 (playwright's)
    begin = clock.monotonic()
    source = RecordedMatch(path)
    with StudioServer(StudioController(source), port=0) as server:
        page = chromium.new_page(viewport=SIZE)
        page.goto(server.address)
        wait_until(page, OPENED)
        taken = clock.monotonic() - begin
        page.close()
    source.close()
    return taken


def _rate(chromium: Any, path: Path, bench: Bench) -> float:  # noqa: ANN401 (playwright's)
    """Return pictures per second while the recording plays."""
    seconds = 3.0 if bench.quick else 6.0
    source = RecordedMatch(path)
    with StudioServer(StudioController(source), port=0) as server:
        page = chromium.new_page(viewport=SIZE)
        page.goto(server.address)
        wait_until(page, OPENED)
        source.transport.play()
        page.wait_for_timeout(500)
        begin, drawn = clock.monotonic(), page.evaluate(COUNT)
        page.wait_for_timeout(seconds * 1000.0)
        rate = (page.evaluate(COUNT) - drawn) / (clock.monotonic() - begin)
        page.close()
    source.close()
    return float(rate)
