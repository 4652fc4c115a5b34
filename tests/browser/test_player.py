"""The past in a real browser: scrub, step, search, and back to the match."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.recording import Recording
from kickabout.recording.format.rewriting import cut
from kickabout.recording.recorder import PROGRAMS
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]


def _scrub(page: Page, fraction: float) -> None:
    box = page.locator(".track").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + fraction * box["width"], box["y"] + box["height"] / 2)


def _show(page: Page, names: list[str]) -> None:
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    page.evaluate("(open) => void window.studio.open('data', {open})", names)


def test_a_recording_can_be_scrubbed_and_searched(
    log_server: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(log_server)
    wait(page, "window.studio.now.status.mode === 'log'")
    _scrub(page, 0.5)
    wait(
        page, "Math.abs(window.studio.now.moment.time / window.studio.now.status.end - 0.5) < 0.02"
    )
    time = page.evaluate("window.studio.now.moment.time")
    page.keyboard.press(".")
    wait(page, f"Math.abs(window.studio.now.moment.time - {time} - 0.04) < 0.005")
    page.keyboard.press("Space")
    wait(page, f"window.studio.now.moment.time > {time} + 0.3")
    page.keyboard.press("Space")
    _scrub(page, 0.02)
    find = page.locator(".find")
    find.fill("JointState.measured_at > 1.0")
    find.press("Enter")
    wait(page, "window.studio.now.moment.time > 1.0")
    page.evaluate("window.studio.bench().switchTo('debug')")
    _show(page, ["BallModel", "RobotPose"])
    page.locator("[data-path='BallModel.known']").wait_for(timeout=30_000)
    picture(page, "recording")


def test_a_recording_with_packages_explains_how_to_allow_them(
    live: LiveMatch, history: Path, tmp_path: Path, opened: Opened
) -> None:
    with Recording(history) as recording:
        programs = msgspec.json.decode(recording.attachments[PROGRAMS])
        for team in programs["teams"]:
            team["packages"] = ["my_team"]
        recording.attachments[PROGRAMS] = msgspec.json.encode(programs)
        cut(recording, tmp_path / "packages.mcap", end=1.0)
    source = RecordedMatch(tmp_path / "packages.mcap")
    with StudioServer(StudioController(source), port=0) as server:
        page = opened(server)
        _show(page, ["BallModel"])
        page.locator("[data-panel=data]", has_text="--package my_team").wait_for(timeout=30_000)
    source.close()


def test_the_past_of_a_running_match_is_shown(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    _show(page, ["MotionRequest", "BallModel"])
    page.evaluate("void window.studio.open('behavior')")
    assert page.evaluate("window.studio.run('back 1.5')")["ok"]
    wait(page, "window.studio.now.status.mode === 'back'")
    wait(page, "document.querySelector('.options .option')")
    assert page.locator(".mode").inner_text() == "looking back"
    page.keyboard.press("l")
    wait(page, "window.studio.now.status.mode === 'live'")
    time = page.evaluate("window.studio.now.moment.time")
    wait(page, f"window.studio.now.moment.time > {time}")


def test_a_read_only_page_changes_nothing(desk: StudioController, opened: Opened) -> None:
    desk.read_only = True
    with StudioServer(desk, port=0) as server:
        page = opened(server)
        reply = page.evaluate("window.studio.run('ball 1 1')")
        assert not reply["ok"]
        assert "read-only" in reply["text"]
        page.evaluate("void window.studio.open('game')")
        wait(page, "document.querySelector('fieldset.game').disabled")
