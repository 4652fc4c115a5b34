"""Tones of light that moves a little sideways: box filter and tone curve in one loop.

Filter and tone curve use different units of a processor, so that together they take little longer
than one of them. Longer paths are filtered by smear_row.
"""

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.optics.motion_blur import MARGIN
from kickabout.simulation.camera.optics.sensor import (
    RING,
    SensorRows,
    SensorTable,
    Weights,
    develop,
    film_of,
)
from kickabout.simulation.camera.rendering.arrays import Float32Array
from kickabout.simulation.camera.rendering.kernels import ROW_KERNEL, ZERO

SHORT = 8.0  # px, maximum length of paths here: up to four neighbors on both sides


@kernel_with(**ROW_KERNEL)
def _two(s: Float32Array, i: int, weights: Weights) -> np.float32:
    """Return the mean of a pixel and two neighbors on both sides, with a weight per pair."""
    middle, near, edge = weights
    sides: np.float32 = near * (s[i + 1] + s[i + 3]) + edge * (s[i] + s[i + 4])
    return middle * np.float32(s[i + 2]) + sides


@kernel_with(**ROW_KERNEL)
def _three(s: Float32Array, i: int, weights: Weights) -> np.float32:
    """Return the mean of a pixel and three neighbors on both sides, less of the outermost."""
    weight, edge = weights
    inner: np.float32 = ((s[i + 3] + s[i + 2]) + (s[i + 4] + s[i + 1])) + s[i + 5]
    return weight * inner + edge * np.float32(s[i] + s[i + 6])


@kernel_with(**ROW_KERNEL)
def _four(s: Float32Array, i: int, weights: Weights) -> np.float32:
    """Return the mean of a pixel and four neighbors on both sides, less of the outermost."""
    weight, edge = weights
    near = (s[i + 3] + s[i + 2]) + (s[i + 4] + s[i + 1])
    inner: np.float32 = near + ((s[i + 5] + s[i + 6]) + s[i + 7])
    return weight * inner + edge * np.float32(s[i] + s[i + 8])


@kernel_with(**ROW_KERNEL)
def develop_smeared_row(
    table: SensorTable, v: int, light: Float32Array, length: float, rows: SensorRows
) -> None:
    """Do the same as develop_row for light that moves by less than SHORT px sideways."""
    at, film, reach = v % RING, film_of(table, v), int(length / 2.0)
    luma, blue, red = rows.luma[at], rows.chroma_blue[at], rows.chroma_red[at]
    weight = np.float32(1.0 / (length + 1.0))
    edge = np.float32(length / 2.0 - reach) * weight
    start = MARGIN - max(reach + 1, 2)
    r, g, b = light[0, start:], light[1, start:], light[2, start:]
    if reach == 0:
        develop(_two, (weight, edge, ZERO), film, r, g, b, luma, blue, red)
    elif reach == 1:
        develop(_two, (weight, weight, edge), film, r, g, b, luma, blue, red)
    elif reach == 2:
        develop(_three, (weight, edge), film, r, g, b, luma, blue, red)
    else:
        develop(_four, (weight, edge), film, r, g, b, luma, blue, red)
