"""Angles: wrapping and means."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import mean_angle, normalized_angle
from kickabout.geometry.pose2 import wrapped

angles = st.floats(-1000.0, 1000.0)
directions = st.floats(-math.pi, math.pi, exclude_min=True)


def same_direction(a: float, b: float) -> bool:
    return math.hypot(math.cos(a) - math.cos(b), math.sin(a) - math.sin(b)) < 1e-9


@given(angles)
def test_a_normalized_angle_keeps_its_direction(angle: float) -> None:
    wrapped_angle = normalized_angle(angle)
    assert -math.pi < wrapped_angle <= math.pi
    assert same_direction(wrapped_angle, angle)


@given(angles)
def test_the_uncompiled_function_agrees_with_the_compiled_one(angle: float) -> None:
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
def test_an_angle_in_range_does_not_change(angle: float) -> None:
    assert normalized_angle(angle) == angle
    assert wrapped(angle) == angle


def test_minus_pi_becomes_pi() -> None:
    assert normalized_angle(-math.pi) == math.pi


@given(directions, st.floats(-1.0, 1.0))
def test_the_mean_of_two_neighbors_lies_between_them(middle: float, spread: float) -> None:
    pair = np.array((middle - spread, middle + spread))
    assert same_direction(mean_angle(pair, np.ones(2)), middle)


def test_the_mean_follows_the_weights_across_the_discontinuity() -> None:
    pair = np.array((math.pi - 0.1, -math.pi + 0.1))
    assert mean_angle(pair, np.array((1.0, 0.0))) == pytest.approx(math.pi - 0.1)
    assert abs(mean_angle(pair, np.array((0.5, 0.5)))) == pytest.approx(math.pi)
