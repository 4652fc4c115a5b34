"""Two recordings, and two robots, side by side in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import SCENE, wait

from kickabout.recording import Recorder, load_settings
from kickabout.simulation.match.match import Match
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]

A, B = "window.studio.now", "window.studio.now.beside"
PANELS = "[...window.studio.bench().panels.values()]"


@pytest.fixture(scope="session")
def other_history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record the scene with another seed, so that robots move differently."""
    path = tmp_path_factory.mktemp("browser") / "other.mcap"
    recorder = Recorder(path, load_settings("default"))
    with Match("bhuman2019", "bhuman2019", scene=SCENE, workers=1, seed=9, recorder=recorder) as it:
        it.run(2.0)
    return path


@pytest.fixture
def compared(live: LiveMatch, history: Path, other_history: Path) -> Iterator[StudioServer]:
    source = RecordedMatch(history)
    yield from _served(StudioController(source), other_history)
    source.close()


@pytest.fixture
def beside_live(desk: StudioController, other_history: Path) -> Iterator[StudioServer]:
    yield from _served(desk, other_history)


def _served(lead: StudioController, path: Path) -> Iterator[StudioServer]:
    source = RecordedMatch(path)
    source.link(lead, start=lead.status().start)
    with StudioServer(lead, beside=StudioController(source), port=0) as made:
        yield made
    source.close()


def test_two_recordings_are_shown_at_one_time(
    compared: StudioServer, opened: Opened, picture: Picture
) -> None:
    page = opened(compared)
    assert page.locator("[data-layout=compare]").get_attribute("aria-selected") == "true"
    page.evaluate("window.studio.run('goto 1.6')")
    for match in (A, B):
        wait(page, f"Math.abs({match}.moment?.time - 1.6) < 0.01")
    torsos = f"[{A}, {B}].map((match) => [...match.moment.robots[4].torso])"
    first, second = page.evaluate(torsos)
    assert first != second
    for title in ("3-D · A", "3-D · B", "Field · A", "Field · B"):
        page.locator(".dv-tab", has_text=title).wait_for(timeout=30_000)
    picture(page, "two_recordings")


def test_the_recording_beside_is_shifted(compared: StudioServer, opened: Opened) -> None:
    page = opened(compared)
    page.evaluate("window.studio.run('goto 1.0')")
    shift = page.get_by_label("shift of the recording beside")
    shift.fill("0.5")
    shift.press("Enter")
    wait(page, f"Math.abs({B}.moment?.time - 1.5) < 0.01")
    assert abs(page.evaluate(f"{A}.moment.time") - 1.0) < 0.01
    page.evaluate("window.studio.run('B goto 1.8')")
    wait(page, f"Math.abs({A}.moment.time - 1.3) < 0.01")


def test_both_recordings_play_together(compared: StudioServer, opened: Opened) -> None:
    page = opened(compared)
    page.evaluate("window.studio.run('goto 0.4')")
    wait(page, f"Math.abs({B}.moment?.time - 0.4) < 0.01")
    page.keyboard.press(" ")
    wait(page, f"{A}.moment.time > 0.8 && {B}.moment.time > 0.8")
    page.keyboard.press(" ")
    wait(page, f"!{A}.status.running")
    wait(page, f"Math.abs({A}.moment.time - {B}.moment.time) < 0.01")


def test_data_of_the_same_robot_come_from_both_files(
    compared: StudioServer, opened: Opened
) -> None:
    page = opened(compared)
    page.evaluate("window.studio.run('goto 1.6')")
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    data = f"{PANELS}.filter((panel) => panel.kind.name === 'data')"
    page.evaluate(f"{data}.forEach((panel) => panel.api.setActive())")
    wait(page, "window.studio.now.data.get('B home 5')?.values?.RobotPose")
    poses = page.locator("[data-path='RobotPose.robot_to_field']:visible").all_inner_texts()
    assert len(poses) == 2
    assert poses[0] != poses[1]
    own = page.evaluate("window.studio.run('B home 5 get RobotPose.robot_to_field.x')")
    assert f"{float(own['text']):.3f}" in poses[1]


def test_a_curve_of_both_recordings_is_drawn_in_one_chart(
    compared: StudioServer, opened: Opened
) -> None:
    page = opened(compared)
    path = "WalkOutput.speed.x"
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    page.locator(f"[data-signal='{path}']").wait_for(timeout=30_000)
    page.locator(f"[data-signal='B home 5 {path}']").wait_for(timeout=30_000)
    page.locator(f"[data-chart='{path}'] canvas").wait_for(timeout=30_000)
    page.get_by_label("robot to compare with").select_option("away 1")
    page.locator(f"[data-signal='away 1 {path}']").wait_for(timeout=30_000)


def test_a_panel_changes_to_the_other_recording(compared: StudioServer, opened: Opened) -> None:
    page = opened(compared)
    page.locator("[data-layout=debug]").click()
    page.locator("[data-panel=scene]:visible").wait_for(timeout=30_000)
    chosen = page.get_by_label("robot of this panel").first
    chosen.select_option(label="B home 3")
    scene = f"{PANELS}.find((panel) => panel.kind.name === 'scene')"
    wait(page, f"{scene}.robot === 'B home 3' && {scene}.match === {B}")
    page.locator(".dv-tab", has_text="3-D · B home 3").wait_for(timeout=30_000)
    wait(page, f"{scene}.element.querySelectorAll('canvas').length === 1")


def test_a_match_runs_beside_a_recording(beside_live: StudioServer, opened: Opened) -> None:
    page = opened(beside_live)
    page.evaluate("window.studio.run('play')")
    wait(page, f"{A}.status.mode === 'live' && {B}.status.mode === 'log'")
    wait(page, f"Math.abs({B}.moment?.time - Math.min({A}.moment.time, {B}.status.end)) < 0.3")
