"""Checks of Gaussians."""

import numpy as np

from kickabout.geometry import Cov


def is_positive_definite(covariance: Cov) -> bool:
    """Return whether a matrix is symmetric within rounding and has positive eigenvalues."""
    root = np.sqrt(np.abs(np.diag(covariance)))
    scaled = covariance / np.outer(root, root)
    symmetric = bool(np.abs(scaled - scaled.T).max() <= 1e-9)
    return symmetric and bool(np.linalg.eigvalsh(covariance).min() > 0.0)
