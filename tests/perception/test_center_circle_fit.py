"""The center circle from points on the ground."""

import math

import numpy as np
import pytest

from kickabout.geometry import (
    FloatArray,
    IndexArray,
    readonly,
    rotation_from_roll_pitch_yaw,
)
from kickabout.perception.center_circle_fit import (
    arc_covered,
    refined_center,
    roughness,
    roundness,
    straightness,
    tilted_points,
    tilted_spots,
    voted_center,
)
from kickabout.perception.eye import Eye
from kickabout.perception.line_spots import GROUND_X, GROUND_Y, SPOT

EYE = Eye(
    intrinsics=readonly((560.0, 560.0, 320.0, 240.0, 0.0, 0.0, 0.0)),
    rotation=readonly(rotation_from_roll_pitch_yaw(0.0, 0.2, 0.0)),
    position_in_robot=readonly((0.0, 0.0, 0.5)),
    shutter=readonly((0.0, 0.0, 0.0)),
)


def circle(x: float, y: float) -> FloatArray:
    angles = np.linspace(0.0, 2.0 * math.pi, 60)
    spots = np.zeros((60, SPOT))
    spots[:, GROUND_X] = x + 0.75 * np.cos(angles)
    spots[:, GROUND_Y] = y + 0.75 * np.sin(angles)
    return spots


def test_a_camera_that_looks_too_high_still_finds_the_center() -> None:
    seen = tilted_spots(circle(2.5, 0.3), EYE, 0.012)
    center, tilt, members = refined_center(
        seen, np.array((2.7, 0.4)), 0.0, 0.75, EYE, 0.05, 1.0, 0.0105
    )
    assert center == pytest.approx((2.5, 0.3), abs=0.05)
    assert tilt == pytest.approx(-0.012, abs=0.004)
    assert len(members) > 50


def test_covered_sectors_are_counted() -> None:
    spots = circle(0.0, 0.0)[:, GROUND_X : GROUND_Y + 1]
    assert arc_covered(spots, np.zeros(2), 12) == 12
    assert arc_covered(spots[:15], np.zeros(2), 12) in (3, 4)


def test_tilting_back_undoes_tilting() -> None:
    points = np.array(((0.4, 0.1), (2.0, -1.0), (4.5, 2.0)))
    there = tilted_points(points, EYE, 0.03)
    assert np.hypot(*(there - points).T).max() > 0.5
    assert tilted_points(there, EYE, -0.03) == pytest.approx(points, abs=1e-9)


def pieces_of(count: int, size: int) -> tuple[IndexArray, IndexArray]:
    """Spots in their order, cut into pieces of so many."""
    firsts = np.arange(0, count - size + 1, size)
    return np.arange(count), np.column_stack((firsts, firsts + size - 1))


def corner(x: float, y: float) -> FloatArray:
    """Spots on two lines that meet at a right angle."""
    along = np.linspace(-1.0, -0.05, 30)
    spots = np.zeros((60, SPOT))
    spots[:30, GROUND_X], spots[:30, GROUND_Y] = x, y + along
    spots[30:, GROUND_X], spots[30:, GROUND_Y] = x + along[::-1], y
    return spots


def test_chords_vote_for_the_center_of_their_circle() -> None:
    seen = np.concatenate((circle(2.0, 0.3), corner(3.5, -1.0)))
    order, pieces = pieces_of(len(seen), 5)
    limits = np.array((0.03, 1.0, 1.3, 4.0, 0.0105))
    tilts = np.array((-0.02, 0.0, 0.02))
    center, tilt, votes = voted_center(seen, order, pieces, 0.75, EYE, tilts, limits)
    assert center == pytest.approx((2.0, 0.3), abs=0.1)
    assert tilt == 0.0
    assert votes >= 40.0


def test_pieces_of_a_circle_are_not_straight_and_lines_are() -> None:
    round_ones, lines = circle(2.0, 0.3), corner(2.0, 0.3)
    order, pieces = pieces_of(60, 10)
    members = np.arange(60)
    center = np.array((2.0, 0.3))
    followed = straightness(round_ones, members, order, pieces, center, 0.75, EYE)
    assert followed == pytest.approx(0.0, abs=0.01)
    # the circle that touches both lines
    inside = np.array((1.25, -0.45))
    assert straightness(lines, members, order, pieces, inside, 0.75, EYE) > 0.6


def test_a_circle_fits_its_own_spots_better_than_a_line_does() -> None:
    spots, center = circle(2.0, 0.3), np.array((2.0, 0.3))
    spots[:, GROUND_X] += np.random.default_rng(2).normal(0.0, 0.01, len(spots))
    assert roundness(spots[:, GROUND_X : GROUND_Y + 1].copy(), center, 0.75) > 20.0
    near, far = (
        roughness(spots, center + off, 0.75, EYE, 0.03, 1.0)
        for off in (np.zeros(2), np.array((0.1, 0.0)))
    )
    assert near < 0.4 < far
