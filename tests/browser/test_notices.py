"""Notices of failures: they leave what the user needs next within reach."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer

pytestmark = pytest.mark.browser

IS_ON_TOP = """(button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) =>
    button.contains(document.elementFromPoint(left + part * width, top + height / 2)));
}"""


def test_a_failure_does_not_cover_the_button_that_saves(
    server: StudioServer, opened: Callable[[StudioServer], Page]
) -> None:
    page = opened(server)
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    page.evaluate("window.studio.bench().switchTo('debug')")
    page.evaluate("void window.studio.open('parameters')")
    page.locator("[data-module=WalkEngine]:visible").click()
    field = page.locator("[data-parameter='WalkEngine.forward_limit']")
    field.wait_for(timeout=30_000)
    field.fill("nonsense")
    field.press("Enter")
    page.locator(".notice.failed").first.wait_for(timeout=30_000)
    assert page.get_by_role("button", name="save changes").evaluate(IS_ON_TOP)


def test_the_game_clock_stays_while_looking_back(
    server: StudioServer, opened: Callable[[StudioServer], Page]
) -> None:
    page = opened(server)
    clock = page.locator(".scoreboard .clock").first
    wait(page, "/^\\d+:\\d\\d$/.test(document.querySelector('.scoreboard .clock').textContent)")
    assert page.evaluate("window.studio.run('back 1.5')")["ok"]
    wait(page, "window.studio.now.status.mode === 'back'")
    assert ":" in clock.inner_text()
    page.evaluate("window.studio.run('live')")
