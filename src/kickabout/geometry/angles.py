"""Angles: from any real numbers to directions in (-pi, pi]; callable from kernels."""

import math

import numpy as np

from kickabout.geometry.arrays import FloatArray
from kickabout.geometry.kernels import kernel

PI = math.pi
TWO_PI = 2.0 * math.pi


@kernel
def normalized_angle(angle: float) -> float:
    """The same direction in (-pi, pi]; angles already there come back bit by bit."""
    if -PI < angle <= PI:
        return angle
    wrapped = angle - TWO_PI * math.ceil((angle - PI) / TWO_PI)
    if wrapped <= -PI or wrapped > PI:
        return PI  # rounding at the seam
    return wrapped


@kernel
def normalized_angles(angles: FloatArray) -> FloatArray:
    """Each entry in (-pi, pi], in an array of any shape."""
    wrapped = np.empty(angles.size)
    flat = angles.ravel()
    for i in range(flat.size):
        wrapped[i] = normalized_angle(flat[i])
    return wrapped.reshape(angles.shape)


@kernel
def angle_difference(to: float, start: float) -> float:
    """The shortest turn that leads from `start` to `to`."""
    return normalized_angle(to - start)


@kernel
def mean_angle(angles: FloatArray, weights: FloatArray) -> float:
    """Direction of the weighted sum of unit vectors; 0 if they cancel out."""
    x = 0.0
    y = 0.0
    for i in range(angles.size):
        x += weights[i] * math.cos(angles[i])
        y += weights[i] * math.sin(angles[i])
    return normalized_angle(math.atan2(y, x))


@kernel
def interpolated_angle(start: float, end: float, ratio: float) -> float:
    """On the shorter arc; ratio 0 gives `start`, 1 gives `end`."""
    return normalized_angle(start + ratio * normalized_angle(end - start))


@kernel
def degrees(angle: float) -> float:
    return angle * (180.0 / PI)


@kernel
def radians(angle_deg: float) -> float:
    return angle_deg * (PI / 180.0)
