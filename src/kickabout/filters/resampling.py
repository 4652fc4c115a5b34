"""Resampling of particles: from weights to the indices of the particles to copy."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import IndexArray, Vec


@kernel
def systematic_resampling(weights: Vec, start: float) -> IndexArray:
    """Return as many indices as weights, in rising order, each in proportion to its weight.

    One random number `start` in [0, 1) places a comb of equal steps over the summed weights:
    a particle with k times the mean weight is taken k times, up to rounding. If no weight is
    positive, each particle is taken once.
    """
    count = weights.size
    total = 0.0
    for weight in weights:
        total += weight
    indices = np.arange(count)
    if not total > 0.0:
        return indices
    chosen = 0
    upper = weights[0]
    for i in range(count):
        tooth = (i + start) * total / count
        while tooth >= upper and chosen < count - 1:
            chosen += 1
            upper += weights[chosen]
        indices[i] = chosen
    return indices
