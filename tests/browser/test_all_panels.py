"""Every panel of the studio shows words and numbers, in a match and in a recording."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]

# What a program shows by mistake instead of what was meant.
SLIPS = ("[object", "undefined", "NaN")
PANELS = {
    "scene": "canvas.scene",
    "field": "canvas.field",
    "events": ".events li",
    "game": ".game .action",
    "robots": ".robots tbody tr",
    "drawings": ".drawing-group .chip",
    "behavior": ".options .option",
    "data": ".representation",
    "plots": ".chart canvas",
    "parameters": ".parameters tr",
    "camera": "canvas.camera",
    "calibration": "canvas.camera",
    "modules": ".module",
    "timing": ".timing tbody tr, .empty",
    "body": ".joints tbody tr",
    "team": ".team tbody tr",
    "motions": ".motion-list .item",
    "console": ".line",
}
SETTINGS = {
    "data": {"open": ["BallModel", "RobotPose", "GameStateModel", "ObstacleModel"]},
    "plots": {
        "charts": [
            {"paths": ["RobotPose.validity", "BallModel.position_in_robot"]},
            {"paths": ["BallModel.misspelt"]},
        ]
    },
}
# Text, titles and the content of fields, as far as they are visible.
VISIBLE = """() => {
  const all = [...document.querySelectorAll("[title], input, select, textarea")];
  const options = (it) => [...(it.options ?? [])].map((option) => option.text);
  const said = (it) => [it.title, it.value ?? "", ...options(it)];
  const shown = all.filter((it) => it.checkVisibility()).flatMap(said);
  return [document.body.innerText, ...shown].join("\\n");
}"""


def _demand_no_slips(page: Page, panel: str) -> None:
    text = page.evaluate(VISIBLE)
    assert text.strip(), panel
    for slip in SLIPS:
        lines = [line for line in text.splitlines() if slip in line]
        assert not lines, f"{panel} shows {slip}"


@pytest.mark.parametrize("kind", ["server", "log_server"])
def test_every_panel_shows_words_and_numbers(
    kind: str, request: pytest.FixtureRequest, opened: Opened
) -> None:
    page = opened(request.getfixturevalue(kind))
    page.evaluate("window.studio.choose({robot: 'home 5', drawn: ['home 5']})")
    for name, content in PANELS.items():
        settings = SETTINGS.get(name, {})
        page.evaluate(
            "([name, settings]) => void window.studio.open(name, settings)", [name, settings]
        )
        panel = page.locator(f"[data-panel={name}]:visible").first
        panel.locator(f":is({content})").first.wait_for(timeout=30_000)
        page.evaluate("() => new Promise((done) => setTimeout(done, 120))")
        _demand_no_slips(page, name)


@pytest.mark.parametrize(
    "layout", ["watch", "vision", "localization", "behavior", "motion", "debug"]
)
def test_every_layout_opens(log_server: StudioServer, opened: Opened, layout: str) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    page.locator(f"[data-layout={layout}]").click()
    wait(page, f"window.studio.choices.layout === '{layout}'")
    for panel in page.locator(".panel:visible").all():
        box = panel.bounding_box()
        assert box is not None
        assert box["width"] > 200
        assert box["height"] > 120
    _demand_no_slips(page, layout)
