"""Covariances of Gaussians."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import Cov2
from kickabout.geometry.matrices import sandwich

LOG_TWO_PI = math.log(2.0 * math.pi)


@kernel
def rotated_covariance(covariance: Cov2, angle: float) -> Cov2:
    """Return the covariance after everything was turned by the angle."""
    c, s = math.cos(angle), math.sin(angle)
    return sandwich(np.array(((c, -s), (s, c))), covariance)
