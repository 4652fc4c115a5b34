"""Algebra of small matrices for kernels, without LAPACK, so that all machines compute the same."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import Cov, FloatArray, Mat, Vec


@kernel
def matrix_product(left: Mat, right: Mat) -> Mat:
    rows, inner, columns = left.shape[0], left.shape[1], right.shape[1]
    result = np.zeros((rows, columns))
    for i in range(rows):
        for k in range(inner):
            for j in range(columns):
                result[i, j] += left[i, k] * right[k, j]
    return result


@kernel
def matrix_vector_product(matrix: Mat, vector: Vec) -> Vec:
    rows, columns = matrix.shape
    result = np.zeros(rows)
    for i in range(rows):
        for j in range(columns):
            result[i] += matrix[i, j] * vector[j]
    return result


@kernel
def product_with_transposed(left: Mat, right: Mat) -> Mat:
    """Return left @ right.T."""
    rows, inner, columns = left.shape[0], left.shape[1], right.shape[0]
    result = np.zeros((rows, columns))
    for i in range(rows):
        for j in range(columns):
            for k in range(inner):
                result[i, j] += left[i, k] * right[j, k]
    return result


@kernel
def sandwich(matrix: Mat, covariance: Cov) -> Cov:
    """Return matrix @ covariance @ matrix.T, exactly symmetric."""
    half = matrix_product(matrix, covariance)
    rows, inner = half.shape
    result = np.empty((rows, rows))
    for i in range(rows):
        for j in range(i + 1):
            total = 0.0
            for k in range(inner):
                total += half[i, k] * matrix[j, k]
            result[i, j] = total
            result[j, i] = total
    return result


@kernel
def cholesky(matrix: Mat) -> tuple[bool, Mat]:
    """Return whether the symmetric matrix is positive definite, and its lower triangular root."""
    size = matrix.shape[0]
    lower = np.zeros((size, size))
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i, j]
            for k in range(j):
                rest -= lower[i, k] * lower[j, k]
            if i > j:
                lower[i, j] = rest / lower[j, j]
            elif 0.0 < rest < np.inf:
                lower[i, i] = math.sqrt(rest)
            else:
                return False, lower
    return True, lower


@kernel
def solved_lower(lower: Mat, right_side: Vec) -> Vec:
    """Return the x with lower @ x = right_side."""
    size = lower.shape[0]
    x = np.empty(size)
    for i in range(size):
        rest = right_side[i]
        for k in range(i):
            rest -= lower[i, k] * x[k]
        x[i] = rest / lower[i, i]
    return x


@kernel
def solved_by_cholesky(lower: Mat, right_side: Vec) -> Vec:
    """Return the x with lower @ lower.T @ x = right_side."""
    x = solved_lower(lower, right_side)
    size = lower.shape[0]
    for i in range(size - 1, -1, -1):
        for k in range(i + 1, size):
            x[i] -= lower[k, i] * x[k]
        x[i] /= lower[i, i]
    return x


@kernel
def squared_norm(values: FloatArray) -> float:
    total = 0.0
    for value in values:
        total += value * value
    return total
