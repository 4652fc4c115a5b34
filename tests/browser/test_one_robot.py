"""One robot in a real browser: changed parameters, overridden values, numbers, images."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait
from tests.browser.curves import columns

from kickabout.simulation.match.match import Match
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]


def _panel(page: Page, kind: str, robot: str = "home 5", **settings: object) -> None:
    page.evaluate("(robot) => window.studio.choose({robot})", robot)
    page.evaluate("([kind, it]) => void window.studio.open(kind, it)", [kind, settings])


def test_the_neighbors_of_a_module_are_lit(
    server: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(server)
    page.evaluate("window.studio.bench().switchTo('debug')")
    _panel(page, "modules")
    page.locator("[data-module=BallTracker]").click()
    page.locator(".detail .chip", has_text="BallModel").wait_for(timeout=30_000)
    marks = page.locator(".module .station")
    assert set(marks.evaluate_all("(all) => all.map((mark) => mark.clientWidth)")) == {8}
    wait(page, "document.querySelectorAll('.edges path.giver').length > 2")
    wait(page, "/ms/.test(document.querySelector('[data-module=BallTracker] .time').textContent)")
    picture(page, "modules")


def test_a_parameter_is_changed_and_saved(
    server: StudioServer, opened: Opened, layers: Path
) -> None:
    page = opened(server)
    _panel(page, "parameters", module="WalkEngine")
    field = page.locator("[data-parameter='WalkEngine.forward_limit']")
    field.wait_for(timeout=30_000)
    field.fill("0.21")
    field.press("Enter")
    page.locator("tr.changed [data-parameter='WalkEngine.forward_limit']").wait_for(timeout=30_000)
    reply = page.evaluate("window.studio.run('home 5 get WalkEngine.forward_limit')")
    assert "0.21" in reply["text"]
    page.get_by_role("button", name="save changes").click()
    page.locator(".notice", has_text="--location mine").wait_for(timeout=30_000)
    assert "forward_limit = 0.21" in (layers / "mine.toml").read_text()


def test_typed_text_survives_a_refresh(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    _panel(page, "parameters", module="WalkEngine")
    field = page.locator("[data-parameter='WalkEngine.turn_limit']")
    field.wait_for(timeout=30_000)
    field.fill("0.5")
    page.evaluate("window.studio.bench().find('parameters').refresh()")
    page.evaluate("window.studio.run('echo')")  # answered after all earlier requests of the page
    assert field.input_value() == "0.5"
    field.press("Escape")
    assert field.input_value() != "0.5"


def test_a_wrong_value_is_reported_and_changes_nothing(
    server: StudioServer, opened: Opened
) -> None:
    page = opened(server)
    _panel(page, "parameters", module="WalkEngine")
    field = page.locator("[data-parameter='WalkEngine.side_limit']")
    field.wait_for(timeout=30_000)
    before = field.input_value()
    field.fill("sideways " * 30)
    field.press("Enter")
    notice = page.locator(".notice.failed", has_text="side_limit")
    notice.wait_for(timeout=30_000)
    page.get_by_role("button", name="save changes").click(trial=True)  # not covered
    assert notice.is_visible()
    reply = page.evaluate("window.studio.run('home 5 get WalkEngine.side_limit')")
    assert before in reply["text"]


def test_an_overridden_value_takes_effect_at_once(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    _panel(page, "data", open=["RobotPose"])
    row = page.locator("[data-path='RobotPose.robot_to_field']")
    row.wait_for(timeout=30_000)
    row.click()
    value = page.locator("[data-path='RobotPose.robot_to_field.x'] .value")
    value.wait_for(timeout=30_000)
    value.click()
    value.locator("input").fill("3.25")
    value.locator("input").press("Enter")
    wait(page, "Math.abs(window.studio.now.moment.robots[4].belief[0] - 3.25) < 0.01")
    page.locator(".representation.held .release").click()
    wait(page, "Math.abs(window.studio.now.moment.robots[4].belief[0] - 3.25) > 0.1", 60.0)


def test_numbers_are_plotted(server: StudioServer, opened: Opened, picture: Picture) -> None:
    page = opened(server)
    page.evaluate("window.studio.bench().switchTo('localization')")
    paths = ["RobotPose.robot_to_field.x", "BallModel.position_in_robot.x", "RobotPose.validity"]
    _panel(page, "plots", charts=[{"paths": [path]} for path in paths])
    wait(page, "/\\d/.test(document.querySelector('.chart .value')?.textContent)")
    time = page.evaluate("window.studio.now.moment.time")
    wait(page, f"window.studio.now.data.get('home 5').time > {time} + 1", 60.0)
    for path in paths:
        assert sum(columns(page, path)) > 50, path
    picture(page, "plots")


@pytest.fixture
def seeing() -> Iterator[StudioServer]:
    """Serve a match of two robots with camera images, in this process."""
    with Match("bhuman2019", "bhuman2019", robots=1, fidelity="images", workers=0) as match:
        match.run(1.0)
        source = LiveMatch(match, speed=0.1)
        thread = threading.Thread(target=source.run)
        thread.start()
        with StudioServer(StudioController(source), port=0) as server:
            yield server
        source.close()
        thread.join()


def test_images_are_shown_with_their_percepts(
    seeing: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(seeing)
    page.evaluate("window.studio.bench().switchTo('vision')")
    _panel(page, "camera", "home 1")
    wait(page, "window.studio.now.data.get('home 1')?.images?.upper?.length > 1000")
    wait(page, "window.studio.now.data.get('home 1').drawings.some((d) => d.kind === 'image')")
    picture(page, "camera")
