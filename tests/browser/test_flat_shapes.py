"""Lines, marks and rings on the ground are seen in the pixels of the 3-D view."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.pixels import Color, colors_at

from kickabout.representations.field import load_field
from kickabout.simulation.match.scene import Scene
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.stage import stage_of

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]
Point = tuple[float, float]

VIEWS = {"the side line": (-math.pi / 2, 0.9), "above": (-math.pi / 2, 1.5), "a goal": (0.0, 0.8)}


def colors(
    page: Page,
    stage: dict[str, Any],
    points: list[Point],
    view: str,
    rings: Sequence[tuple[float, float, float]] = (),
) -> list[Color]:
    yaw, pitch = VIEWS[view]
    seen_from = {"yaw": yaw, "pitch": pitch, "target": [0.0, 0.0, 0.0], "distance": 14.0}
    on_ground = [(x, y, 0.002) for x, y in points]
    return colors_at(page, stage, on_ground, view=seen_from, rings=rings)


def is_white(color: Color) -> bool:
    return min(color[:3]) > 150


def along(x1: float, y1: float, x2: float, y2: float) -> list[Point]:
    """Return points of a stroke, apart from its ends and the goals' posts."""
    parts = (0.1, 0.25, 0.37, 0.5, 0.63, 0.75, 0.9)
    points = [(x1 + part * (x2 - x1), y1 + part * (y2 - y1)) for part in parts]
    return [(x, y) for x, y in points if abs(x) < 4.3 or abs(y) > 1.0]


def painted(stage: dict[str, Any]) -> dict[str, list[Point]]:
    """Return points of everything that is painted on the carpet, by its name."""
    field = stage["field"]
    shapes = {f"line {line}": along(*line) for line in field["lines"]}
    shapes |= {f"mark {mark}": along(*mark)[2:5] for mark in field["marks"]}
    angles = [2 * math.pi * (step + 0.3) / 16 for step in range(16)]
    radius = field["circle"]
    shapes["circle"] = [(radius * math.cos(a), radius * math.sin(a)) for a in angles]
    return shapes


@pytest.mark.parametrize("name", ["spl2019", "spl2020"])
def test_everything_painted_is_seen(server: StudioServer, opened: Opened, name: str) -> None:
    page = opened(server)
    stage = stage_of(load_field(name), Scene(), {})
    points = [(shape, point) for shape, listed in painted(stage).items() for point in listed]
    assert len(points) > 100
    unseen = set()
    for view in VIEWS:
        found = colors(page, stage, [point for _, point in points], view)
        pairs = zip(points, found, strict=True)
        unseen |= {f"{shape} from {view}" for (shape, _), color in pairs if not is_white(color)}
    assert unseen == set()


def test_rings_and_strokes_on_the_ground_are_seen(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    stage = stage_of(load_field("spl2019"), Scene(), {})
    points = [(1.255, 1.5), (0.745, 1.5), (1.0, 1.755), (1.0, 1.245), (1.6, 1.5)]
    inside = [(0.9, 1.6), (0.9, 1.4)]
    for view in VIEWS:
        found = colors(page, stage, points + inside, view, [(1.0, 1.5, 0.3)])
        assert [is_white(color) for color in found] == [True] * 5 + [False] * 2, view


@pytest.mark.parametrize(("distance", "is_ringed"), [(14.0, True), (2.0, False)])
def test_a_ring_shows_where_a_distant_ball_is(
    server: StudioServer, opened: Opened, distance: float, is_ringed: bool
) -> None:
    stage = stage_of(load_field("spl2019"), Scene(), {})
    ball = (1.5, 1.0, 0.05)
    view = {"yaw": 0.0, "pitch": 1.5, "target": [*ball[:2], 0.0], "distance": distance}
    radius = 0.015 * distance  # m, the middle of the ring
    points = [(ball[0], ball[1] + side * radius, 0.0) for side in (-1.0, 1.0)]
    for red, green, blue, _ in colors_at(opened(server), stage, points, view=view, ball=ball):
        assert (red > 200 and green > 130 and blue < 100) == is_ringed


def test_the_carpet_between_the_lines_is_green(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    stage = stage_of(load_field("spl2019"), Scene(), {})
    points = [(0.4, 0.3), (-0.4, -0.3), (1.5, 1.5), (-2.0, -2.0), (3.5, 0.5), (5.0, 3.4)]
    for red, green, blue, _ in colors(page, stage, points, "above"):
        assert green > 1.3 * max(red, blue)
