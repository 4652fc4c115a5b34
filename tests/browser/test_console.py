"""The console in a real browser: size of its pane, number of lines, refused commands."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]

NARROW = 760  # px; narrower pages have one panel at a time
SAY_MANY = """(count) => {
  const line = document.querySelector(".console .line");
  for (let i = 0; i < count; i++) {
    line.value = `echo line ${i}`;
    line.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  }
}"""
RECALL_OLDEST = """() => {
  const line = document.querySelector(".console .line");
  const up = () => line.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp" }));
  for (let i = 0; i < 1000; i++) up();
  return line.value;
}"""


def _opened(page: Page) -> None:
    page.keyboard.press("c")
    page.locator(".console .line").wait_for(timeout=30_000)


def test_the_console_completes_and_corrects_commands(
    server: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(server)
    page.evaluate("window.studio.bench().switchTo('debug')")
    _opened(page)
    line = page.locator(".console .line")
    line.fill("get BallMod")
    line.press("Tab")
    wait(page, "document.querySelector('.console .line').value === 'get BallModel '")
    line.press("Enter")
    wait(
        page, "document.querySelector('.console .output').textContent.includes('position_in_robot')"
    )
    line.fill("bal 1 0.5")
    line.press("Enter")
    failed = page.locator(".console .output .failed", has_text="Did you mean 'ball'")
    failed.wait_for(timeout=30_000)
    picture(page, "console")


@pytest.mark.parametrize("size", [(1366, 768), (420, 800)])
def test_a_long_output_scrolls_above_the_input_line(
    log_server: StudioServer, opened: Opened, size: tuple[int, int]
) -> None:
    page = opened(log_server)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    bench = "PhoneBench" if size[0] < NARROW else "Workbench"
    wait(page, f"window.studio.bench().constructor.name === '{bench}'")
    _opened(page)
    line = page.locator(".console .line")
    before = line.bounding_box()
    for _ in range(4):
        line.fill("help")
        line.press("Enter")
    wait(page, "document.querySelectorAll('.console .output .said').length === 4")
    wait(page, "document.querySelector('.console .output').scrollTop > 200")
    assert line.bounding_box() == before
    assert before is not None
    assert before["y"] + before["height"] <= size[1]


def test_old_lines_are_removed(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    _opened(page)
    page.evaluate(SAY_MANY, 300)
    page.locator(".console .output", has_text="line 299").wait_for(timeout=60_000)
    assert page.locator(".console .output > div").count() <= 400
    assert page.evaluate(RECALL_OLDEST) == "echo line 100"


def test_a_note_in_a_recording_is_refused(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    _opened(page)
    line = page.locator(".console .line")
    line.fill("note hello")
    line.press("Enter")
    refused = page.locator(".console .output .failed", has_text="the note would be lost")
    refused.wait_for(timeout=30_000)
    assert "hello" not in page.evaluate("window.studio.run('events')")["text"]
