"""Angles: wrapping, differences, means, interpolation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import (
    angle_difference,
    degrees,
    interpolated_angle,
    mean_angle,
    normalized_angle,
    normalized_angles,
    radians,
)
from kickabout.geometry.pose2 import wrapped

angles = st.floats(-1000.0, 1000.0)
directions = st.floats(-math.pi, math.pi, exclude_min=True)


def same_direction(a: float, b: float) -> bool:
    return math.hypot(math.cos(a) - math.cos(b), math.sin(a) - math.sin(b)) < 1e-9


@given(angles)
def test_normalized_angle_keeps_the_direction(angle: float) -> None:
    wrapped_angle = normalized_angle(angle)
    assert -math.pi < wrapped_angle <= math.pi
    assert same_direction(wrapped_angle, angle)


@given(angles)
def test_uncompiled_twin_agrees(angle: float) -> None:
    assert -math.pi < wrapped(angle) <= math.pi
    assert same_direction(wrapped(angle), normalized_angle(angle))


@given(st.integers(-50, 50), st.sampled_from((-1, 0, 1)))
def test_odd_multiples_of_pi_stay_in_range(turns: int, ulps: int) -> None:
    angle = (2 * turns + 1) * math.pi
    for _ in range(abs(ulps)):
        angle = math.nextafter(angle, ulps * math.inf)
    assert -math.pi < normalized_angle(angle) <= math.pi
    assert -math.pi < wrapped(angle) <= math.pi


@given(directions)
def test_angle_in_range_is_not_touched(angle: float) -> None:
    assert normalized_angle(angle) == angle
    assert wrapped(angle) == angle


def test_minus_pi_becomes_pi() -> None:
    assert normalized_angle(-math.pi) == math.pi


def test_arrays_of_any_shape_are_normalized_by_entry() -> None:
    values = np.linspace(-20.0, 20.0, 12).reshape(3, 4)
    expected = [[normalized_angle(value) for value in row] for row in values]
    np.testing.assert_array_equal(normalized_angles(values), expected)


@given(angles, angles)
def test_difference_leads_from_start_to_end_the_short_way(start: float, end: float) -> None:
    turn = angle_difference(end, start)
    assert abs(turn) <= math.pi
    assert same_direction(start + turn, end)


@given(directions, st.floats(-1.0, 1.0))
def test_mean_of_two_neighbors_lies_between_them(middle: float, spread: float) -> None:
    pair = np.array((middle - spread, middle + spread))
    assert same_direction(mean_angle(pair, np.ones(2)), middle)


def test_mean_follows_the_weights_across_the_seam() -> None:
    pair = np.array((math.pi - 0.1, -math.pi + 0.1))
    assert mean_angle(pair, np.array((1.0, 0.0))) == pytest.approx(math.pi - 0.1)
    assert abs(mean_angle(pair, np.array((0.5, 0.5)))) == pytest.approx(math.pi)


@given(directions, directions)
def test_interpolation_meets_both_ends(start: float, end: float) -> None:
    assert same_direction(interpolated_angle(start, end, 0.0), start)
    assert same_direction(interpolated_angle(start, end, 1.0), end)


@given(angles)
def test_degrees_and_radians_are_inverse(angle: float) -> None:
    assert degrees(angle) == pytest.approx(math.degrees(angle))
    assert radians(degrees(angle)) == pytest.approx(angle)
