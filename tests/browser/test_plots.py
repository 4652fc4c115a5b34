"""Plots in a real browser: recorded data are drawn, data that were never received are not."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait
from tests.browser.curves import columns, stretches

from kickabout.recording import Condition, Recording
from kickabout.recording.format.rewriting import cut, filtered
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]

PATH = "SensorFrame.gyro[0]"  # differs in every frame
LENGTH = 1.4  # s, of the recording
GAP = (0.5, 0.9)  # s, missing in the recording
SHOWN = 2.0  # s, minimum length of a chart


@pytest.fixture(scope="module")
def gap_file(live: LiveMatch, history: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gap")
    with Recording(history) as whole:
        cut(whole, folder / "short.mcap", end=LENGTH)
    with Recording(folder / "short.mcap") as short:
        condition = Condition(f"FrameInfo.time < {GAP[0]} or FrameInfo.time > {GAP[1]}")
        filtered(short, folder / "gap.mcap", condition)
    return folder / "gap.mcap"


@pytest.fixture
def gap_server(gap_file: Path) -> Iterator[StudioServer]:
    source = RecordedMatch(gap_file)
    with StudioServer(StudioController(source), port=0) as made:
        yield made
    source.close()


def _plotted(page: Page, *paths: str) -> None:
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    charts = [{"paths": [path]} for path in paths]
    page.evaluate("(charts) => void window.studio.open('plots', {charts})", charts)


def _drawn(page: Page, path: str, least: int) -> list[bool]:
    """Return a chart's columns as soon as the curve passes enough of them."""
    for _ in range(300):
        if sum(found := columns(page, path)) >= least:
            return found
        page.wait_for_timeout(100)
    raise AssertionError(f"the curve of {path} passes {sum(found)} columns, not {least}")


def _demand_the_file(page: Page) -> None:
    """Check that the curve covers the recording except for its gap."""
    found = stretches(_drawn(page, PATH, 100), SHOWN)
    assert len(found) == 2
    assert found[0] == pytest.approx((0.0, GAP[0]), abs=0.03)
    assert found[1] == pytest.approx((GAP[1], LENGTH), abs=0.03)


def test_a_paused_recording_is_plotted_with_its_gap(
    gap_server: StudioServer, opened: Opened
) -> None:
    page = opened(gap_server)
    wait(page, "window.studio.now.status.mode === 'log' && !window.studio.now.status.running")
    _plotted(page, PATH)
    _demand_the_file(page)


def test_jumping_through_a_recording_draws_no_lines(
    gap_server: StudioServer, opened: Opened
) -> None:
    page = opened(gap_server)
    _plotted(page, PATH)
    for time in (0.1, 1.3, 0.4, 1.0):
        assert page.evaluate(f"window.studio.run('goto {time}')")["ok"]
        wait(page, f"window.studio.now.data.get('home 5').time === {time}")
    _demand_the_file(page)


def test_a_path_without_numbers_is_explained_beside_its_chart(
    gap_server: StudioServer, opened: Opened
) -> None:
    page = opened(gap_server)
    _plotted(page, "SensorFrame.connected.more", "SensorFrame.giro[0]")
    page.locator(".chart .problem:not(:empty)").first.wait_for(timeout=30_000)
    page.locator(".chart", has_text="Did you mean 'gyro'").wait_for(timeout=30_000)


def test_a_match_is_plotted_from_its_beginning(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    settings = {"charts": [{"paths": [PATH]}], "span": 0}
    page.evaluate("(settings) => void window.studio.open('plots', settings)", settings)
    for _ in range(300):  # the match was played for 2 s before any page was open
        drawn = columns(page, PATH)
        if drawn and all(any(drawn[i : i + 8]) for i in range(0, len(drawn) - 40, 8)):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the curve does not cover the time since the beginning")


def test_data_of_a_time_without_subscription_are_not_drawn(
    server: StudioServer, opened: Opened
) -> None:
    page = opened(server)
    _plotted(page, PATH)
    _drawn(page, PATH, 50)
    page.evaluate("void window.studio.open('robots')")
    time = page.evaluate("window.studio.now.moment.time")
    wait(page, f"window.studio.now.moment.time > {time} + 1", 60.0)
    page.evaluate("void window.studio.open('plots')")
    wait(page, f"window.studio.now.data.get('home 5').time > {time} + 1.5", 60.0)
    drawn, length = _drawn(page, PATH, 50), page.evaluate("window.studio.now.moment.time")
    found = stretches(drawn, length)
    assert max(two[0] - one[1] for one, two in pairwise(found)) > 0.8  # s


JOINED = """async ([past, grown]) => {
  const { joined } = await import("/static/plots/plot_view.js");
  return joined(past, grown);
}"""


def test_values_that_were_kept_stay_steps_in_a_running_match(
    server: StudioServer, opened: Opened
) -> None:
    page = opened(server)
    past = {"times": [0.0, 1.0, 3.0], "values": [1, 2, 3], "steps": True}
    grown = {"times": [5.0, 5.1], "values": [7, 8]}
    joined = page.evaluate(JOINED, [past, grown])
    assert joined["steps"]
    assert joined["times"] == [0.0, 1.0, 3.0, 5.0, 5.1]
    joined = page.evaluate(JOINED, [{**past, "steps": False}, grown])
    assert not joined["steps"]
    assert len(joined["times"]) == 6  # with a gap, in which nothing is known
