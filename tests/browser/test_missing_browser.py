"""Without a browser, browser tests are skipped on a developer's machine and fail in CI."""

import pytest
from tests.browser.conftest import browser_path


def test_a_missing_browser_skips_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.skip.Exception, match="apt install chromium"):
        browser_path(must_run=False)


def test_a_missing_browser_fails_the_tests_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match="apt install chromium"):
        browser_path(must_run=True)
