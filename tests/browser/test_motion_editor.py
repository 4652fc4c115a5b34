"""Key-frame motions in a real browser: shown, changed, refused with a reason, simulated, saved."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser


def test_a_motion_is_changed_simulated_and_saved(
    live: LiveMatch,
    tmp_path: Path,
    opened: Callable[[StudioServer], Page],
    picture: Callable[[Page, str], None],
) -> None:
    with StudioServer(StudioController(live, motions=tmp_path), port=0) as server:
        page = opened(server)
        page.evaluate("window.studio.bench().switchTo('motion')")
        page.keyboard.press("k")
        page.locator("[data-motion='get_up_front']").click()
        page.locator(".frames span").nth(5).wait_for(timeout=120_000)
        page.get_by_label("how it is shown").select_option("front")
        page.locator(".complaint[data-start='front']").wait_for(timeout=60_000)
        page.locator(".frames span").nth(3).click()
        wait(page, "document.querySelectorAll('.frames span')[3].ariaCurrent === 'true'")
        picture(page, "motions")

        text = page.get_by_label("text of the motion")
        whole = text.input_value()
        text.fill(whole.replace("duration = 0.35", "duration = -1", 1))
        wait(page, "document.querySelector('.complaint').textContent.includes('more than 0 s')")
        text.fill(whole.replace("duration = 0.35", "duration = 0.45", 1))
        page.get_by_label("name").fill("get_up_slowly")
        page.locator("[data-do='keep motion']").click()
        page.locator("[data-motion='get_up_slowly']").wait_for(timeout=120_000)
    assert "duration = 0.45" in (tmp_path / "keyframes/get_up_slowly.toml").read_text(
        encoding="utf-8"
    )
