"""A headless browser, and a match and a recording that its pages show."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kickabout.recording import Recorder, load_settings
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.studio_controller import StudioController

MUST_RUN = os.environ.get("CI") == "true"  # there, a missing browser is a failure
if not MUST_RUN:
    pytest.importorskip(
        "playwright.sync_api", reason="the browser tests need playwright: pip install playwright"
    )
from playwright.sync_api import (  # noqa: E402 (if it is installed)
    Browser,
    ConsoleMessage,
    Error,
    Page,
    sync_playwright,
)

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
)
PLACES = ((-4.2, 0.0), (-2.8, 1.2), (-2.6, -1.2), (-1.2, 1.7), (-1.5, -0.3))
ROBOTS = tuple(RobotPlan(number=n, pose=(x, y, 0.0)) for n, (x, y) in enumerate(PLACES, 1))
SCENE = Scene(
    home=TeamPlan(robots=ROBOTS),
    away=TeamPlan(robots=ROBOTS),
    ball=BallPlan(position=(-0.1, 0.4)),
    referee=RefereePlan(start="playing", half=300.0),
)
PICTURES = os.environ.get("KICKABOUT_PICTURES", "")
SPEED = 0.25  # of the match, to leave time for the browser


@pytest.fixture(scope="session")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser") / "match.mcap"


@pytest.fixture(scope="session")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("layers")


@pytest.fixture(scope="session")
def live(history: Path) -> Iterator[LiveMatch]:
    """Start a match in the middle of play, before any thread of a browser."""
    recorder = Recorder(history, load_settings("default"))
    match = Match("bhuman2019", "bhuman2019", scene=SCENE, workers=1, seed=4, recorder=recorder)
    with match:
        match.run(2.0)
        source = LiveMatch(match, speed=SPEED)
        thread = threading.Thread(target=source.run)
        thread.start()
        yield source
        source.close()
        thread.join()


def browser_path(*, must_run: bool = MUST_RUN) -> str:
    """Return the path of an installed browser; without one, skip the test or, in CI, fail."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        complain = pytest.fail if must_run else pytest.skip
        complain("the browser tests need chromium: apt install chromium")
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as tools:
        made = tools.chromium.launch(executable_path=browser_path(), args=list(ARGUMENTS))
        yield made
        made.close()


@pytest.fixture
def desk(live: LiveMatch, history: Path, layers: Path) -> Iterator[StudioController]:
    made = StudioController(live, history=history, layers=layers)
    live.transport.play()
    yield made
    if made.source is not live:
        made.to_live()


@pytest.fixture
def server(desk: StudioController) -> Iterator[StudioServer]:
    with StudioServer(desk, port=0) as made:
        yield made


@pytest.fixture
def log_server(live: LiveMatch, history: Path) -> Iterator[StudioServer]:
    source = RecordedMatch(history)
    with StudioServer(StudioController(source), port=0) as made:
        yield made
    source.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[[StudioServer], Page]]:
    """Open pages, and fail if they have errors or send requests to other servers."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    complaints: list[str] = []

    def open_page(server: StudioServer) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: _listen(message, complaints))
        page.on("request", lambda request: _check(request.url, server, complaints))
        page.goto(server.address)
        wait(page, "window.studio?.drawn.pictures > 0")
        return page

    yield open_page
    context.close()
    assert complaints == []


REFUSED = "net::ERR_CONNECTION_REFUSED"


def _listen(message: ConsoleMessage, complaints: list[str]) -> None:
    # Some tests end the studio first, while the page still loads or reconnects.
    lost = message.text.startswith("WebSocket connection") or REFUSED in message.text
    if message.type == "error" and not lost:
        complaints.append(message.text)


def _check(url: str, server: StudioServer, complaints: list[str]) -> None:
    own = f"127.0.0.1:{server.port}/"
    if own not in url and not url.startswith(("data:", "blob:")):
        complaints.append(f"something was fetched from {url}")


def wait(page: Page, condition: str, seconds: float = 30.0) -> None:
    """Wait until an expression is true in the page; it may fail while the page loads again."""
    problem = ""
    for _ in range(round(seconds / 0.1)):
        try:
            if page.evaluate(f"() => Boolean({condition})"):
                return
            problem = ""
        except Error as error:
            problem = f" ({error.message})"
        page.wait_for_timeout(100)
    raise AssertionError(f"did not come true within {seconds:g} s: {condition}{problem}")


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[Page, str], None]:
    """Take a screenshot; with KICKABOUT_PICTURES=docs/pictures it goes to the documentation."""
    folder = Path(PICTURES or tmp_path)

    def take(page: Page, name: str) -> None:
        if PICTURES:
            page.wait_for_timeout(1200)  # until the scene is drawn finely
        page.screenshot(path=folder / f"studio_{name}.png")

    return take
