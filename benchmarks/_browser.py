"""A headless browser without graphics card, for benches of pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kickabout.framework import ConfigurationError, clock

Page = Any  # playwright's
NAMES = ("chromium", "chromium-browser", "google-chrome")
SIZE = {"width": 1366, "height": 768}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
POLL = 20  # ms
PATIENCE = 900.0  # s


@contextmanager
def browser() -> Iterator[Any]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        raise ConfigurationError("playwright or chromium is not installed; pages need both")
    with sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


def wait_until(page: Page, condition: str) -> None:
    """Wait until a condition holds; it may fail while the page loads again."""
    from playwright.sync_api import Error

    begin = clock.monotonic()
    while clock.monotonic() - begin < PATIENCE:
        try:
            if page.evaluate(f"() => Boolean({condition})"):
                return
        except Error:
            pass  # the page is just being loaded
        page.wait_for_timeout(POLL)
    raise ConfigurationError(f"after {PATIENCE:g} s the page does not fulfill: {condition}")
