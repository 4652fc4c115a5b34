"""Calibration in a real browser: colors are picked, lines are drawn, values are saved."""

import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page
from tests.browser.conftest import wait

from kickabout.representations import ColorCalibration
from kickabout.simulation.match.faults import Fault, FaultKind
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Picture = Callable[[Page, str], None]

CROOKED = Fault(
    kind=FaultKind.CAMERA_MOUNTING,
    robot="home 1",
    camera="upper",
    values=(0.0, math.radians(3.0), 0.0),
    end=1000.0,
)
SCENE = Scene(
    fidelity="images",
    home=TeamPlan(robots=(RobotPlan(number=1, pose=(2.6, 0.3, 0.0)),)),
    away=TeamPlan(robots=(RobotPlan(number=1, pose=(-4.0, 2.0, 0.0)),)),
    ball=BallPlan(position=(3.4, -0.4)),
    referee=RefereePlan(start="initial", half=300.0),
    faults=(CROOKED,),
)


@pytest.fixture(scope="module")
def seeing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[StudioServer, Path]]:
    """Serve a match with a robot near the goal whose camera has a mounting error."""
    layers = tmp_path_factory.mktemp("layers")
    with Match("bhuman2019", "dummies", scene=SCENE, workers=0) as match:
        match.run(1.0)
        source = LiveMatch(match, speed=0.2)
        thread = threading.Thread(target=source.run)
        thread.start()
        with StudioServer(StudioController(source, layers=layers), port=0) as server:
            yield server, layers
        source.close()
        thread.join()


def _shown(page: Page, part: str) -> None:
    page.evaluate("window.studio.choose({robot: 'home 1'})")
    page.evaluate("(part) => void window.studio.open('calibration', {part})", part)
    page.evaluate("window.studio.bench().maximize()")
    wait(page, "window.studio.now.data.get('home 1')?.images?.upper?.length > 1000", 60.0)


def _drag(page: Page, canvas: Locator, region: tuple[float, float, float, float]) -> None:
    """Drag over a region given in fractions of the image."""
    box = canvas.bounding_box()
    assert box is not None
    left, top, right, bottom = region
    page.mouse.move(box["x"] + left * box["width"], box["y"] + top * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + right * box["width"], box["y"] + bottom * box["height"])
    page.mouse.up()


def test_colors_are_picked_and_saved(
    seeing: tuple[StudioServer, Path], opened: Opened, picture: Picture
) -> None:
    server, layers = seeing
    page = opened(server)
    _shown(page, "colors")
    canvas = page.locator("canvas.picking")
    page.locator("[data-class=field]").click()
    _drag(page, canvas, (0.1, 0.75, 0.9, 0.95))
    page.locator("[data-class=field]", has_text="px").wait_for(timeout=30_000)
    page.get_by_label("white from").fill("140")
    picture(page, "colors")
    page.locator("[data-do='keep calibration']").click()
    page.locator(".notice", has_text="--location mine").wait_for(timeout=30_000)
    assert "white_y = 140" in (layers / "mine.toml").read_text()


def test_the_page_computes_the_same_color_classes_as_the_robot(
    seeing: tuple[StudioServer, Path], opened: Opened
) -> None:
    import numpy as np

    from kickabout.calibration.color_calibration import CLASSES, _classified

    random = np.random.default_rng(3)
    pixels = random.uniform(16.0, 235.0, (200, 3))
    c = ColorCalibration()
    values = np.array((c.white_y, c.colorless, *c.field_hue))
    names = {number: name for name, number in CLASSES.items()}
    expected = [names[int(number)] for number in _classified(pixels, values)]
    page = opened(seeing[0])
    found = page.evaluate(
        """async ([pixels, values]) => {
            const { colorClass } = await import('/static/calibration/color_calibration.js');
            return pixels.map((pixel) => colorClass(pixel, values, 16));
        }""",
        [
            pixels.tolist(),
            {"white_y": c.white_y, "colorless": c.colorless, "field_hue": list(c.field_hue)},
        ],
    )
    assert found == expected


def test_lines_are_drawn_over_the_image_and_angles_are_saved(
    seeing: tuple[StudioServer, Path], opened: Opened, picture: Picture
) -> None:
    server, layers = seeing
    page = opened(server)
    _shown(page, "camera")
    page.get_by_label("where the robot stands").select_option("true")
    wait(page, "window.studio.now.data.get('home 1').values['upper/CameraMatrix'].valid")
    page.locator("[data-angle='body roll']").fill("0.6")
    page.locator("[data-angle=pitch]").fill("3")
    page.locator("[data-do='sample lines']").click()
    page.locator("text=lines seen").wait_for(timeout=30_000)
    picture(page, "calibration")
    page.locator("[data-do='use calibration']").click()
    page.locator(".notice", has_text="sees with these corrections").wait_for(timeout=60_000)
    reply = page.evaluate("window.studio.run('home 1 get CameraCalibrationLoader.upper')")
    assert "0.0524" in reply["text"]
    page.locator("[data-do='keep calibration']").click()
    page.locator(".notice", has_text="--location mine").wait_for(timeout=30_000)
    assert "[parameters.CameraCalibrationLoader]" in (layers / "mine.toml").read_text()
