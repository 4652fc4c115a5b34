"""Circles: intersections lie on them, tangents touch them, and the numbers of both are right."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kickabout.geometry import (
    FloatArray,
    arc_angle,
    circle_intersections,
    circle_line_intersections,
    circle_segment_intersections,
    circle_tangents,
    directed_tangent,
    distance_to_line,
    signed_distance_to_line,
    tangent_points,
)

coordinates = st.floats(-10.0, 10.0)
radii = st.floats(0.01, 5.0)
points = st.builds(lambda x, y: np.array((x, y)), coordinates, coordinates)


def length(vector: FloatArray) -> float:
    return math.hypot(vector[0], vector[1])


@given(points, radii, points, points)
def test_circle_meets_line_only_on_both(
    center: FloatArray, radius: float, a: FloatArray, b: FloatArray
) -> None:
    assume(length(b - a) > 0.01)
    gap = distance_to_line(center, a, b) - radius
    assume(abs(gap) > 1e-6)
    found = circle_line_intersections(center, radius, a, b)
    assert len(found) == (2 if gap < 0.0 else 0)
    for point in found:
        assert length(point - center) == pytest.approx(radius)
        assert distance_to_line(point, a, b) < 1e-7
    if len(found) == 2:
        assert (found[1] - found[0]) @ (b - a) > 0.0


def test_line_that_touches_meets_once() -> None:
    found = circle_line_intersections(
        np.array((0.0, 1.0)), 1.0, np.array((-2.0, 0.0)), np.array((2.0, 0.0))
    )
    np.testing.assert_allclose(found, ((0.0, 0.0),))


def test_segment_that_ends_inside_meets_once() -> None:
    start, end = np.array((-2.0, 0.0)), np.array((0.0, 0.0))
    found = circle_segment_intersections(np.zeros(2), 1.0, start, end)
    np.testing.assert_allclose(found, ((-1.0, 0.0),))


@given(points, radii, points, radii)
def test_common_points_lie_on_both_circles(
    center: FloatArray, radius: float, other: FloatArray, other_radius: float
) -> None:
    apart = length(other - center)
    margins = (apart - radius - other_radius, abs(radius - other_radius) - apart)
    assume(apart > 0.01 and min(abs(margin) for margin in margins) > 1e-6)
    found = circle_intersections(center, radius, other, other_radius)
    assert len(found) == (2 if max(margins) < 0.0 else 0)
    for point in found:
        assert length(point - center) == pytest.approx(radius)
        assert length(point - other) == pytest.approx(other_radius)
    if len(found):
        assert signed_distance_to_line(found[0], center, other) > 0.0


def test_circles_with_one_center_have_no_common_points() -> None:
    assert len(circle_intersections(np.zeros(2), 1.0, np.zeros(2), 1.0)) == 0


@given(points, radii, points, radii, st.booleans(), st.booleans())
def test_directed_tangent_touches_both_circles_on_the_right_side(
    center: FloatArray,
    radius: float,
    other: FloatArray,
    other_radius: float,
    clockwise: bool,
    other_clockwise: bool,
) -> None:
    signed = -radius if clockwise else radius
    other_signed = -other_radius if other_clockwise else other_radius
    apart = length(other - center)
    assume(abs(apart - abs(other_signed - signed)) > 1e-3)
    exists, start, end = directed_tangent(center, signed, other, other_signed)
    assert exists == (apart > abs(other_signed - signed))
    if exists:
        assert length(start - center) == pytest.approx(radius)
        assert length(end - other) == pytest.approx(other_radius)
        assert signed_distance_to_line(center, start, end) == pytest.approx(signed, abs=1e-8)
        assert signed_distance_to_line(other, start, end) == pytest.approx(other_signed, abs=1e-8)


@pytest.mark.parametrize(("apart", "count"), [(5.0, 4), (2.5, 2), (0.5, 0), (0.0, 0)])
def test_number_of_tangents_of_two_circles(apart: float, count: int) -> None:
    assert len(circle_tangents(np.zeros(2), 2.0, np.array((apart, 0.0)), 1.0)) == count


def test_points_have_fewer_tangents() -> None:
    other = np.array((3.0, 0.0))
    assert len(circle_tangents(np.zeros(2), 0.0, other, 1.0)) == 2
    assert len(circle_tangents(other, 1.0, np.zeros(2), 0.0)) == 2
    assert len(circle_tangents(np.zeros(2), 0.0, other, 0.0)) == 1


@given(points, points, radii)
def test_tangents_from_a_point_touch_left_and_right(
    point: FloatArray, center: FloatArray, radius: float
) -> None:
    apart = length(center - point)
    assume(abs(apart - radius) > 1e-3)
    exists, left, right = tangent_points(point, center, radius)
    assert exists == (apart > radius)
    if exists:
        for touch in (left, right):
            assert length(touch - center) == pytest.approx(radius)
            assert (touch - center) @ (touch - point) == pytest.approx(0.0, abs=1e-7)
        assert signed_distance_to_line(left, point, center) > 0.0
        assert signed_distance_to_line(right, point, center) < 0.0


@given(st.floats(-10.0, 10.0), st.floats(-10.0, 10.0))
def test_both_ways_round_make_a_full_turn(start: float, end: float) -> None:
    left, right = arc_angle(start, end, True), arc_angle(start, end, False)
    assert 0.0 <= left < 2 * math.pi
    assert math.cos(start + left) == pytest.approx(math.cos(end), abs=1e-9)
    assert (left + right) % (2 * math.pi) == pytest.approx(0.0, abs=1e-9) or (
        left + right == pytest.approx(2 * math.pi)
    )


def test_quarter_turn_left_is_three_quarters_right() -> None:
    assert arc_angle(0.0, math.pi / 2, True) == pytest.approx(math.pi / 2)
    assert arc_angle(0.0, math.pi / 2, False) == pytest.approx(1.5 * math.pi)
