"""The tour of docs/studio.md in a running match: look back, change a parameter, save it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import wait

pytestmark = pytest.mark.browser
Picture = Callable[[Page, str], None]

COMMAND = ["play", "bhuman2019", "hulks2021", "--half", "60", "--studio", "--robots", "2"]
TIME = "window.studio.now.moment.time"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Start what `make play` starts, with fewer robots and with layers in a folder of the test."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    environment.pop("DISPLAY", None)
    command = [sys.executable, "-m", "kickabout", *COMMAND]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
                yield found[0]
                break
        process.terminate()
        process.wait(60)


def test_a_newcomer_finds_a_cause_and_changes_a_parameter(
    address: str, browser: Browser, picture: Picture, tmp_path: Path
) -> None:
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.goto(address)
    wait(page, f"window.studio?.now.status?.mode === 'live' && {TIME} > 14", 240.0)
    _looks_back(page, picture)
    page.keyboard.press("l")
    wait(page, "window.studio.now.status.mode === 'live'")
    before = page.evaluate(TIME)
    wait(page, f"{TIME} > {before} + 0.5", 60.0)
    _slows_down(page, picture)
    page.get_by_role("button", name="save changes").click()
    page.locator(".notice", has_text="--location mine").wait_for(timeout=30_000)
    assert "forward_limit = 0.05" in (tmp_path / "kickabout/locations/mine.toml").read_text()
    page.context.close()


def _looks_back(page: Page, picture: Picture) -> None:
    """Go ten seconds back, then use the time bar, then single frames."""
    page.keyboard.press("2")
    page.keyboard.press("r")
    now = page.evaluate(TIME)
    page.keyboard.press("b")
    wait(page, f"window.studio.now.status.mode === 'back' && {TIME} < {now} - 8")
    assert page.evaluate(f"{TIME} > {now} - 13")
    wait(page, "document.querySelector('.options .option')")
    estimated = page.evaluate("[...window.studio.now.moment.robots[1].belief].slice(0, 2)")
    true = page.evaluate("[...window.studio.now.moment.robots[1].torso].slice(0, 2)")
    assert all(abs(one - other) < 3.0 for one, other in zip(estimated, true, strict=True))
    box = page.locator(".track").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)
    wait(page, f"Math.abs({TIME} / window.studio.now.status.end - 0.7) < 0.03")
    at = page.evaluate(TIME)
    page.keyboard.press(",")
    wait(page, f"{TIME} < {at}")
    page.evaluate("void window.studio.open('data', {open: ['BallModel', 'MotionRequest']})")
    page.locator("[data-path='BallModel.known']").wait_for(timeout=30_000)
    picture(page, "why")


def _slows_down(page: Page, picture: Picture) -> None:
    """Change a parameter of all robots; the curve of the speed shows it."""
    page.evaluate("void window.studio.open('plots', {charts: [{paths: ['WalkOutput.speed.x']}]})")
    _wait_for_match(page, 3.0)
    page.evaluate("void window.studio.open('parameters')")
    page.locator("[data-module=WalkEngine]:visible").click()
    field = page.locator("[data-parameter='WalkEngine.forward_limit']")
    field.wait_for(timeout=30_000)
    field.fill("0.05")
    field.press("Enter")
    page.locator("tr.changed [data-parameter='WalkEngine.forward_limit']").wait_for(timeout=30_000)
    picture(page, "parameters")
    page.evaluate("void window.studio.open('plots')")
    _wait_for_match(page, 4.0)
    picture(page, "effect")
    reply = page.evaluate("window.studio.run('home 2 get WalkOutput.speed.x')")
    assert float(reply["text"]) <= 0.06
    page.evaluate("void window.studio.open('parameters')")


def _wait_for_match(page: Page, seconds: float) -> None:
    """Wait for some seconds of simulated time."""
    wait(page, f"{TIME} > {page.evaluate(TIME) + seconds}", 120.0)
