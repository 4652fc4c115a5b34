"""Robots of any kind are shown with their bodies, joints and cameras; leagues with their walls."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait
from tests.browser.pixels import colors_at

from kickabout.geometry import matrix_from_quaternion
from kickabout.recording import Recorder, load_settings
from kickabout.robots.kind import robot_kind
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.soccer.league import load_league
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.stage import stage_of
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
TESTS = Path(__file__).parents[1]
PACKAGE = "tests.boxes"
WHEELS = ["front left wheel", "front right wheel", "rear left wheel", "rear right wheel"]


def played(recorder: Recorder | None = None) -> Match:
    """Play a box against a NAO, with images."""
    team = str(TESTS / "boxes" / "boxes.toml")
    scene = Scene(referee=RefereePlan(start="playing"))
    match = Match(
        team,
        "walkers",
        robots=1,
        league="open",
        fidelity="images",
        scene=scene,
        workers=0,
        recorder=recorder,
    )
    match.place(robot=("home", 1), pose=(-0.6, 0.0, 0.0))
    match.place(robot=("away", 1), pose=(-0.5, 0.8, 0.0))
    match.run(0.6)
    return match


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("boxes") / "boxes.mcap"
    played(Recorder(made, load_settings("full"))).close()
    return made


@pytest.fixture(scope="module")
def boxes() -> Iterator[LiveMatch]:
    with played() as match:
        source = LiveMatch(match, running=False)
        thread = threading.Thread(target=source.run)
        thread.start()
        yield source
        source.close()
        thread.join()


@pytest.fixture(params=["live", "recorded"])
def shown(request: pytest.FixtureRequest, boxes: LiveMatch, path: Path) -> Iterator[StudioServer]:
    recorded = RecordedMatch(path, packages=[PACKAGE]) if request.param == "recorded" else None
    if recorded is not None:
        recorded.transport.go_to(0.5)
    with StudioServer(StudioController(recorded or boxes), port=0) as made:
        yield made
    if recorded is not None:
        recorded.close()


def test_a_box_is_shown_as_a_box_beside_a_nao(shown: StudioServer, opened: Opened) -> None:
    page = opened(shown)
    kinds = page.evaluate("studio.now.stage.robots.map((robot) => robot.kind)")
    assert kinds == ["box", "nao"]
    for index, name in enumerate(kinds):
        assert links_of(page, index) == pytest.approx(expected_links(page, index, name), abs=1e-5)
    page.evaluate("studio.choose({robot: 'home 1'})")
    page.evaluate("void studio.open('body')")
    joints = page.locator(".joints tbody tr td:first-child")
    wait(page, "document.querySelectorAll('.joints tbody tr').length === 4")
    assert joints.all_inner_texts() == WHEELS
    headings = page.locator(".sensors h3")
    wait(page, "document.querySelectorAll('.sensors h3').length > 0")
    assert headings.all_inner_texts() == ["Inertia", "Body"]  # a box has no feet
    page.evaluate("void studio.open('camera')")
    cameras = page.locator("canvas.camera.fill:visible")
    wait(page, "document.querySelectorAll('canvas.camera.fill').length === 1")
    assert cameras.get_attribute("data-camera") == "front"
    wait(page, "document.querySelector('.camera-note').textContent === '160 × 120'")
    page.evaluate("studio.choose({robot: 'away 1'})")
    wait(page, "document.querySelectorAll('canvas.camera.fill').length === 2")
    unused = "no module of this robot uses its images"  # `walkers` only move
    wait(page, f"document.querySelector('.camera-note').textContent === '{unused}'")


def links_of(page: Page, index: int) -> Any:
    """Return the positions of a robot's links as the page computes them."""
    script = """async (index) => {
      const { linkRows } = await import("/static/scene/body.js");
      const { stage, moment } = studio.now, { kind } = stage.robots[index];
      const { links } = stage.kinds[kind], { torso, joints } = moment.robots[index];
      const rows = linkRows(links, torso, joints, new Float32Array(links.length * 12));
      return links.map((_, i) => [rows[i * 12 + 3], rows[i * 12 + 7], rows[i * 12 + 11]]);
    }"""
    return np.array(page.evaluate(script, index))


def expected_links(page: Page, index: int, name: str) -> Any:
    kind = robot_kind(name, [PACKAGE])
    robot = page.evaluate(f"Array.from(studio.now.moment.robots[{index}].torso)")
    angles = page.evaluate(f"Array.from(studio.now.moment.robots[{index}].joints)")
    poses = kind.kinematics().forward(np.array(angles[: len(kind.joints)]))
    rotation = matrix_from_quaternion(np.array(robot[3:]))
    return np.array(robot[:3]) + poses.translations[: len(kind.links)] @ rotation.T


def test_a_robot_of_a_package_that_is_not_allowed_is_still_shown(
    boxes: LiveMatch, path: Path, opened: Opened
) -> None:
    recorded = RecordedMatch(path)
    with StudioServer(StudioController(recorded), port=0) as server:
        page = opened(server)
        assert page.evaluate("studio.now.stage.robots[0].kind") == "unknown"
    recorded.close()


def test_walls_box_goals_beacons_and_plain_balls_are_drawn(
    boxes: LiveMatch, opened: Opened
) -> None:
    league = load_league(str(TESTS / "leagues" / "legged.toml"))
    stage = stage_of(league.field, Scene(), {})
    points = {
        "orange": (0.5, 0.5, 0.042),
        "sky blue": (2.4, 0.0, 0.25),
        "yellow": (-2.4, 0.0, 0.25),
        "white": (0.0, 1.39, 0.06),
        "pink": (2.15, -1.4, 0.4),
    }
    with StudioServer(StudioController(boxes), port=0) as server:
        page = opened(server)
        found = colors_at(page, stage, list(points.values()), ball=(0.5, 0.5, 0.042))
    seen = dict(zip(points, found, strict=True))
    assert _is(seen["orange"], "red", over="blue")
    assert _is(seen["sky blue"], "blue", over="red")
    assert _is(seen["yellow"], "red", over="blue")
    assert _is(seen["yellow"], "green", over="blue")
    assert min(seen["white"][:3]) > 120
    assert _is(seen["pink"], "red", over="green")


def _is(color: list[int], name: str, *, over: str) -> bool:
    values = dict(zip(("red", "green", "blue"), color, strict=False))
    return values[name] > 1.3 * values[over]
