"""Color calibration: from labeled pixels to thresholds of color classes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.perception.colors.color_classes import color_class
from kickabout.perception.colors.region_colors import BLACK, FIELD, OTHER, WHITE
from kickabout.perception.colors.relative_colors import chroma
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorCalibration

CLASSES = {"white": WHITE, "black": BLACK, "field": FIELD, "other": OTHER}
Rectangle = tuple[int, int, int, int]  # px: left, top, right, bottom
NO_PIXELS: FloatArray = np.empty((0, 3))


@dataclass(slots=True, kw_only=True)
class ColorSamples:
    """Pixels by the name of their class: rows of Y, Cb, Cr."""

    pixels: dict[str, FloatArray] = field(default_factory=dict)

    def add(self, name: str, pixels: FloatArray) -> None:
        if name not in CLASSES:
            raise ValueError(f"there is no color class '{name}'; classes are {', '.join(CLASSES)}")
        self.pixels[name] = np.vstack((self.pixels.get(name, NO_PIXELS), pixels))

    def add_region(self, name: str, yuyv: ByteArray, region: Rectangle) -> None:
        left, top, right, bottom = region
        mask = np.zeros(yuyv.shape[:2], np.bool_)
        mask[top:bottom, left:right] = True
        self.add(name, masked_pixels(yuyv, mask))

    def of(self, name: str) -> FloatArray:
        return self.pixels.get(name, NO_PIXELS)


def masked_pixels(yuyv: ByteArray, mask: npt.NDArray[np.bool_]) -> FloatArray:
    """Return Y, Cb, Cr of the pixels in the mask; two neighbors share their chroma."""
    rows, columns = np.nonzero(mask)
    even = columns & ~1
    colors = (yuyv[rows, columns, 0], yuyv[rows, even, 1], yuyv[rows, even + 1, 1])
    return np.column_stack(colors).astype(np.float64)


def calibrated_colors(samples: ColorSamples) -> ColorCalibration:
    """Return the thresholds with the fewest wrong pixels; white and field pixels are required.

    Saturation separates colorless from colored pixels, brightness separates white from black, and
    the range of the field's hues ends halfway to other colors.
    """
    for name in ("white", "field"):
        if len(samples.of(name)) == 0:
            raise ValueError(f"color calibration needs pixels of class '{name}'")
    gray = np.vstack((samples.of("white"), samples.of("black")))
    colored = np.vstack((samples.of("field"), samples.of("other")))
    colorless = _separating_threshold(_saturation(gray), _saturation(colored))
    white, black = samples.of("white")[:, 0], samples.of("black")[:, 0]
    darkest = float(np.quantile(white, 0.01))
    white_y = _separating_threshold(black, white) if len(black) else 0.8 * darkest
    clear = samples.of("field")[_saturation(samples.of("field")) >= colorless]
    return ColorCalibration(
        white_y=white_y,
        colorless=colorless,
        field_hue=_hues(_hue(clear), _hue(samples.of("other"))),
    )


def class_accuracies(samples: ColorSamples, calibration: ColorCalibration) -> Mapping[str, float]:
    """Return the fraction of the pixels of each class that is classified correctly."""
    values = np.array((calibration.white_y, calibration.colorless, *calibration.field_hue))
    return {
        name: float(np.mean(_classified(pixels, values) == CLASSES[name]))
        for name, pixels in samples.pixels.items()
        if len(pixels)
    }


@kernel
def _classified(pixels: FloatArray, calibration: Vec) -> ByteArray:
    classes = np.empty(pixels.shape[0], np.uint8)
    for i in range(pixels.shape[0]):
        classes[i] = color_class(pixels[i, 0], pixels[i, 1], pixels[i, 2], calibration)
    return classes


@kernel
def _chromas(pixels: FloatArray) -> FloatArray:
    """Return rows of blue and red chroma, each relative to brightness."""
    found = np.empty((pixels.shape[0], 2))
    for i in range(pixels.shape[0]):
        found[i, 0] = chroma(pixels[i, 0], pixels[i, 1])
        found[i, 1] = chroma(pixels[i, 0], pixels[i, 2])
    return found


def _saturation(pixels: FloatArray) -> Vec:
    chromas = _chromas(pixels)
    return np.hypot(chromas[:, 0], chromas[:, 1])


def _hue(pixels: FloatArray) -> Vec:
    chromas = _chromas(pixels)
    return np.arctan2(chromas[:, 1], chromas[:, 0])


def _separating_threshold(low: Vec, high: Vec) -> float:
    """Return the threshold with the smallest sum of both error rates, in the middle of the best."""
    first, last = np.quantile(np.concatenate((low, high)), (0.001, 0.999)).tolist()
    trials = np.linspace(first, last, 400)
    wrong = np.array([np.mean(low >= trial) + np.mean(high < trial) for trial in trials])
    best = trials[wrong <= wrong.min() + 1e-9]
    return float(0.5 * (best[0] + best[-1]))


def _hues(own: Vec, others: Vec) -> tuple[float, float]:
    """Return the range of the field's hues, with a margin that ends halfway to other colors."""
    middle = float(np.median(own))
    low, high = (float(value) for value in np.quantile(own, (0.005, 0.995)))
    margin = 0.25 * (high - low) + 0.05
    below, above = others[others < middle], others[others > middle]
    low_end = float(np.quantile(below, 0.95)) if len(below) else -np.inf
    high_end = float(np.quantile(above, 0.05)) if len(above) else np.inf
    margin_low = max(0.0, min(margin, 0.5 * (low - low_end)))
    margin_high = max(0.0, min(margin, 0.5 * (high_end - high)))
    return max(low - margin_low, -np.pi), min(high + margin_high, np.pi)
