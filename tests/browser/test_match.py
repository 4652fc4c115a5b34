"""The match in a real browser: robots are selected and dragged, the game is controlled."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.kinematics import LINKS, nao_kinematics
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]


def test_robots_move_on_the_page(server: StudioServer, opened: Opened, picture: Picture) -> None:
    page = opened(server)
    time = page.evaluate("window.studio.now.moment.time")
    wait(page, f"window.studio.now.moment.time > {time} + 0.2")
    drawn = page.evaluate("window.studio.drawn.pictures")
    assert drawn >= 2
    assert page.locator(".scoreboard .score").inner_text() == "0 : 0"
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    picture(page, "match")


def test_a_click_selects_a_robot(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    page.evaluate("window.studio.choose({robot: 'away 1'})")
    _on_field(page, 2, lambda x, y: page.mouse.click(x, y))
    wait(page, "window.studio.choices.robot === 'home 3'")


def _on_field(page: Page, index: int, act: Callable[[float, float], None]) -> None:
    """Call a function with the position of a robot on the field view; −1 is the ball."""
    where = "ball" if index < 0 else f"robots[{index}].torso"
    x, y = page.evaluate(f"[...window.studio.now.moment.{where}].slice(0, 2)")
    act(*_pixel(page, x, y))


def _pixel(page: Page, x: float, y: float) -> tuple[float, float]:
    box = page.locator("canvas.field").bounding_box()
    assert box is not None
    border = page.evaluate("window.studio.now.stage.field.border")
    scale = min(box["width"] / (2 * border[0] + 0.2), box["height"] / (2 * border[1] + 0.2))
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return middle[0] + x * scale, middle[1] - y * scale


def test_the_ball_is_dragged(server: StudioServer, opened: Opened, live: LiveMatch) -> None:
    page = opened(server)
    page.keyboard.press("Space")
    wait(page, "!window.studio.now.status.running")
    _on_field(page, -1, lambda x, y: page.mouse.move(x, y))
    page.mouse.down()
    page.mouse.move(*_pixel(page, 2.0, -2.0), steps=4)
    page.mouse.up()
    wait(
        page,
        "Math.abs(window.studio.now.moment.ball[0] - 2) < 0.1",
    )
    assert live.match.truth.ball.x == pytest.approx(2.0, abs=0.1)


def test_a_goal_is_counted_by_hand(server: StudioServer, opened: Opened, live: LiveMatch) -> None:
    page = opened(server)
    page.evaluate("void window.studio.open('game')")
    before = live.match.score[1]
    row = page.locator(".game .row", has_text="Goal")
    row.get_by_role("button", name="away").click()
    wait(page, f"window.studio.now.status.score[1] === {before + 1}")


def test_the_state_of_the_game_is_set_by_hand(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    page.evaluate("void window.studio.open('game')")
    row = page.locator(".game .row", has_text="State")
    names = ["initial", "ready", "set", "playing", "finished"]
    assert row.get_by_role("button").all_inner_texts() == names
    for name in ("set", "playing"):
        row.get_by_role("button", name=name).click()
        wait(page, f"window.studio.now.status.state === '{name}'")


def test_buttons_without_effect_in_a_recording_are_disabled(
    log_server: StudioServer, opened: Opened
) -> None:
    page = opened(log_server)
    page.evaluate("void window.studio.open('game')")
    wait(page, "document.querySelector('fieldset.game').disabled")
    for button in page.locator(".game .action, .game select").all():
        assert button.is_disabled()
        assert float(button.evaluate("(it) => getComputedStyle(it).opacity")) < 0.6


def test_several_pages_show_the_same_match(server: StudioServer, opened: Opened) -> None:
    pages = [opened(server) for _ in range(3)]
    for page in pages:
        time = page.evaluate("window.studio.now.moment.time")
        wait(page, f"window.studio.now.moment.time > {time}")


def test_theme_and_drawings_are_remembered(
    server: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(server)
    page.keyboard.press("t")
    page.evaluate("window.studio.choose({drawn: ['home 5'], robot: 'home 5'})")
    page.evaluate("void window.studio.open('drawings')")
    page.wait_for_timeout(600)  # until the layout is stored
    page.reload()
    wait(page, "window.studio?.drawn.pictures > 0")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.locator("[data-panel=drawings]:visible").wait_for(timeout=30_000)
    wait(page, "window.studio.now.data.get('home 5')?.drawings?.length > 0")
    picture(page, "light")


def test_the_kinematics_of_the_page_are_those_of_the_robot(
    server: StudioServer, opened: Opened
) -> None:
    page = opened(server)
    angles = np.linspace(-0.6, 0.7, JOINT_COUNT)
    script = """async (angles) => {
      const { linkRows } = await import("/static/scene/body.js");
      const { kinds, robots } = window.studio.now.stage;
      const links = kinds[robots[0].kind].links;
      const torso = Float32Array.from([0, 0, 0, 1, 0, 0, 0]);
      return [...linkRows(links, torso, angles, new Float32Array(links.length * 12))];
    }"""
    rows = np.array(page.evaluate(script, angles.tolist())).reshape(LINKS, 3, 4)
    poses = nao_kinematics().forward(angles)
    assert rows[:, :, :3] == pytest.approx(poses.rotations[:LINKS], abs=1e-5)
    assert rows[:, :, 3] == pytest.approx(poses.translations[:LINKS], abs=1e-5)
