"""Soles: from the outline of a foot to its corners and the lowest of them."""

import functools

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Mat3, Vec3
from kickabout.robots.nao.dimensions import nao_dimensions


@functools.cache
def sole_corners() -> tuple[FloatArray, FloatArray]:
    """Return the corners (4 × 3) of boxes around the left and right sole, in the sole frames."""
    outline = np.array(nao_dimensions().sole_outline)
    (low_x, low_y), (high_x, high_y) = outline.min(axis=0), outline.max(axis=0)
    left = np.array(
        (
            (high_x, high_y, 0.0),
            (high_x, low_y, 0.0),
            (low_x, high_y, 0.0),
            (low_x, low_y, 0.0),
        )
    )
    return left, left * np.array((1.0, -1.0, 1.0))


@kernel
def corners_in_level(
    torso_to_level: Mat3, rotation: Mat3, translation: Vec3, corners: FloatArray
) -> FloatArray:
    """Return the corners of a sole in a level frame around the torso's origin."""
    result = np.zeros(corners.shape)
    for i in range(corners.shape[0]):
        for j in range(3):
            in_torso = translation[j]
            for k in range(3):
                in_torso += rotation[j, k] * corners[i, k]
            for k in range(3):
                result[i, k] += torso_to_level[k, j] * in_torso
    return result


@kernel
def lowest_point(points_in_level: FloatArray) -> int:
    """Return the index of the point closest to the ground."""
    lowest = 0
    for i in range(1, points_in_level.shape[0]):
        if points_in_level[i, 2] < points_in_level[lowest, 2]:
            lowest = i
    return lowest
