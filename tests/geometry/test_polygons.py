"""Convex hulls: they contain their points and have no other corners."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from kickabout.geometry import FloatArray, convex_hull

grid = st.integers(-8, 8).map(float)
clouds = st.lists(st.tuples(grid, grid), min_size=1, max_size=20).map(np.array)


def side(point: FloatArray, start: FloatArray, end: FloatArray) -> float:
    """Return a positive number if the point is on the left of the line."""
    along, across = end - start, point - start
    return float(along[0] * across[1] - along[1] * across[0])


@given(clouds)
def test_a_hull_contains_all_points(cloud: FloatArray) -> None:
    hull = convex_hull(cloud)
    if len(hull) < 3:
        return
    for i in range(len(hull)):
        for point in cloud:
            assert side(point, hull[i - 1], hull[i]) >= 0.0


@given(clouds)
def test_a_hull_has_only_given_points_as_corners(cloud: FloatArray) -> None:
    given_points = {tuple(point) for point in cloud}
    corners = [tuple(corner) for corner in convex_hull(cloud)]
    assert corners
    assert set(corners) <= given_points
    assert len(set(corners)) == len(corners)


@given(clouds)
def test_the_hull_of_a_hull_is_the_same(cloud: FloatArray) -> None:
    hull = convex_hull(cloud)
    np.testing.assert_array_equal(convex_hull(hull), hull)


def test_a_hull_agrees_with_scipy() -> None:
    cloud = np.random.default_rng(1).normal(size=(200, 2))
    theirs = cloud[ConvexHull(cloud).vertices]  # counterclockwise
    start = int(theirs[:, 0].argmin())
    np.testing.assert_array_equal(convex_hull(cloud), np.roll(theirs, -start, axis=0))


def test_the_hull_of_points_on_a_line_are_its_ends() -> None:
    line = np.array(((1.0, 1.0), (0.0, 0.0), (2.0, 2.0), (1.0, 1.0)))
    np.testing.assert_array_equal(convex_hull(line), ((0.0, 0.0), (2.0, 2.0)))
    np.testing.assert_array_equal(convex_hull(line[[0, 3]]), ((1.0, 1.0),))
