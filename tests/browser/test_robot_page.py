"""The robot page in a real browser: each view, changed parameters, overridden values."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait
from tests.browser.curves import columns

from kickabout.simulation.match.match import Match
from kickabout.studio.live import LiveMatch
from kickabout.studio.server import StudioServer
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]

CONTENT = {
    "data": ".representation",
    "parameters": ".parameters input",
    "plots": ".toolbar input",
    "camera": "canvas.camera",
    "body": ".joints tbody tr",
    "modules": ".module",
    "timing": ".timing tbody tr",
    "team": ".team tbody tr",
}


def _robot_page(page: Page, view: str, **more: object) -> None:
    layout = {"page": "robot", "robot": "home 5", "view": view, **more}
    page.evaluate("(layout) => window.studio.remember(layout)", layout)


@pytest.mark.parametrize("view", list(CONTENT))
def test_each_view_opens(server: StudioServer, opened: Opened, picture: Picture, view: str) -> None:
    page = opened(server)
    page.keyboard.press("r")
    page.locator("[data-robot='home 5']").click()
    page.locator(f"[data-view={view}]").click()
    page.locator(f".content {CONTENT[view]}").first.wait_for(timeout=30_000)
    wait(page, "document.querySelector('.behavior .option')")
    if view == "modules":
        page.get_by_role("button", name="BallTracker").click()
        page.locator(".detail .chip", has_text="BallModel").wait_for(timeout=30_000)
        marks = page.locator(".module .station")
        assert set(marks.evaluate_all("(all) => all.map((mark) => mark.clientWidth)")) == {8}
        picture(page, view)


def test_a_parameter_is_changed_and_saved(
    server: StudioServer, opened: Opened, layers: Path
) -> None:
    page = opened(server)
    _robot_page(page, "parameters", module="WalkEngine")
    field = page.locator("[data-parameter='WalkEngine.forward_limit']")
    field.wait_for(timeout=30_000)
    field.fill("0.21")
    field.press("Enter")
    page.locator("tr.changed [data-parameter='WalkEngine.forward_limit']").wait_for(timeout=30_000)
    reply = page.evaluate("window.studio.say('home 5 get WalkEngine.forward_limit')")
    assert "0.21" in reply["text"]
    page.get_by_role("button", name="save changes").click()
    page.locator(".notice", has_text="--location mine").wait_for(timeout=30_000)
    assert "forward_limit = 0.21" in (layers / "mine.toml").read_text()


def test_typed_text_survives_a_refresh(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    _robot_page(page, "parameters", module="WalkEngine")
    field = page.locator("[data-parameter='WalkEngine.turn_limit']")
    field.wait_for(timeout=30_000)
    field.fill("0.5")
    _robot_page(page, "parameters", module="WalkEngine")
    page.evaluate("window.studio.say('echo')")  # answered after all earlier requests of the page
    assert field.input_value() == "0.5"
    field.press("Escape")
    assert field.input_value() != "0.5"


def test_a_wrong_value_is_reported_and_changes_nothing(
    server: StudioServer, opened: Opened
) -> None:
    page = opened(server)
    _robot_page(page, "parameters", module="WalkEngine")
    field = page.locator("[data-parameter='WalkEngine.side_limit']")
    field.wait_for(timeout=30_000)
    before = field.input_value()
    field.fill("sideways " * 30)
    field.press("Enter")
    notice = page.locator(".notice.failed", has_text="side_limit")
    notice.wait_for(timeout=30_000)
    page.get_by_role("button", name="save changes").click(
        trial=True
    )  # fails if another element covers it
    assert notice.is_visible()
    reply = page.evaluate("window.studio.say('home 5 get WalkEngine.side_limit')")
    assert before in reply["text"]


def test_an_overridden_value_takes_effect_at_once(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    _robot_page(page, "data", open=["RobotPose"])
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
    paths = ["RobotPose.robot_to_field.x", "BallModel.position_in_robot.x", "RobotPose.validity"]
    _robot_page(page, "plots", plots=paths)
    wait(page, "/\\d/.test(document.querySelector('.chart .number')?.textContent)")
    time = page.evaluate("window.studio.now.moment.time")
    wait(page, f"window.studio.now.thoughts.get('home 5').time > {time} + 1", 60.0)
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
    _robot_page(page, "camera", robot="home 1")
    wait(page, "window.studio.now.thoughts.get('home 1')?.images?.upper?.length > 1000")
    wait(page, "window.studio.now.thoughts.get('home 1').drawings.some((d) => d.kind === 'image')")
    picture(page, "camera")
