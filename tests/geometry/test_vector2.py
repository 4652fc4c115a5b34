"""Vectors in a plane: arithmetic, and their behavior as sequences and values."""

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import Field, Robot, Vector2

coordinates = st.floats(-100.0, 100.0)
vectors = st.builds(Vector2[Field], coordinates, coordinates)
angles = st.floats(-10.0, 10.0)


def close(a: Vector2[Field], b: Vector2[Field]) -> bool:
    return a.distance_to(b) < 1e-9


def test_arithmetic_works_by_component() -> None:
    a: Vector2[Field] = Vector2(1.0, 2.0)
    b: Vector2[Field] = Vector2(3.0, -4.0)
    assert a + b == Vector2(4.0, -2.0)
    assert a - b == Vector2(-2.0, 6.0)
    assert -a == Vector2(-1.0, -2.0)
    assert a * 2.0 == 2.0 * a == Vector2(2.0, 4.0)
    assert b / 2.0 == Vector2(1.5, -2.0)


def test_a_numpy_scalar_times_a_vector_is_a_vector() -> None:
    scaled = np.float64(2.0) * Vector2[Field](1.0, 2.0)
    assert isinstance(scaled, Vector2)
    assert scaled == Vector2(2.0, 4.0)


def test_a_vector_unpacks_and_indexes_like_a_pair() -> None:
    vector: Vector2[Robot] = Vector2(3.0, 4.0)
    x, y = vector
    assert (x, y) == (3.0, 4.0)
    assert vector[0] == 3.0
    assert vector[-1] == 4.0
    assert len(vector) == 2
    np.testing.assert_array_equal(np.asarray(vector), [3.0, 4.0])
    with pytest.raises(IndexError):
        vector[2]


def test_a_vector_is_immutable() -> None:
    vector: Vector2[Field] = Vector2(1.0, 2.0)
    with pytest.raises(AttributeError):
        # Types: the assignment is wrong on purpose.
        vector.x = 3.0  # type: ignore[misc]


def test_equal_vectors_are_one_element_of_a_set() -> None:
    assert len({Vector2[Field](1.0, 2.0), Vector2[Field](1.0, 2.0)}) == 1


def test_a_vector_survives_json() -> None:
    vector: Vector2[Field] = Vector2(1.25, -2.5)
    encoded = msgspec.json.encode(vector)
    assert encoded == b'{"x":1.25,"y":-2.5}'
    assert msgspec.json.decode(encoded, type=Vector2[Field]) == vector


def test_the_zero_vector_stays_zero_when_normalized() -> None:
    assert Vector2[Field]().normalized() == Vector2(0.0, 0.0)
    assert Vector2[Field]().angle == 0.0


def test_the_cross_product_is_positive_to_the_left() -> None:
    ahead: Vector2[Robot] = Vector2(1.0, 0.0)
    assert ahead.cross(Vector2(0.0, 1.0)) == 1.0


def test_interpolation_gives_both_ends() -> None:
    a: Vector2[Field] = Vector2(1.0, 2.0)
    b: Vector2[Field] = Vector2(3.0, -4.0)
    assert a.interpolated(b, 0.0) == a
    assert a.interpolated(b, 1.0) == b
    assert a.interpolated(b, 0.5) == Vector2(2.0, -1.0)


@given(vectors, angles)
def test_a_rotation_keeps_the_length_and_turns_by_the_angle(
    vector: Vector2[Field], angle: float
) -> None:
    turned = vector.rotated(angle)
    assert math.isclose(turned.norm, vector.norm, abs_tol=1e-9)
    assert close(turned.rotated(-angle), vector)
    assert math.isclose(vector.dot(turned), vector.squared_norm * math.cos(angle), abs_tol=1e-8)
    assert math.isclose(vector.cross(turned), vector.squared_norm * math.sin(angle), abs_tol=1e-8)


@given(vectors)
def test_the_polar_form_gives_the_vector_back(vector: Vector2[Field]) -> None:
    assert close(Vector2.from_polar(vector.norm, vector.angle), vector)


@given(vectors)
def test_the_array_gives_the_vector_back_as_plain_floats(vector: Vector2[Field]) -> None:
    back: Vector2[Field] = Vector2.from_array(vector.array)
    assert back == vector
    assert type(back.x) is float


def test_whole_numbers_make_arrays_that_kernels_take() -> None:
    assert Vector2[Field](1, 2).array.dtype == float
