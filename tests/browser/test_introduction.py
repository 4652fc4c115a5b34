"""While a match is prepared, its page shows a recording; then the match takes over."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer
from kickabout.studio.sources.recorded_match import SHIPPED_MATCH
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser


def test_the_page_goes_from_the_recording_to_the_match(
    desk: StudioController, server: StudioServer, opened: Callable[[StudioServer], Page]
) -> None:
    desk.introduce(SHIPPED_MATCH)
    desk.notice = "This is a recording; your match begins soon."
    page = opened(server)
    wait(page, "studio.now.status?.mode === 'introduction'")
    waiting = page.locator(".notice.waiting")
    assert waiting.inner_text() == desk.notice
    assert page.locator(".team-name.home").first.inner_text() == "bhuman2021"
    assert page.locator(".scoreboard .state").inner_text() == "playing"
    wait(page, f"studio.now.status.time !== {page.evaluate('studio.now.status.time')}")
    desk.begin_match()
    wait(page, "globalThis.studio?.now.status?.mode === 'live'")
    assert page.locator(".team-name.home").first.inner_text() == "bhuman2019"
    assert not waiting.count()
