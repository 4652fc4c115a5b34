"""HULKs' field colors: from sampled pixels to chromaticity limits or one cluster of chroma."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Vec
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import ByteArray, IntArray
from kickabout.representations import FieldColors

# From (Cb - 128) / Y and (Cr - 128) / Y to red, green and blue per Y: BT.601, full range.
RED_OF_CR, BLUE_OF_CB = 1.402, 1.772
GREEN_OF_CB, GREEN_OF_CR = -0.344136, -0.714136
BINS = 64  # number of bins of a histogram over 0 … 255
Y, CB, CR = 0, 1, 2  # columns of samples


class ChromaticityLimits(NamedTuple):
    """Limits of the field's color, in the form that kernels take."""

    min_green: float  # fraction of green; 0: use the circle of blue and red instead
    max_red: float
    max_blue: float
    blue: float  # center of the circle of chroma per brightness
    red: float
    tolerance: float  # radius of the circle; negative: there is no field color


def chromaticity_limits(colors: FieldColors) -> ChromaticityLimits:
    """Return limits for kernels; without a field color no pixel is within them."""
    return ChromaticityLimits(
        min_green=colors.min_green,
        max_red=colors.max_red,
        max_blue=colors.max_blue,
        blue=colors.blue,
        red=colors.red,
        tolerance=colors.tolerance if colors.valid else -1.0,
    )


@kernel
def has_field_color(blue: float, red: float, chromaticity: ChromaticityLimits) -> bool:
    """Return whether chroma per brightness is that of the field."""
    if chromaticity.tolerance < 0.0:
        return False
    if chromaticity.min_green <= 0.0:
        return (
            math.hypot(blue - chromaticity.blue, red - chromaticity.red) <= chromaticity.tolerance
        )
    r = max(1.0 + RED_OF_CR * red, 0.0)
    g = max(1.0 + GREEN_OF_CB * blue + GREEN_OF_CR * red, 0.0)
    b = max(1.0 + BLUE_OF_CB * blue, 0.0)
    total = max(r + g + b, 1e-6)
    is_green = g >= chromaticity.min_green * total
    return is_green and r <= chromaticity.max_red * total and b <= chromaticity.max_blue * total


@kernel
def sampled_colors(yuyv: ByteArray, tops: IntArray, bottoms: IntArray, step: int) -> Mat:
    """Return rows of Y, Cb and Cr between top and bottom of columns that are `step` px apart."""
    count, row_step = 0, max(step, 1)
    samples = np.empty((tops.shape[0] * (yuyv.shape[0] // row_step + 1), 3))
    for i in range(tops.shape[0]):
        even = min(i * step, yuyv.shape[1] - 2) & ~1
        for row in range(tops[i], min(bottoms[i], yuyv.shape[0]), row_step):
            samples[count, Y] = float(yuyv[row, even, 0])
            samples[count, CB] = float(yuyv[row, even, 1])
            samples[count, CR] = float(yuyv[row, even + 1, 1])
            count += 1
    return samples[:count].copy()


@kernel
def measured_field(samples: Mat, chromaticity: ChromaticityLimits) -> tuple[int, Vec]:
    """Return the number of field samples; mean and deviation of Y, mean blue, red, and spread."""
    sums = np.zeros(6)
    for i in range(samples.shape[0]):
        y = samples[i, Y]
        blue, red = chroma(y, samples[i, CB]), chroma(y, samples[i, CR])
        if has_field_color(blue, red, chromaticity):
            sums[0] += 1.0
            sums[1] += y
            sums[2] += y * y
            sums[3] += blue
            sums[4] += red
            sums[5] += blue * blue + red * red
    n = max(sums[0], 1.0)
    y, blue, red = sums[1] / n, sums[3] / n, sums[4] / n
    deviation = math.sqrt(max(sums[2] / n - y * y, 0.0))
    spread = math.sqrt(max(sums[5] / n - blue * blue - red * red, 0.0))
    return int(sums[0]), np.array((y, deviation, blue, red, spread))


@kernel
def peak(samples: Mat, column: int) -> float:
    """Return the middle of the fullest bin of a histogram."""
    counts = np.zeros(BINS)
    for i in range(samples.shape[0]):
        counts[min(int(samples[i, column] * BINS / 256.0), BINS - 1)] += 1.0
    return (float(np.argmax(counts)) + 0.5) * 256.0 / BINS


@kernel
def moved_cluster(samples: Mat, cluster: Vec, radius: float, brightest: float) -> tuple[Vec, int]:
    """Return the mean of a cluster's members and their number.

    Members are within `radius` in the plane of Cb and Cr and not brighter than `brightest` times
    the cluster.
    """
    total, count = np.zeros(3), 0
    for i in range(samples.shape[0]):
        off = math.hypot(samples[i, CB] - cluster[CB], samples[i, CR] - cluster[CR])
        if off < radius and samples[i, Y] < brightest * cluster[Y]:
            total += samples[i]
            count += 1
    if count == 0:
        return cluster.copy(), 0
    return total / count, count
