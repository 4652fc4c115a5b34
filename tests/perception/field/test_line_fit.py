"""Fits of lines to line points, in images with painted lines."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from tests.perception.cameras import ROLLING, projection_looking_down

from kickabout.geometry import FloatArray, readonly
from kickabout.perception.camera.camera_projection import image_to_robot, robot_to_image
from kickabout.perception.colors.region_arrays import Columns, Rows
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
from kickabout.perception.field.line_points import (
    COLUMN_COUNT,
    EXTENT,
    GROUND_X,
    GROUND_Y,
    LEVEL_X,
    LEVEL_Y,
    LinePointLimits,
    X,
    Y,
    below_boundary,
    is_free,
    white_between_field,
)
from kickabout.perception.field.polyline import row_of_polyline
from kickabout.perception.field.region_points import NO_BOUNDARY, NO_BOXES, points_of_regions

PROJECTION = projection_looking_down(0.4, ROLLING)
COLUMNS = np.arange(0, 640, 16, dtype=np.int32)
LIMITS = LinePointLimits(max_heights=5.0, extra_px=7.0, min_height_px=0.35, max_distance=7.0)


def painted_line(*, until: float = math.inf) -> npt.NDArray[np.uint8]:
    """Return an image of green carpet with a line 5 cm wide across the view, 1.5 m ahead."""
    columns, rows = np.meshgrid(np.arange(640) + 0.5, np.arange(480) + 0.5)
    pixels = np.column_stack((columns.ravel(), rows.ravel()))
    ground = image_to_robot(pixels, PROJECTION, 0.0).reshape(480, 640, 2)
    yuyv = np.full((480, 640, 2), 100, np.uint8)
    painted = (np.abs(ground[:, :, 0] - 1.5) < 0.025) & (ground[:, :, 1] < until)
    yuyv[painted] = (200, 128)
    return yuyv


def points_in(
    yuyv: npt.NDArray[np.uint8],
    *,
    boxes: FloatArray = NO_BOXES,
    boundary: FloatArray = NO_BOUNDARY,
) -> tuple[FloatArray, int]:
    """Return the line points of the white regions in each of the columns."""
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
    rows = Rows(none, none, none, none, no_color)
    columns = Columns(COLUMNS, line_of, top_of, bottom_of, color.astype(np.uint8))
    return points_of_regions(columns, rows, PROJECTION, 480, 0.05, boxes, boundary, LIMITS)


def test_white_regions_between_field_are_line_points() -> None:
    line_points, upright = points_in(painted_line())
    assert upright == len(line_points) == len(COLUMNS)
    assert line_points[:, GROUND_X] == pytest.approx(1.5, abs=0.02)
    assert line_points[:, [GROUND_X, GROUND_Y]] == pytest.approx(
        image_to_robot(line_points[:, [X, Y]].copy(), PROJECTION, 0.0), abs=0.01
    )
    assert (line_points[:, EXTENT] > 3.0).all()


def test_points_on_robots_and_beyond_the_boundary_do_not_count() -> None:
    boxes = readonly([(100.0, 0.0, 200.0, 480.0)])
    line_points, _ = points_in(painted_line(), boxes=boxes)
    assert not ((line_points[:, X] > 100.0) & (line_points[:, X] < 200.0)).any()
    assert len(line_points) > 30
    low = readonly(((0.0, 0.0), (300.0, 0.0), (301.0, 480.0), (640.0, 480.0)))
    line_points, _ = points_in(painted_line(), boundary=low)
    assert line_points[:, X].max() < 302.0
    assert len(line_points) > 15


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
    line_points = np.zeros((2, COLUMN_COUNT))
    line_points[:, X], line_points[:, Y] = 13.0, (7.9, 8.0)
    assert below_boundary(line_points, points)[:, Y].tolist() == [8.0]


@pytest.mark.parametrize("angle", [-1.5, -0.9, -0.3, 0.0, 0.4, 1.2, 0.5 * math.pi])
def test_the_main_axis_is_where_points_extend_most(angle: float) -> None:
    line_points = np.zeros((40, COLUMN_COUNT))
    along = np.linspace(-5.0, 5.0, 40)
    off = 0.1 * np.cos(7.0 * along)
    line_points[:, LEVEL_X] = 3.0 + along * math.cos(angle) - off * math.sin(angle)
    line_points[:, LEVEL_Y] = 4.0 + along * math.sin(angle) + off * math.cos(angle)
    line, squared = fitted_line(line_points, np.arange(40), LEVEL_X, LEVEL_Y)
    assert line[2:] == pytest.approx((math.cos(angle), math.sin(angle)), abs=0.01)
    assert squared == pytest.approx(np.var(off), rel=0.05)
    assert main_axis(0.0, 0.0, 0.0) == (1.0, 0.0)


def test_chains_are_split_where_they_bend() -> None:
    line_points = np.zeros((21, COLUMN_COUNT))
    line_points[:, LEVEL_X] = np.arange(21) * 10.0
    line_points[:, 9] = np.arange(21)
    line_points[:, LEVEL_Y] = np.maximum(line_points[:, LEVEL_X] - 100.0, 0.0) * 0.15
    order, pieces = chained_pieces(line_points, 21, 1.5, 1.2, 0.12)
    assert order.tolist() == list(range(21))
    assert len(pieces) == 2
    assert pieces[0, 1] == pieces[1, 0]
    assert 9 <= pieces[0, 1] <= 13


def test_paint_is_brighter_than_the_carpet_beside_it() -> None:
    yuyv, view = painted_line(until=0.0), level_view(PROJECTION, 0.05)
    (left, right) = robot_to_image(np.array(((1.5, 0.5), (1.5, -0.5))), PROJECTION, 0.0)
    line = np.array((*left, *(right - left) / np.hypot(*(right - left))))
    stripe = stripe_across(view, normal_on_ground(view, line))
    assert normal_on_ground(view, line) == pytest.approx((1.0, 0.0), abs=0.02)
    assert paint_on_stripe(yuyv, stripe, right[0], right[1], 3.0, 1.06) == PAINTED
    assert paint_on_stripe(yuyv, stripe, left[0], left[1], 3.0, 1.06) == PLAIN
    assert paint_on_stripe(yuyv, stripe, 320.0, -500.0, 3.0, 1.06) == NOWHERE
    for fraction in (0.3, 0.45, 0.55, 0.7):
        found = is_mostly_painted(yuyv, left, right, stripe, 3.0, 3.0, 1.06, fraction)
        assert found is (fraction < 0.5)


@pytest.mark.parametrize("until", [math.inf, 0.2])
def test_a_line_is_found_from_end_to_end(until: float) -> None:
    yuyv = painted_line(until=until)
    line_points, upright = points_in(yuyv)
    order, pieces = chained_pieces(line_points, upright, 1.5, 1.2, 0.12)
    limits = LineDetector(LineDetectorParameters()).line_limits
    used = np.zeros(len(line_points), np.bool_)
    found = found_lines(yuyv, line_points, order, pieces, used, PROJECTION, 0.05, 1.0, limits)
    percept = lines_percept(found, PROJECTION, tilt=0.01, pan=0.005, pixel=0.7)
    (line,) = percept.lines
    assert used.all()
    left = line.start_in_robot.y if until < 1.0 else line.start_in_image.x
    assert left == pytest.approx(until if until < 1.0 else 0.0, abs=0.03 if until < 1.0 else 8.0)
    assert line.end_in_image.x > 632.0
    assert (line.start_in_robot.x, line.end_in_robot.x) == pytest.approx((1.5, 1.5), abs=0.02)
    assert line.covariance[0, 0] > line.covariance[1, 1] > 0.0


def test_a_stripe_no_brighter_than_the_carpet_is_no_line() -> None:
    yuyv = painted_line()
    line_points, upright = points_in(yuyv)
    order, pieces = chained_pieces(line_points, upright, 1.5, 1.2, 0.12)
    limits = LineDetector(LineDetectorParameters()).line_limits
    yuyv[:] = 100
    used = np.zeros(len(line_points), np.bool_)
    assert (
        len(found_lines(yuyv, line_points, order, pieces, used, PROJECTION, 0.05, 1.0, limits)) == 0
    )
