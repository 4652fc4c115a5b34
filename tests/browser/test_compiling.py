"""While a match compiles, every page shows that and the number of compiled kernels."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch

pytestmark = pytest.mark.browser


def test_a_match_that_compiles_is_shown_as_compiling(
    server: StudioServer, opened: Callable[[StudioServer], Page], live: LiveMatch
) -> None:
    page = opened(server)
    compilation = live.match.pool.compilation
    compilation.on_start(None)
    try:
        wait(page, "document.querySelector('#header .mode').textContent === 'compiling'")
        shown = page.locator("#time .factor").inner_text()
        assert shown == f"compiling for the first time: {compilation.ended} kernels so far"
    finally:
        compilation.on_end(None)
    wait(page, "document.querySelector('#header .mode').textContent === 'live'")
