"""Lines that are painted into an image, and spots on them."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from tests.perception.cameras import ROLLING, projection_looking_down

from kickabout.geometry import FloatArray, readonly
from kickabout.perception.camera.camera_projection import image_to_robot, robot_to_image
from kickabout.perception.colors.region_colors import FIELD, WHITE
from kickabout.perception.colors.whiteness import (
    NOWHERE,
    PAINTED,
    PLAIN,
    is_mostly_painted,
    level_view,
    normal_on_ground,
    paint_on_stripe,
    stripe_across,
)
from kickabout.perception.field.line_chains import chained_pieces, fitted_line, main_axis
from kickabout.perception.field.line_detector import LineDetector, LineDetectorParameters
from kickabout.perception.field.line_fit import found_lines
from kickabout.perception.field.line_percepts import lines_percept
from kickabout.perception.field.line_spots import (
    EXTENT,
    GROUND_X,
    GROUND_Y,
    LEVEL_X,
    LEVEL_Y,
    SPOT,
    SpotLimits,
    X,
    Y,
    below_boundary,
    is_free,
    white_between_field,
)
from kickabout.perception.field.polyline import row_of_polyline
from kickabout.perception.field.region_spots import NO_BOUNDARY, NO_BOXES, spots_of_regions

PROJECTION = projection_looking_down(0.4, ROLLING)
COLUMNS = np.arange(0, 640, 16, dtype=np.int32)
LIMITS = SpotLimits(highest=5.0, more_px=7.0, thinnest_px=0.35, farthest=7.0)


def painted_line(*, until: float = math.inf) -> npt.NDArray[np.uint8]:
    """An image of green carpet with a line 5 cm wide across the view, 1.5 m ahead."""
    columns, rows = np.meshgrid(np.arange(640) + 0.5, np.arange(480) + 0.5)
    pixels = np.column_stack((columns.ravel(), rows.ravel()))
    ground = image_to_robot(pixels, PROJECTION, 0.0).reshape(480, 640, 2)
    yuyv = np.full((480, 640, 2), 100, np.uint8)
    painted = (np.abs(ground[:, :, 0] - 1.5) < 0.025) & (ground[:, :, 1] < until)
    yuyv[painted] = (200, 128)
    return yuyv


def spots_in(
    yuyv: npt.NDArray[np.uint8],
    *,
    boxes: FloatArray = NO_BOXES,
    boundary: FloatArray = NO_BOUNDARY,
) -> tuple[FloatArray, int]:
    """Of what is white in each of the columns."""
    regions: list[tuple[int, int, int, int]] = []
    for line, column in enumerate(COLUMNS):
        white = np.flatnonzero(yuyv[:, column, 0] > 150)
        top, bottom = (int(white[0]), int(white[-1]) + 1) if len(white) else (240, 240)
        cut = (480, bottom, top, 0) if len(white) else (480, 0)
        colors = (FIELD, WHITE, FIELD) if len(white) else (FIELD,)
        regions += [(line, cut[k + 1], cut[k], color) for k, color in enumerate(colors)]
    line_of, top_of, bottom_of, color = (np.array(part) for part in zip(*regions, strict=True))
    line_of, top_of, bottom_of = (part.astype(np.int32) for part in (line_of, top_of, bottom_of))
    none, no_color = np.zeros(0, np.int32), np.zeros(0, np.uint8)
    rows = (none, none, none, none, no_color)
    columns = (COLUMNS, line_of, top_of, bottom_of, color.astype(np.uint8))
    return spots_of_regions(*columns, *rows, PROJECTION, 480, 0.05, boxes, boundary, LIMITS)


def test_white_regions_between_field_are_spots_on_the_ground() -> None:
    spots, upright = spots_in(painted_line())
    assert upright == len(spots) == len(COLUMNS)
    assert spots[:, GROUND_X] == pytest.approx(1.5, abs=0.02)
    assert spots[:, [GROUND_X, GROUND_Y]] == pytest.approx(
        image_to_robot(spots[:, [X, Y]].copy(), PROJECTION, 0.0), abs=0.01
    )
    assert (spots[:, EXTENT] > 3.0).all()


def test_spots_on_robots_and_beyond_the_boundary_do_not_count() -> None:
    boxes = readonly([(100.0, 0.0, 200.0, 480.0)])
    spots, _ = spots_in(painted_line(), boxes=boxes)
    assert not ((spots[:, X] > 100.0) & (spots[:, X] < 200.0)).any()
    assert len(spots) > 30
    low = readonly(((0.0, 0.0), (300.0, 0.0), (301.0, 480.0), (640.0, 480.0)))
    spots, _ = spots_in(painted_line(), boundary=low)
    assert spots[:, X].max() < 302.0
    assert len(spots) > 15


def test_only_white_between_field_of_the_same_scan_line_counts() -> None:
    color = np.array((FIELD, WHITE, FIELD, WHITE, WHITE, FIELD, WHITE, FIELD, WHITE), np.uint8)
    line_of = np.array((0, 0, 0, 0, 0, 0, 0, 1, 1), np.int32)
    assert white_between_field(line_of, color).tolist() == [1]
    assert white_between_field(np.zeros(9, np.int32), color).tolist() == [1, 6]
    assert len(white_between_field(line_of[:0], color[:0])) == 0


def test_the_row_of_a_polyline_is_that_between_its_points() -> None:
    points = np.array(((10.0, 5.0), (20.0, 15.0), (40.0, 11.0)))
    columns = np.array((0.0, 10.0, 13.0, 20.0, 35.0, 40.0, 50.0))
    rows = [row_of_polyline(points, x) for x in columns]
    assert rows == pytest.approx(np.interp(columns, points[:, 0], points[:, 1]))
    assert is_free(13.0, 8.0, NO_BOXES, points)
    assert not is_free(13.0, 7.9, NO_BOXES, points)
    spots = np.zeros((2, SPOT))
    spots[:, X], spots[:, Y] = 13.0, (7.9, 8.0)
    assert below_boundary(spots, points)[:, Y].tolist() == [8.0]


@pytest.mark.parametrize("angle", [-1.5, -0.9, -0.3, 0.0, 0.4, 1.2, 0.5 * math.pi])
def test_the_main_axis_is_where_points_extend_most(angle: float) -> None:
    spots = np.zeros((40, SPOT))
    along = np.linspace(-5.0, 5.0, 40)
    off = 0.1 * np.cos(7.0 * along)
    spots[:, LEVEL_X] = 3.0 + along * math.cos(angle) - off * math.sin(angle)
    spots[:, LEVEL_Y] = 4.0 + along * math.sin(angle) + off * math.cos(angle)
    line, squared = fitted_line(spots, np.arange(40), LEVEL_X, LEVEL_Y)
    assert line[2:] == pytest.approx((math.cos(angle), math.sin(angle)), abs=0.01)
    assert squared == pytest.approx(np.var(off), rel=0.05)
    assert main_axis(0.0, 0.0, 0.0) == (1.0, 0.0)


def test_chains_are_cut_where_they_bend() -> None:
    spots = np.zeros((21, SPOT))
    spots[:, LEVEL_X] = np.arange(21) * 10.0
    spots[:, 9] = np.arange(21)
    spots[:, LEVEL_Y] = np.maximum(spots[:, LEVEL_X] - 100.0, 0.0) * 0.15
    order, pieces = chained_pieces(spots, 21, 1.5, 1.2, 0.12)
    assert order.tolist() == list(range(21))
    assert len(pieces) == 2
    assert pieces[0, 1] == pieces[1, 0]
    assert 9 <= pieces[0, 1] <= 13


def test_paint_is_brighter_than_what_is_beside_it() -> None:
    yuyv, view = painted_line(until=0.0), level_view(PROJECTION, 0.05)
    (left, right) = robot_to_image(np.array(((1.5, 0.5), (1.5, -0.5))), PROJECTION, 0.0)
    line = np.array((*left, *(right - left) / np.hypot(*(right - left))))
    stripe = stripe_across(view, normal_on_ground(view, line))
    assert normal_on_ground(view, line) == pytest.approx((1.0, 0.0), abs=0.02)
    assert paint_on_stripe(yuyv, stripe, right[0], right[1], 3.0, 1.06) == PAINTED
    assert paint_on_stripe(yuyv, stripe, left[0], left[1], 3.0, 1.06) == PLAIN
    assert paint_on_stripe(yuyv, stripe, 320.0, -500.0, 3.0, 1.06) == NOWHERE
    for share in (0.3, 0.45, 0.55, 0.7):
        found = is_mostly_painted(yuyv, left, right, stripe, 3.0, 3.0, 1.06, share)
        assert found is (share < 0.5)


@pytest.mark.parametrize("until", [math.inf, 0.2])
def test_a_line_is_found_from_end_to_end(until: float) -> None:
    yuyv = painted_line(until=until)
    spots, upright = spots_in(yuyv)
    order, pieces = chained_pieces(spots, upright, 1.5, 1.2, 0.12)
    limits = LineDetector(LineDetectorParameters()).line_limits
    used = np.zeros(len(spots), np.bool_)
    found = found_lines(yuyv, spots, order, pieces, used, PROJECTION, 0.05, 1.0, limits)
    percept = lines_percept(found, PROJECTION, tilt=0.01, pan=0.005, pixel=0.7)
    (line,) = percept.lines
    assert used.all()
    left = line.start_in_robot.y if until < 1.0 else line.start_in_image.x
    assert left == pytest.approx(until if until < 1.0 else 0.0, abs=0.03 if until < 1.0 else 8.0)
    assert line.end_in_image.x > 632.0
    assert (line.start_in_robot.x, line.end_in_robot.x) == pytest.approx((1.5, 1.5), abs=0.02)
    assert line.covariance[0, 0] > line.covariance[1, 1] > 0.0


def test_what_is_no_brighter_than_the_carpet_is_no_line() -> None:
    yuyv = painted_line()
    spots, upright = spots_in(yuyv)
    order, pieces = chained_pieces(spots, upright, 1.5, 1.2, 0.12)
    limits = LineDetector(LineDetectorParameters()).line_limits
    yuyv[:] = 100
    used = np.zeros(len(spots), np.bool_)
    assert len(found_lines(yuyv, spots, order, pieces, used, PROJECTION, 0.05, 1.0, limits)) == 0
