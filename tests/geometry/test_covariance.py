"""Gaussians: against scipy, and what they must never lose."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

from kickabout.geometry import (
    FloatArray,
    error_ellipse,
    fused_gaussians,
    gaussian_log_likelihood,
    is_positive_definite,
    mahalanobis,
    rotated_covariance,
    squared_mahalanobis,
    symmetrized,
)
from kickabout.geometry.matrices import (
    cholesky,
    inverse_by_cholesky,
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
def test_cholesky_solves_and_inverts(covariance: FloatArray, vector: FloatArray) -> None:
    valid, lower = cholesky(covariance)
    assert valid
    np.testing.assert_allclose(lower, np.linalg.cholesky(covariance), atol=1e-9)
    solution = solved_by_cholesky(lower, vector)
    np.testing.assert_allclose(covariance @ solution, vector, atol=1e-8)
    np.testing.assert_allclose(covariance @ inverse_by_cholesky(lower), np.eye(4), atol=1e-8)


def test_products_agree_with_numpy() -> None:
    random = np.random.default_rng(3)
    a, b, covariance = random.normal(size=(2, 3)), random.normal(size=(3, 4)), np.eye(3)
    np.testing.assert_allclose(matrix_product(a, b), a @ b)
    np.testing.assert_allclose(product_with_transposed(a, a), a @ a.T)
    np.testing.assert_allclose(matrix_vector_product(a, b[:, 0]), a @ b[:, 0])
    np.testing.assert_allclose(sandwich(a, covariance), a @ covariance @ a.T)


@given(covariances(3))
def test_covariances_are_recognized(covariance: FloatArray) -> None:
    assert is_positive_definite(covariance)
    assert not is_positive_definite(-covariance)


@pytest.mark.parametrize(
    "matrix",
    [
        ((1.0, 2.0), (2.0, 1.0)),
        ((1.0, 0.0), (0.0, 0.0)),
        ((1.0, 0.5), (0.0, 1.0)),
        ((np.nan, 0.0), (0.0, 1.0)),
        ((np.inf, 0.0), (0.0, 1.0)),
    ],
)
def test_what_is_no_covariance_is_refused(matrix: tuple[tuple[float, ...], ...]) -> None:
    assert not is_positive_definite(np.array(matrix))


@given(covariances(3), vectors(3))
def test_log_likelihood_agrees_with_scipy(covariance: FloatArray, difference: FloatArray) -> None:
    expected = multivariate_normal(np.zeros(3), covariance).logpdf(difference)
    assert gaussian_log_likelihood(difference, covariance) == pytest.approx(expected)


@given(covariances(3), vectors(3))
def test_mahalanobis_agrees_with_its_definition(
    covariance: FloatArray, difference: FloatArray
) -> None:
    expected = difference @ np.linalg.solve(covariance, difference)
    assert squared_mahalanobis(difference, covariance) == pytest.approx(expected, abs=1e-9)
    assert mahalanobis(difference, covariance) == pytest.approx(math.sqrt(expected), abs=1e-6)


def test_degenerate_covariance_makes_everything_unlikely() -> None:
    degenerate = np.zeros((2, 2))
    assert mahalanobis(np.ones(2), degenerate) == math.inf
    assert gaussian_log_likelihood(np.ones(2), degenerate) == -math.inf


@given(covariances(2), st.floats(-7.0, 7.0))
def test_rotated_covariance_keeps_size_and_definiteness(
    covariance: FloatArray, angle: float
) -> None:
    turned = rotated_covariance(covariance, angle)
    assert is_positive_definite(turned)
    assert np.trace(turned) == pytest.approx(np.trace(covariance))
    np.testing.assert_allclose(rotated_covariance(turned, -angle), covariance, atol=1e-9)


def test_quarter_turn_swaps_the_axes() -> None:
    turned = rotated_covariance(np.diag((4.0, 1.0)), math.pi / 2)
    np.testing.assert_allclose(turned, np.diag((1.0, 4.0)), atol=1e-12)


@given(vectors(3), covariances(3), vectors(3), covariances(3))
def test_fusion_is_the_information_weighted_mean(
    mean: FloatArray, covariance: FloatArray, other_mean: FloatArray, other: FloatArray
) -> None:
    fused_mean, fused = fused_gaussians(mean, covariance, other_mean, other)
    information, other_information = np.linalg.inv(covariance), np.linalg.inv(other)
    expected = np.linalg.inv(information + other_information)
    np.testing.assert_allclose(fused, expected, atol=1e-8)
    np.testing.assert_allclose(
        fused_mean, expected @ (information @ mean + other_information @ other_mean), atol=1e-8
    )
    assert is_positive_definite(fused)


@given(covariances(2), st.floats(-7.0, 7.0))
def test_ellipse_has_the_eigenvalues_as_axes(covariance: FloatArray, angle: float) -> None:
    long_axis, short_axis, direction = error_ellipse(covariance, 2.0)
    values = np.linalg.eigvalsh(covariance)
    assert short_axis == pytest.approx(2.0 * math.sqrt(values[0]), abs=1e-6)
    assert long_axis == pytest.approx(2.0 * math.sqrt(values[1]), abs=1e-6)
    axis = long_axis * np.array((math.cos(direction), math.sin(direction)))
    assert mahalanobis(axis, covariance) == pytest.approx(2.0, abs=1e-6)


def test_symmetrized_takes_the_mean_of_both_halves() -> None:
    matrix = np.array(((1.0, 2.0), (4.0, 3.0)))
    np.testing.assert_array_equal(symmetrized(matrix), ((1.0, 3.0), (3.0, 3.0)))
