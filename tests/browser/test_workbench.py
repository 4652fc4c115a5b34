"""The workbench in a real browser: panels, layouts with names, pinned robots, keys, addresses."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]

COUNT = "window.studio.bench().panels.size"


def _choose(page: Page, robot: str) -> None:
    page.evaluate("(robot) => window.studio.choose({robot})", robot)


def _kinds(page: Page) -> list[str]:
    script = "[...window.studio.bench().panels.values()].map((panel) => panel.kind.name)"
    kinds: list[str] = page.evaluate(script)
    return sorted(kinds)


def test_a_panel_is_added_split_and_closed_by_keys(
    log_server: StudioServer, opened: Opened
) -> None:
    page = opened(log_server)
    count = page.evaluate(COUNT)
    page.keyboard.press("a")
    page.get_by_label("what to open").fill("timing")
    page.keyboard.press("Enter")
    page.locator("[data-panel=timing]:visible").wait_for(timeout=30_000)
    assert page.evaluate(COUNT) == count + 1
    page.keyboard.press("s")
    wait(page, f"{COUNT} === {count + 2}")
    boxes = [panel.bounding_box() for panel in page.locator("[data-panel=timing]:visible").all()]
    assert len(boxes) == 2
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert abs(boxes[0]["x"] - boxes[1]["x"]) > 50
    page.keyboard.press("x")
    page.keyboard.press("x")
    wait(page, f"{COUNT} === {count}")


def test_a_layout_is_left_restored_and_reset(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    before = _kinds(page)
    page.evaluate("void window.studio.open('timing')")
    page.locator("[data-layout=behavior]").click()
    wait(page, "!document.querySelector('[data-panel=timing]')")
    page.locator("[data-layout=watch]").click()
    wait(page, "document.querySelector('[data-panel=timing]')")
    page.reload()
    wait(page, "window.studio?.drawn.pictures > 0")
    assert _kinds(page) == sorted([*before, "timing"])
    page.locator("[data-do='layout menu']").click()
    page.locator("[data-do='reset layout']").click()
    wait(page, "!document.querySelector('[data-panel=timing]')")
    assert _kinds(page) == before


def test_a_layout_is_saved_under_a_name_for_all_browsers(
    server: StudioServer, opened: Opened, browser: Browser, layers: Path
) -> None:
    page = opened(server)
    page.evaluate("void window.studio.open('timing')")
    page.locator("[data-do='layout menu']").click()
    page.get_by_label("name of the layout").fill("my work")
    page.locator("[data-do='save layout']").click()
    page.locator(".notice", has_text="my work.json").wait_for(timeout=30_000)
    assert (layers.parent / "layouts/my work.json").exists()
    other = browser.new_context().new_page()  # remembers nothing
    other.goto(server.address)
    other.locator("[data-layout='my work']").click()
    other.locator("[data-panel=timing]:visible").wait_for(timeout=30_000)
    other.locator("[data-do='layout menu']").click()
    other.locator("[data-do='delete layout']").click()
    wait(other, "!document.querySelector('[data-layout=\"my work\"]')")
    assert not (layers.parent / "layouts/my work.json").exists()
    other.context.close()


def test_two_robots_are_compared_side_by_side(
    log_server: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.run('goto 1.6')")
    _choose(page, "home 5")
    page.evaluate("window.studio.bench().switchTo('motion')")
    page.evaluate("void window.studio.open('body')")
    page.keyboard.press("s")
    wait(page, "document.querySelectorAll('[data-panel=body]').length === 2")
    page.keyboard.press("p")
    _choose(page, "away 1")
    wait(page, "window.studio.now.data.get('away 1')?.values?.JointState")
    shown = "[...window.studio.bench().panels.values()].filter((p) => p.kind.name === 'body')"
    robots = page.evaluate(f"{shown}.map((panel) => panel.robot)")
    assert sorted(robots) == ["away 1", "home 5"]
    texts = page.locator("[data-panel=body]:visible .joints").all_inner_texts()
    assert len(texts) == 2
    assert texts[0] != texts[1]
    page.locator(".dv-tab", has_text="Body · home 5").wait_for(timeout=30_000)
    picture(page, "compared")


def test_the_address_keeps_what_is_looked_at(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    _choose(page, "away 2")
    page.locator("[data-layout=behavior]").click()
    page.evaluate("window.studio.run('goto 0.8')")
    wait(page, "/layout=behavior&robot=away\\+2&time=0.80/.test(location.hash)")
    address = page.evaluate("location.href")
    page.evaluate("localStorage.clear(); window.studio.run('goto 0.2')")
    page.goto("about:blank")
    page.goto(address)
    wait(page, "window.studio?.now.moment?.time.toFixed(2) === '0.80'")
    assert page.evaluate("window.studio.choices.robot") == "away 2"
    assert page.locator("[data-layout=behavior]").get_attribute("aria-selected") == "true"


def test_the_keys_are_listed(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.keyboard.press("?")
    listed = page.locator("dialog.keys").inner_text()
    for text in ("play or pause", "what the camera follows", "pin the panel", "Alt+1"):
        assert text in listed
    page.keyboard.press("?")
    wait(page, "!document.querySelector('dialog.keys')")
    page.keyboard.press("Alt+5")
    wait(page, "window.studio.choices.layout === 'motion'")


def test_a_broken_layout_gives_way_to_the_original(
    log_server: StudioServer, opened: Opened
) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.choose({arranged: {watch: {panels: {x: {}}, grid: 5}}})")
    page.locator("[data-layout=motion]").click()
    page.evaluate("window.studio.choose({arranged: {watch: {panels: {x: {}}, grid: 5}}})")
    page.locator("[data-layout=watch]").click()
    page.locator(".notice", has_text="could not be restored").wait_for(timeout=30_000)
    page.locator("[data-panel=scene]:visible").wait_for(timeout=30_000)


def test_a_phone_shows_the_match_and_one_panel(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.set_viewport_size({"width": 420, "height": 800})
    page.locator(".phone-above canvas.scene").wait_for(timeout=30_000)
    page.locator(".phone-swap").click()
    page.locator(".phone-above canvas.field").wait_for(timeout=30_000)
    page.locator(".phone-tabs [data-kind=behavior]").click()
    page.locator(".phone-below .option").first.wait_for(timeout=30_000)
    page.locator("#header [data-robot='away 2']").click()
    wait(page, "window.studio.choices.robot === 'away 2'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    page.set_viewport_size({"width": 1366, "height": 768})
    page.locator(".dv-tab").first.wait_for(timeout=30_000)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_texts_can_be_read_in_both_themes(
    log_server: StudioServer, opened: Opened, theme: str
) -> None:
    page = opened(log_server)
    page.evaluate("(theme) => window.studio.choose({theme})", theme)
    script = """() => {
      const style = getComputedStyle(document.documentElement);
      const probe = document.body.appendChild(document.createElement("i"));
      const parts = (name) => {
        probe.style.color = style.getPropertyValue(name);
        return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
      };
      const linear = (v) => (v /= 255) <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
      const light = (name) => parts(name).map(linear)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const texts = ["--text", "--muted", "--accent", "--good", "--bad", "--warm"];
      const grounds = ["--ground", "--panel", "--raised"];
      return texts.flatMap((text) => grounds.map((ground) =>
        [text, ground, contrast(light(text), light(ground))]));
    }"""
    for text, ground, contrast in page.evaluate(script):
        assert contrast >= 4.5, f"{text} on {ground}"
