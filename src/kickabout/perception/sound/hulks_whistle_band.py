"""Whistle band: from a buffer of sound to whether a part of its spectrum is a whistle's."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Sound = npt.NDArray[np.float32]
Magnitudes = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRules:
    """Where a whistle is looked for, and how loud it has to be against all the rest."""

    lowest: float  # Hz
    highest: float
    band: float  # Hz, width of the pieces that the range is cut into
    band_factor: float  # of a piece's mean to the mean of all, to be part of a whistle
    whistle_factor: float  # of the whistle's mean to the mean of all
    least: float  # mean magnitude of the quietest whistle


def magnitudes(buffer: Sound) -> Magnitudes:
    """Of the spectrum of a buffer under a Hann window, full scale 1."""
    window = np.hanning(len(buffer))
    spectrum: Magnitudes = np.abs(np.fft.rfft(buffer * window)) * 2.0 / window.sum()
    return spectrum


def has_whistle(spectrum: Magnitudes, rate: float, rules: BandRules) -> bool:
    """Loud pieces of the range span a band; its mean decides (HULKs 2021, 5.11)."""
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
    return float(whistle.mean()) > max(rules.whistle_factor * mean, rules.least)
