"""Lines and segments: nearest points, sides, intersections."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kickabout.geometry import (
    FloatArray,
    closest_point_on_line,
    closest_point_on_segment,
    distance_between_segments,
    distance_to_line,
    distance_to_segment,
    line_intersection,
    nearest_segments,
    segment_intersection,
    side_of_line,
    signed_distance_to_line,
)

coordinates = st.floats(-10.0, 10.0)
points = st.builds(lambda x, y: np.array((x, y)), coordinates, coordinates)


def length(vector: FloatArray) -> float:
    return math.hypot(vector[0], vector[1])


@given(points, points, points)
def test_foot_on_a_line_is_perpendicular(p: FloatArray, a: FloatArray, b: FloatArray) -> None:
    assume(length(b - a) > 1e-3)
    foot = closest_point_on_line(p, a, b)
    assert (p - foot) @ (b - a) == pytest.approx(0.0, abs=1e-8)
    assert length(p - foot) == pytest.approx(distance_to_line(p, a, b), abs=1e-8)


@given(points, points, points, st.floats(0.0, 1.0))
def test_no_point_of_a_segment_is_closer_than_the_closest(
    p: FloatArray, a: FloatArray, b: FloatArray, ratio: float
) -> None:
    nearest = distance_to_segment(p, a, b)
    assert nearest <= length(p - (a + ratio * (b - a))) + 1e-9
    assert length(p - closest_point_on_segment(p, a, b)) == pytest.approx(nearest, abs=1e-12)


def test_segment_of_no_length_is_a_point() -> None:
    a = np.array((1.0, 1.0))
    np.testing.assert_array_equal(closest_point_on_segment(np.zeros(2), a, a), a)


@given(points, points, points)
def test_side_is_positive_on_the_left(p: FloatArray, a: FloatArray, b: FloatArray) -> None:
    assume(length(b - a) > 1e-3)
    signed = signed_distance_to_line(p, a, b)
    assume(abs(signed) > 1e-6)
    assert side_of_line(p, a, b) == math.copysign(1, signed)
    assert side_of_line(p, b, a) == -side_of_line(p, a, b)


def test_left_of_the_x_axis_is_up() -> None:
    start, end = np.zeros(2), np.array((1.0, 0.0))
    assert signed_distance_to_line(np.array((5.0, 2.0)), start, end) == 2.0
    assert side_of_line(np.array((5.0, 0.0)), start, end) == 0


@given(points, points, points, points)
def test_crossing_lies_on_both_lines(
    a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray
) -> None:
    assume(length(b - a) > 0.1 and length(d - c) > 0.1)
    sine = np.linalg.det(np.array((b - a, d - c))) / (length(b - a) * length(d - c))
    assume(abs(sine) > 1e-3)
    crosses, point = line_intersection(a, b, c, d)
    assert crosses
    assert distance_to_line(point, a, b) < 1e-6
    assert distance_to_line(point, c, d) < 1e-6


def test_parallel_lines_do_not_cross() -> None:
    a, b = np.array((0.0, 0.0)), np.array((1.0, 1.0))
    shift = np.array((0.0, 1.0))
    assert not line_intersection(a, b, a + shift, b + shift)[0]
    assert not segment_intersection(a, b, a, b)[0]


def test_segments_cross_only_within_both() -> None:
    a, b = np.array((-1.0, 0.0)), np.array((1.0, 0.0))
    crosses, point = segment_intersection(a, b, np.array((0.5, -1.0)), np.array((0.5, 1.0)))
    assert crosses
    np.testing.assert_allclose(point, (0.5, 0.0))
    assert not segment_intersection(a, b, np.array((1.5, -1.0)), np.array((1.5, 1.0)))[0]
    assert not segment_intersection(a, b, np.array((0.5, 0.1)), np.array((0.5, 1.0)))[0]


@given(points, points, points, points, st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_distance_between_segments_is_the_least(
    a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray, ratio: float, other_ratio: float
) -> None:
    least = distance_between_segments(a, b, c, d)
    on_first, on_second = a + ratio * (b - a), c + other_ratio * (d - c)
    assert least <= length(on_first - on_second) + 1e-9


def test_nearest_segments_are_found_for_each_point() -> None:
    segments = np.array(((0.0, 0.0, 1.0, 0.0), (0.0, 5.0, 1.0, 5.0)))
    indices, distances = nearest_segments(np.array(((0.5, 1.0), (0.5, 4.5))), segments)
    np.testing.assert_array_equal(indices, (0, 1))
    np.testing.assert_allclose(distances, (1.0, 0.5))
