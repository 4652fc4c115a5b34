"""Polygons: hulls contain their points, clipping keeps what is inside."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from kickabout.geometry import (
    FloatArray,
    clipped_polygon,
    clipped_segment,
    closest_point_on_polygon,
    convex_hull,
    is_in_polygon,
    polygon_area,
    polygon_centroid,
    signed_distance_to_line,
)

SQUARE = np.array(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))
grid = st.integers(-8, 8).map(float)
clouds = st.lists(st.tuples(grid, grid), min_size=1, max_size=20).map(np.array)
coordinates = st.floats(-3.0, 5.0)
points = st.builds(lambda x, y: np.array((x, y)), coordinates, coordinates)


@given(clouds)
def test_hull_contains_all_points(cloud: FloatArray) -> None:
    hull = convex_hull(cloud)
    if len(hull) < 3:
        return
    for i in range(len(hull)):
        for point in cloud:
            assert signed_distance_to_line(point, hull[i - 1], hull[i]) >= -1e-12


@given(clouds)
def test_hull_has_only_given_points_as_corners(cloud: FloatArray) -> None:
    given_points = {tuple(point) for point in cloud}
    corners = [tuple(corner) for corner in convex_hull(cloud)]
    assert corners
    assert set(corners) <= given_points
    assert len(set(corners)) == len(corners)


@given(clouds)
def test_hull_of_a_hull_is_the_same(cloud: FloatArray) -> None:
    hull = convex_hull(cloud)
    np.testing.assert_array_equal(convex_hull(hull), hull)


def test_hull_agrees_with_scipy() -> None:
    cloud = np.random.default_rng(1).normal(size=(200, 2))
    hull = convex_hull(cloud)
    theirs = ConvexHull(cloud)
    assert polygon_area(hull) == pytest.approx(theirs.volume)
    assert len(hull) == len(theirs.vertices)


def test_hull_of_points_on_a_line_are_its_ends() -> None:
    line = np.array(((1.0, 1.0), (0.0, 0.0), (2.0, 2.0), (1.0, 1.0)))
    np.testing.assert_array_equal(convex_hull(line), ((0.0, 0.0), (2.0, 2.0)))
    np.testing.assert_array_equal(convex_hull(line[[0, 3]]), ((1.0, 1.0),))


def test_area_is_positive_counterclockwise() -> None:
    assert polygon_area(SQUARE) == 4.0
    assert polygon_area(SQUARE[::-1].copy()) == -4.0


def test_centroid_of_a_triangle_is_the_mean_of_its_corners() -> None:
    triangle = np.array(((0.0, 0.0), (3.0, 0.0), (0.0, 6.0)))
    np.testing.assert_allclose(polygon_centroid(triangle), (1.0, 2.0))
    np.testing.assert_allclose(polygon_centroid(SQUARE[:1]), SQUARE[0])


@given(points)
def test_inside_of_a_square_is_between_its_sides(point: FloatArray) -> None:
    expected = bool((point > 0.0).all() and (point < 2.0).all())
    on_edge = bool(np.isin(point, (0.0, 2.0)).any())
    assert on_edge or is_in_polygon(point, SQUARE) == expected


def test_notch_of_a_polygon_is_outside() -> None:
    arrow = np.array(((0.0, 0.0), (2.0, 2.0), (0.0, 1.0), (-2.0, 2.0)))
    assert is_in_polygon(np.array((0.0, 0.5)), arrow)
    assert not is_in_polygon(np.array((0.0, 1.5)), arrow)


@given(points)
def test_closest_point_lies_on_the_outline(point: FloatArray) -> None:
    nearest = closest_point_on_polygon(point, SQUARE)
    assert np.isin(nearest, (0.0, 2.0)).any()
    assert (nearest >= 0.0).all()
    assert (nearest <= 2.0).all()
    if not is_in_polygon(point, SQUARE):
        np.testing.assert_allclose(nearest, np.clip(point, 0.0, 2.0), atol=1e-12)


@given(clouds, points)
def test_clipped_polygon_contains_what_both_contain(cloud: FloatArray, point: FloatArray) -> None:
    hull = convex_hull(cloud)
    if len(hull) < 3:
        return
    both = clipped_polygon(hull, SQUARE)
    edges = np.concatenate((hull, SQUARE))
    starts = np.concatenate((np.roll(hull, 1, axis=0), np.roll(SQUARE, 1, axis=0)))
    margin = [abs(signed_distance_to_line(point, a, b)) for a, b in zip(starts, edges, strict=True)]
    if min(margin) > 1e-6:
        expected = is_in_polygon(point, hull) and is_in_polygon(point, SQUARE)
        assert is_in_polygon(point, both) == expected


def test_clipped_square_has_the_common_area() -> None:
    shifted = SQUARE + np.array((1.0, 0.5))
    assert polygon_area(clipped_polygon(shifted, SQUARE)) == pytest.approx(1.5)
    assert len(clipped_polygon(SQUARE + 5.0, SQUARE)) == 0


@given(points, points, st.floats(0.0, 1.0))
def test_clipped_segment_keeps_exactly_the_inner_part(
    start: FloatArray, end: FloatArray, ratio: float
) -> None:
    inside, first, last = clipped_segment(start, end, SQUARE)
    point = start + ratio * (end - start)
    if ((point > 1e-9) & (point < 2.0 - 1e-9)).all():
        assert inside
        assert (point - first) @ (end - start) >= -1e-9
        assert (last - point) @ (end - start) >= -1e-9
    if inside:
        middle = 0.5 * (first + last)
        assert ((middle >= -1e-9) & (middle <= 2.0 + 1e-9)).all()
