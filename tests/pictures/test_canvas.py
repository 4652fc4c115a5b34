"""Are shapes where they belong, with the area that they have?"""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from kickabout.pictures.canvas import BLACK, WHITE, Canvas, ink_on, mixed, team_color
from kickabout.pictures.lettering import BOLD, width_of

SIZE = (60, 40)


def painted(paint: Callable[[Canvas], None]) -> np.ndarray:
    """Return how much of each pixel is covered, from 0 to 1."""
    canvas = Canvas(SIZE, BLACK)
    paint(canvas)
    assert (canvas.pixels[..., 0] == canvas.pixels[..., 2]).all()
    return np.asarray(canvas.pixels[..., 0] / 255.0)


def center(covered: np.ndarray) -> tuple[float, float]:
    rows, columns = np.indices(covered.shape)
    return float((covered * columns).sum() / covered.sum()), float(
        (covered * rows).sum() / covered.sum()
    )


SHAPES: dict[str, tuple[Callable[[Canvas], None], float]] = {
    "disk": (lambda c: c.disk((20.3, 15.7), 8.0, WHITE), math.pi * 64.0),
    "circle": (lambda c: c.circle((20.3, 15.7), 8.0, WHITE, 2.0), 2.0 * math.pi * 16.0),
    "line": (
        lambda c: c.lines([(10.3, 5.7), (30.3, 25.7)], WHITE, 3.0),
        3.0 * 20.0 * math.sqrt(2.0) + math.pi * 2.25,
    ),
    "thin line": (lambda c: c.lines([(10.3, 15.7), (30.3, 15.7)], WHITE, 0.6), 0.6 * 20.3),
    "polygon": (
        lambda c: c.polygon([(10.3, 5.7), (30.3, 5.7), (30.3, 25.7), (10.3, 25.7)], WHITE),
        400.0,
    ),
    "panel": (lambda c: c.panel((10.3, 5.7), (20.0, 20.0), WHITE), 400.0),
    "round panel": (
        lambda c: c.panel((10.3, 5.7), (20.0, 20.0), WHITE, radius=4.0),
        400.0 - (4.0 - math.pi) * 16.0,
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_has_its_area_and_center(name: str) -> None:
    paint, area = SHAPES[name]
    covered = painted(paint)
    assert covered.sum() == pytest.approx(area, rel=0.03)
    assert center(covered) == pytest.approx((20.3, 15.7), abs=0.15)


@pytest.mark.parametrize("name", SHAPES)
def test_edges_are_smooth(name: str) -> None:
    covered = painted(SHAPES[name][0])
    assert ((covered > 0.1) & (covered < 0.9)).sum() > 10


def test_a_triangle_may_have_any_order_of_corners() -> None:
    corners = [(10.0, 5.0), (40.0, 10.0), (20.0, 30.0)]
    one = painted(lambda c: c.polygon(corners, WHITE))
    other = painted(lambda c: c.polygon(corners[::-1], WHITE))
    assert np.array_equal(one, other)
    assert one.sum() == pytest.approx(0.5 * (30.0 * 25.0 - 5.0 * 10.0), rel=0.03)


PAINTED_AT: dict[str, Callable[[Canvas, float, float], None]] = {
    "disk": lambda c, x, y: c.disk((x + 10, y + 10), 8.0, WHITE),
    "circle": lambda c, x, y: c.circle((x + 10, y + 10), 8.0, WHITE, 2.0),
    "line": lambda c, x, y: c.lines([(x, y), (x + 20, y + 20)], WHITE, 3.0),
    "polygon": lambda c, x, y: c.polygon([(x, y), (x + 20, y), (x + 20, y + 20)], WHITE),
    "panel": lambda c, x, y: c.panel((x, y), (20.0, 20.0), WHITE, radius=3.0),
    "text": lambda c, x, y: c.text("edge", (x - 5, y + 10), WHITE, 20.0),
}


def _at(name: str, x: float, y: float, canvas: Canvas) -> None:
    PAINTED_AT[name](canvas, x, y)


@pytest.mark.parametrize("name", PAINTED_AT)
def test_what_is_outside_the_picture_is_cut_off(name: str) -> None:
    """A part is drawn at each edge and nothing far away; neither changes a pixel elsewhere."""
    for x, y in ((-10.0, 5.0), (50.0, 5.0), (20.0, -10.0), (20.0, 32.0)):
        covered = painted(partial(_at, name, x, y))
        assert covered.any()
        rows, columns = np.nonzero(covered)
        assert abs(columns - x - 10.0).max() <= 35.0
        assert abs(rows - y - 10.0).max() <= 35.0
    for x, y in ((-500.0, 5.0), (900.0, 5.0), (20.0, -500.0), (20.0, 900.0)):
        assert not painted(partial(_at, name, x, y)).any()


def test_opacity_blends() -> None:
    canvas = Canvas(SIZE, (100, 0, 200))
    canvas.panel((10, 10), (20, 20), (200, 100, 0), opacity=0.25)
    assert canvas.pixels[20, 20].tolist() == [125, 25, 150]
    assert canvas.pixels[5, 5].tolist() == [100, 0, 200]


def test_dashes_have_gaps() -> None:
    circle = painted(lambda c: c.dashed_circle((30, 20), 15.0, WHITE, 2.0))
    whole = painted(lambda c: c.circle((30, 20), 15.0, WHITE, 2.0))
    assert 0.5 < circle.sum() / whole.sum() < 0.85  # their round ends lengthen the dashes
    line = painted(lambda c: c.dashed_line((5, 20), (55, 20), WHITE, 2.0))
    assert 0.5 < line.sum() / (50.0 * 2.0) < 0.85


@pytest.mark.parametrize(("align", "left"), [(0.0, 20.0), (0.5, 10.0), (1.0, 0.0)])
def test_text_is_aligned_at_its_position(align: float, left: float) -> None:
    canvas = Canvas((400, 40), BLACK)
    canvas.text("H888H", (200.0, 20.0), WHITE, 20.0, align=align)
    columns = np.nonzero(canvas.pixels[..., 0].max(axis=0) > 40)[0]
    width = width_of("H888H", 20.0)
    assert columns[0] == pytest.approx(200.0 - align * width, abs=3.0)
    assert columns[-1] == pytest.approx(200.0 + (1.0 - align) * width, abs=3.0)
    rows = np.nonzero(canvas.pixels[..., 0].max(axis=1) > 40)[0]
    assert rows.mean() == pytest.approx(20.0, abs=1.5)


def test_text_moves_by_parts_of_a_pixel() -> None:
    def column(x: float) -> float:
        covered = painted(lambda c: c.text("8", (x, 20.0), WHITE, 20.0))
        return center(covered)[0]

    assert column(20.5) - column(20.0) == pytest.approx(0.5, abs=0.1)


def test_bold_text_is_heavier() -> None:
    usual = painted(lambda c: c.text("8", (20, 20), WHITE, 20.0))
    bold = painted(lambda c: c.text("8", (20, 20), WHITE, 20.0, weight=BOLD))
    assert bold.sum() > 1.2 * usual.sum()


def test_letters_with_accents_are_written_without() -> None:
    with_accents = painted(lambda c: c.text("äé", (5, 20), WHITE, 20.0))
    assert np.array_equal(with_accents, painted(lambda c: c.text("ae", (5, 20), WHITE, 20.0)))


def test_colors_are_mixed_and_ink_is_readable() -> None:
    assert mixed((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)
    assert sum(ink_on(team_color("yellow"))) < 150
    assert ink_on(team_color("blue")) == WHITE
    assert team_color("no such color") == team_color("gray")


def test_a_canvas_over_a_picture_leaves_the_picture_alone() -> None:
    picture = np.full((20, 30, 3), 90, np.uint8)
    canvas = Canvas.over(picture[:, ::-1])
    canvas.disk((10, 10), 5.0, WHITE)
    assert (picture == 90).all()
    assert canvas.pixels[10, 10].tolist() == [255, 255, 255]
