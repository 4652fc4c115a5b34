"""Circles: tangents touch them on the requested side, and arcs have the right length."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kickabout.geometry import FloatArray, arc_angle, directed_tangent

coordinates = st.floats(-10.0, 10.0)
radii = st.floats(0.01, 5.0)
points = st.builds(lambda x, y: np.array((x, y)), coordinates, coordinates)


def length(vector: FloatArray) -> float:
    return math.hypot(vector[0], vector[1])


def distance_left(point: FloatArray, start: FloatArray, end: FloatArray) -> float:
    """Return how far the point lies on the left of a line."""
    along, across = end - start, point - start
    return float(along[0] * across[1] - along[1] * across[0]) / length(along)


@given(points, radii, points, radii, st.booleans(), st.booleans())
def test_a_directed_tangent_touches_both_circles_on_the_requested_sides(
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
        assert distance_left(center, start, end) == pytest.approx(signed, abs=1e-8)
        assert distance_left(other, start, end) == pytest.approx(other_signed, abs=1e-8)


@given(st.floats(-10.0, 10.0), st.floats(-10.0, 10.0))
def test_arcs_in_both_senses_add_up_to_a_full_turn(start: float, end: float) -> None:
    left, right = arc_angle(start, end, True), arc_angle(start, end, False)
    assert 0.0 <= left < 2 * math.pi
    assert math.cos(start + left) == pytest.approx(math.cos(end), abs=1e-9)
    assert (left + right) % (2 * math.pi) == pytest.approx(0.0, abs=1e-9) or (
        left + right == pytest.approx(2 * math.pi)
    )


def test_a_quarter_turn_left_is_three_quarters_of_a_turn_right() -> None:
    assert arc_angle(0.0, math.pi / 2, True) == pytest.approx(math.pi / 2)
    assert arc_angle(0.0, math.pi / 2, False) == pytest.approx(1.5 * math.pi)
