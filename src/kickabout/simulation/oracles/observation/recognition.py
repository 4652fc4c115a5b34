"""Recognition rates: from the distances of objects to whether a detector finds them."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, IndexArray, Points2, Vec, Vec3


@kernel
def recognition_rate(distance: float, rate: float, full_range: float, end_range: float) -> float:
    """Return a rate that is constant up to the full range and falls to 0 at the end range."""
    if distance <= full_range:
        return rate
    if distance >= end_range:
        return 0.0
    return rate * (end_range - distance) / (end_range - full_range)


@kernel
def recognized(
    points_in_field: FloatArray,
    camera: Vec3,
    draws: Vec,
    rate: float,
    full_range: float,
    end_range: float,
) -> BoolArray:
    """Return which of these points are found; `draws` are uniform in [0, 1), one for each."""
    found = np.zeros(points_in_field.shape[0], dtype=np.bool_)
    for i in range(points_in_field.shape[0]):
        distance = math.hypot(points_in_field[i, 0] - camera[0], points_in_field[i, 1] - camera[1])
        found[i] = draws[i] < recognition_rate(distance, rate, full_range, end_range)
    return found


@kernel
def complete_triples(pixels: Points2) -> IndexArray:
    """Return the indices of the triples of points that are all visible."""
    indices = np.empty(pixels.shape[0] // 3, dtype=np.int64)
    count = 0
    for i in range(indices.size):
        a, b, c = pixels[3 * i, 0], pixels[3 * i + 1, 0], pixels[3 * i + 2, 0]
        if not (math.isnan(a) or math.isnan(b) or math.isnan(c)):
            indices[count] = i
            count += 1
    return indices[:count].copy()


@kernel
def all_of_three(found: BoolArray) -> BoolArray:
    """Return for each triple of points whether all are found."""
    triples = np.zeros(found.size // 3, dtype=np.bool_)
    for i in range(triples.size):
        triples[i] = found[3 * i] and found[3 * i + 1] and found[3 * i + 2]
    return triples


@kernel
def found_among(pixels: Points2, found: BoolArray) -> IndexArray:
    """Return the indices of points that are visible, that is, have a pixel, and found."""
    indices = np.empty(found.size, dtype=np.int64)
    count = 0
    for i in range(found.size):
        if found[i] and not math.isnan(pixels[i, 0]):
            indices[count] = i
            count += 1
    return indices[:count].copy()
