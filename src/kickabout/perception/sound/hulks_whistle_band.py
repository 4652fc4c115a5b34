"""HULKs' whistle band: from a buffer of sound to whether its spectrum contains a whistle."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Sound = npt.NDArray[np.float32]
Magnitudes = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRules:
    """Frequency range of whistles, and their minimum loudness relative to the whole spectrum."""

    lowest: float  # Hz
    highest: float
    band: float  # Hz, width of the pieces into which the range is split
    band_factor: float  # minimum mean of a piece of a whistle over the mean of all
    whistle_factor: float  # minimum mean of a whistle over the mean of all
    min_magnitude: float  # mean magnitude of a whistle


def magnitudes(buffer: Sound) -> Magnitudes:
    """Return the magnitudes of the spectrum of a buffer under a Hann window, full scale 1."""
    window = np.hanning(len(buffer))
    spectrum: Magnitudes = np.abs(np.fft.rfft(buffer * window)) * 2.0 / window.sum()
    return spectrum


def has_whistle(spectrum: Magnitudes, rate: float, rules: BandRules) -> bool:
    """Return whether the band spanned by loud pieces is a whistle (HULKs 2021, 5.11)."""
    width = 0.5 * rate / (len(spectrum) - 1)  # Hz between lines
    first, last = round(rules.lowest / width), round(rules.highest / width)
    lines = max(1, round(rules.band / width))
    mean = float(spectrum.mean())
    pieces = [
        (start, min(start + lines, last))
        for start in range(first, min(last, len(spectrum)), lines)
        if spectrum[start : min(start + lines, last)].mean() > rules.band_factor * mean
    ]
    if not pieces:
        return False
    whistle = spectrum[pieces[0][0] : pieces[-1][1]]
    return float(whistle.mean()) > max(rules.whistle_factor * mean, rules.min_magnitude)
