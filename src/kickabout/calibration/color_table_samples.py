"""Samples for color tables: from labeled images to counts of colors, from counts to a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter

from kickabout.calibration.color_calibration import Rectangle, masked_pixels
from kickabout.geometry import FloatArray
from kickabout.perception.colors.color_table import CELLS, CLASS_NAMES, SHAPE, SHIFT
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorClass

Counts = npt.NDArray[np.float32]

SPREAD = 1.0  # cells, by which a color is smeared: lights and shades that no image shows
CAUTION = 2.0  # how much more colors of nothing weigh than those of a class
MIN_DENSITY = 2e-6  # fraction of a class that a cell must have at least


@dataclass(slots=True, kw_only=True)
class TableSamples:
    """Numbers of pixels by class and cell of the table."""

    counts: Counts = field(default_factory=lambda: np.zeros((len(CLASS_NAMES), *SHAPE), np.float32))

    def add_image(self, yuyv: ByteArray, classes: ByteArray) -> None:
        """Add all pixels of an image; numbers that are no class are left out."""
        for color in ColorClass:
            mask = classes == color
            if mask.any():
                self.add(color, masked_pixels(yuyv, mask))

    def add_region(self, color: ColorClass, yuyv: ByteArray, region: Rectangle) -> None:
        left, top, right, bottom = region
        mask = np.zeros(yuyv.shape[:2], np.bool_)
        mask[top:bottom, left:right] = True
        self.add(color, masked_pixels(yuyv, mask))

    def add(self, color: ColorClass, pixels: FloatArray) -> None:
        """Add rows of Y, Cb, Cr."""
        y, cb, cr = pixels.astype(np.int64).T >> SHIFT
        cells = (y * CELLS + cb) * CELLS + cr
        found = np.bincount(cells, minlength=CELLS**3).reshape(SHAPE)
        self.counts[color] += found.astype(np.float32)

    def pixels(self) -> Mapping[str, int]:
        """Return the number of pixels of each class."""
        return {name: int(self.counts[k].sum()) for k, name in enumerate(CLASS_NAMES)}


def learned_table(
    samples: TableSamples,
    *,
    spread: float = SPREAD,
    caution: float = CAUTION,
    min_density: float = MIN_DENSITY,
) -> ByteArray:
    """Return the table that gives each cell the class to which its color most likely belongs.

    All classes count the same, however large they are in the images; colors of nothing count
    `caution` times as much. Colors are smeared by `spread` cells, as the images show only some of
    all lights and shades. Cells in which hardly any pixel was seen have no class.
    """
    table, best = np.zeros(SHAPE, np.uint8), np.zeros(SHAPE, np.float32)
    for color in ColorClass:
        counts = samples.counts[color]
        total = float(counts.sum())
        if total == 0.0:
            continue
        density = gaussian_filter(counts / total, spread, truncate=3.0, mode="constant")
        density[density < min_density] = 0.0
        likelihood = caution * density if color is ColorClass.NONE else density
        table[likelihood > best] = color
        np.maximum(best, likelihood, out=best)
    return table


def table_accuracies(samples: TableSamples, table: ByteArray) -> Mapping[str, float]:
    """Return the fraction of the pixels of each class that a table classifies correctly."""
    accuracies = {}
    for color, name in enumerate(CLASS_NAMES):
        counts = samples.counts[color]
        if counts.any():
            accuracies[name] = float(counts[table == color].sum() / counts.sum())
    return accuracies
