"""Every tab of the studio shows words and numbers, in a match and in a recording."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]

# Text that a page shows only by mistake.
SLIPS = ("[object", "undefined", "NaN")
PANELS = ("events", "game", "robots", "drawings")
VIEWS = {
    "data": ".representation",
    "parameters": ".parameters tr",
    "plots": ".chart",
    "camera": "canvas.camera",
    "calibration": ".calibration",
    "body": ".joints tbody tr",
    "modules": ".module",
    "timing": ".timing tbody tr, .empty",
    "team": ".team tbody tr",
}
PLOTS = ["RobotPose.validity", "BallModel.position_in_robot", "BallModel.misspelt"]
OPEN = ["BallModel", "RobotPose", "GameStateModel", "ObstacleModel"]
# Text, titles and the content of fields, as far as they are visible.
VISIBLE = """() => {
  const all = [...document.querySelectorAll("[title], input, select, textarea")];
  const options = (it) => [...(it.options ?? [])].map((option) => option.text);
  const said = (it) => [it.title, it.value ?? "", ...options(it)];
  const shown = all.filter((it) => it.checkVisibility()).flatMap(said);
  return [document.body.innerText, ...shown].join("\\n");
}"""


def _demand_no_slips(page: Page, tab: str) -> None:
    text = page.evaluate(VISIBLE)
    assert text.strip(), tab
    for slip in SLIPS:
        lines = [line for line in text.splitlines() if slip in line]
        assert not lines, f"{tab} shows {slip}"


def _fresh(page: Page) -> None:
    """Wait until new data of the robot have arrived and are shown."""
    page.evaluate("window.studio.now.thoughts.clear()")
    wait(page, "window.studio.now.thoughts.get('home 5')?.values")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


@pytest.mark.parametrize("kind", ["server", "log_server"])
def test_every_tab_shows_words_and_numbers(
    kind: str, request: pytest.FixtureRequest, opened: Opened
) -> None:
    page = opened(request.getfixturevalue(kind))
    layout = {"robot": "home 5", "plots": PLOTS, "open": OPEN, "drawn": ["home 5"]}
    page.evaluate("(layout) => window.studio.remember(layout)", layout)
    for panel in PANELS:
        page.locator(f"[data-tab={panel}]").click()
        page.locator(f"[data-panel={panel}] > *").wait_for(timeout=30_000)
        _fresh(page)
        _demand_no_slips(page, panel)
    page.locator("[data-page=robot]").click()
    for view, content in VIEWS.items():
        page.locator(f"[data-view={view}]").click()
        page.locator(f".content :is({content})").first.wait_for(timeout=30_000)
        _fresh(page)
        _demand_no_slips(page, view)
