"""Angles: from any real numbers to directions in (-pi, pi]; callable from kernels."""

import math

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray

PI = math.pi
TWO_PI = 2.0 * math.pi


@kernel
def normalized_angle(angle: float) -> float:
    """Return the same direction in (-pi, pi]; angles already there do not change by a bit."""
    if -PI < angle <= PI:
        return angle
    wrapped = angle - TWO_PI * math.ceil((angle - PI) / TWO_PI)
    if wrapped <= -PI or wrapped > PI:
        return PI  # rounding at the discontinuity
    return wrapped


@kernel
def mean_angle(angles: FloatArray, weights: FloatArray) -> float:
    """Return the direction of the weighted sum of unit vectors; 0 if they cancel out."""
    x = 0.0
    y = 0.0
    for i in range(angles.size):
        x += weights[i] * math.cos(angles[i])
        y += weights[i] * math.sin(angles[i])
    return normalized_angle(math.atan2(y, x))
