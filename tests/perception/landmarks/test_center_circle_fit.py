"""The center circle from points on the ground."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from tests.perception.cameras import projection_looking_down

from kickabout.geometry import (
    FloatArray,
    IndexArray,
)
from kickabout.perception.camera.camera_projection import robot_to_image
from kickabout.perception.field.line_points import COLUMN_COUNT, GROUND_X, GROUND_Y
from kickabout.perception.landmarks.center_circle_fit import (
    arc_covered,
    circle_fraction,
    points_on_circle,
    refined_center,
    tilted_point,
    tilted_points,
    viewpoint_of,
)
from kickabout.perception.landmarks.center_circle_proof import roughness, roundness, straightness
from kickabout.perception.landmarks.center_circle_votes import voted_center

PROJECTION = projection_looking_down(0.2)

VIEW = viewpoint_of(PROJECTION)


def circle(x: float, y: float) -> FloatArray:
    angles = np.linspace(0.0, 2.0 * math.pi, 60)
    line_points = np.zeros((60, COLUMN_COUNT))
    line_points[:, GROUND_X] = x + 0.75 * np.cos(angles)
    line_points[:, GROUND_Y] = y + 0.75 * np.sin(angles)
    return line_points


def test_a_camera_that_looks_too_high_still_finds_the_center() -> None:
    seen = tilted_points(circle(2.5, 0.3), PROJECTION, 0.012)
    center, tilt, members = refined_center(
        seen, np.array((2.7, 0.4)), 0.0, 0.75, PROJECTION, 0.05, 1.0, 0.0105
    )
    assert center == pytest.approx((2.5, 0.3), abs=0.05)
    assert tilt == pytest.approx(-0.012, abs=0.004)
    assert len(members) > 50


def test_covered_sectors_are_counted() -> None:
    line_points = circle(0.0, 0.0)[:, GROUND_X : GROUND_Y + 1]
    assert arc_covered(line_points, np.zeros(2), 12) == 12
    assert arc_covered(line_points[:15], np.zeros(2), 12) in (3, 4)


def test_tilting_back_undoes_tilting() -> None:
    for x, y in ((0.4, 0.1), (2.0, -1.0), (4.5, 2.0)):
        there = tilted_point(x, y, VIEW, math.tan(0.03))
        assert tilted_point(*there, VIEW, math.tan(-0.03)) == pytest.approx((x, y), abs=1e-9)
    assert math.dist(there, (x, y)) > 0.5


def test_tilting_is_a_turn_of_the_camera() -> None:
    far, above = 2.0, PROJECTION.position_in_robot[2]
    x, y = tilted_point(far, 0.0, VIEW, math.tan(0.03))
    assert x == pytest.approx(above / math.tan(math.atan2(above, far) - 0.03))
    assert y == 0.0
    above_horizon, _ = tilted_point(5.0, 0.0, VIEW, math.tan(0.2))
    assert above_horizon == pytest.approx(above / math.tan(0.01))


def painted_circle(x: float, y: float) -> npt.NDArray[np.uint8]:
    """Return an image of green carpet with a white circle 5 cm wide."""
    yuyv = np.full((480, 640, 2), 100, np.uint8)
    for angle in np.linspace(0.0, 2.0 * math.pi, 3000):
        for radius in np.linspace(0.725, 0.775, 9):
            point = np.array(((x + radius * math.cos(angle), y + radius * math.sin(angle)),))
            column, row = robot_to_image(point, PROJECTION, 0.0)[0]
            if 0.0 <= column < 640.0 and 0.0 <= row < 480.0:
                yuyv[int(row), int(column) & ~1] = yuyv[int(row), int(column) | 1] = (200, 128)
    return yuyv


def test_a_painted_circle_is_recognized_at_its_position_only() -> None:
    yuyv, center = painted_circle(2.0, 0.1), np.array((2.0, 0.1))
    fraction, visible = circle_fraction(yuyv, center, 0.0, 0.75, PROJECTION, 0.025, 3.0, 1.06, 72)
    assert visible > 40
    assert fraction > 0.95
    beside, _ = circle_fraction(yuyv, center + 0.3, 0.0, 0.75, PROJECTION, 0.025, 3.0, 1.06, 72)
    assert beside < 0.3


def test_points_on_a_circle_are_those_near_it() -> None:
    line_points = np.concatenate((circle(2.0, 0.3), corner(3.5, -1.0)))
    found = points_on_circle(line_points, np.array((2.0, 0.3)), 0.75, PROJECTION, 0.03, 1.0)
    assert found.tolist() == list(range(60))


def pieces_of(count: int, size: int) -> tuple[IndexArray, IndexArray]:
    """Return the order of points, and pieces of this size."""
    firsts = np.arange(0, count - size + 1, size)
    return np.arange(count), np.column_stack((firsts, firsts + size - 1))


def corner(x: float, y: float) -> FloatArray:
    """Return points on two lines that meet at a right angle."""
    along = np.linspace(-1.0, -0.05, 30)
    line_points = np.zeros((60, COLUMN_COUNT))
    line_points[:30, GROUND_X], line_points[:30, GROUND_Y] = x, y + along
    line_points[30:, GROUND_X], line_points[30:, GROUND_Y] = x + along[::-1], y
    return line_points


def test_chords_vote_for_the_center_of_their_circle() -> None:
    seen = np.concatenate((circle(2.0, 0.3), corner(3.5, -1.0)))
    order, pieces = pieces_of(len(seen), 5)
    limits = np.array((0.03, 1.0, 1.3, 4.0, 0.0105))
    tilts = np.array((-0.02, 0.0, 0.02))
    center, tilt, votes = voted_center(seen, order, pieces, 0.75, PROJECTION, tilts, limits)
    assert center == pytest.approx((2.0, 0.3), abs=0.1)
    assert tilt == 0.0
    assert votes >= 40.0


def test_pieces_of_a_circle_are_not_straight_and_lines_are() -> None:
    round_ones, lines = circle(2.0, 0.3), corner(2.0, 0.3)
    order, pieces = pieces_of(60, 10)
    members = np.arange(60)
    center = np.array((2.0, 0.3))
    followed = straightness(round_ones, members, order, pieces, center, 0.75, PROJECTION)
    assert followed == pytest.approx(0.0, abs=0.01)
    # The circle touches both lines.
    inside = np.array((1.25, -0.45))
    assert straightness(lines, members, order, pieces, inside, 0.75, PROJECTION) > 0.6


def test_a_circle_fits_its_own_points_better_than_a_line_does() -> None:
    line_points, center = circle(2.0, 0.3), np.array((2.0, 0.3))
    line_points[:, GROUND_X] += np.random.default_rng(2).normal(0.0, 0.01, len(line_points))
    members = np.arange(len(line_points))
    assert roundness(line_points, members, center, 0.75) > 20.0
    near, far = (
        roughness(line_points, members, center + off, 0.75, PROJECTION, 0.03, 1.0)
        for off in (np.zeros(2), np.array((0.1, 0.0)))
    )
    assert near < 0.4 < far
