"""Covariances and small matrices: compared with numpy."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import FloatArray, rotated_covariance
from kickabout.geometry.matrices import (
    cholesky,
    matrix_product,
    matrix_vector_product,
    product_with_transposed,
    sandwich,
    solved_by_cholesky,
)

entries = st.floats(-2.0, 2.0)


@st.composite
def covariances(draw: st.DrawFn, size: int) -> FloatArray:
    root = np.array([[draw(entries) for _ in range(size)] for _ in range(size)])
    covariance: FloatArray = root @ root.T + 0.1 * np.eye(size)
    return covariance


@st.composite
def vectors(draw: st.DrawFn, size: int) -> FloatArray:
    return np.array([draw(entries) for _ in range(size)])


@given(covariances(4), vectors(4))
def test_the_cholesky_root_solves_equations(covariance: FloatArray, vector: FloatArray) -> None:
    valid, lower = cholesky(covariance)
    assert valid
    np.testing.assert_allclose(lower, np.linalg.cholesky(covariance), atol=1e-9)
    solution = solved_by_cholesky(lower, vector)
    np.testing.assert_allclose(covariance @ solution, vector, atol=1e-8)


@given(covariances(3))
def test_a_matrix_that_is_not_positive_definite_has_no_root(covariance: FloatArray) -> None:
    assert not cholesky(-covariance)[0]
    assert not cholesky(np.diag((1.0, 0.0, 1.0)))[0]
    assert not cholesky(np.diag((1.0, np.nan, 1.0)))[0]
    assert not cholesky(np.diag((1.0, np.inf, 1.0)))[0]


def test_products_agree_with_numpy() -> None:
    random = np.random.default_rng(3)
    a, b, covariance = random.normal(size=(2, 3)), random.normal(size=(3, 4)), np.eye(3)
    np.testing.assert_allclose(matrix_product(a, b), a @ b)
    np.testing.assert_allclose(product_with_transposed(a, a), a @ a.T)
    np.testing.assert_allclose(matrix_vector_product(a, b[:, 0]), a @ b[:, 0])
    np.testing.assert_allclose(sandwich(a, covariance), a @ covariance @ a.T)


@given(covariances(2), st.floats(-7.0, 7.0))
def test_a_rotated_covariance_keeps_its_eigenvalues(covariance: FloatArray, angle: float) -> None:
    turned = rotated_covariance(covariance, angle)
    before, after = np.linalg.eigvalsh(covariance), np.linalg.eigvalsh(turned)
    np.testing.assert_allclose(after, before, atol=1e-9)
    np.testing.assert_allclose(rotated_covariance(turned, -angle), covariance, atol=1e-9)


def test_a_quarter_turn_swaps_the_axes() -> None:
    turned = rotated_covariance(np.diag((4.0, 1.0)), math.pi / 2)
    np.testing.assert_allclose(turned, np.diag((1.0, 4.0)), atol=1e-12)
