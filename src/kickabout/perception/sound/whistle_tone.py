"""Whistle tones: from a window of sound to the power and flatness of its loudest band."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import fft, signal

from kickabout.framework.compilation import kernel

Sound = npt.NDArray[np.float32]  # channel × sample, full scale ±1
Spectra = npt.NDArray[np.float32]  # channel × frequency


@dataclass(frozen=True, slots=True, kw_only=True)
class Tone:
    """The loudest narrow band of a window, one value per channel."""

    fraction: Spectra  # 0 … 1, of all power that is in the band
    flatness: Spectra  # geometric over arithmetic mean of the band: 0 for lines, 0.56 for noise
    frequency: Spectra  # Hz, center of gravity of the band


class Decimator:
    """Low-pass filter that keeps every n-th sample, continuously over blocks."""

    def __init__(self, factor: int, *, channels: int) -> None:
        self.factor = factor
        length = 16 * factor + 1
        taps = signal.firwin(length, 0.92 / factor) if factor > 1 else np.ones(1)
        self._taps = taps.astype(np.float32)
        self._rest = np.zeros((channels, len(taps) - 1), np.float32)

    def __call__(self, samples: Sound) -> Sound:
        joined = np.concatenate((self._rest, samples), axis=1)
        count = max((joined.shape[1] - len(self._taps)) // self.factor + 1, 0)
        self._rest = joined[:, count * self.factor :]
        return _filtered(joined, self._taps, self.factor, count)


@kernel
def _filtered(samples: Sound, taps: Spectra, factor: int, count: int) -> Sound:
    kept = np.empty((samples.shape[0], count), np.float32)
    for channel in range(samples.shape[0]):
        for i in range(count):
            total = np.float32(0.0)
            begin = i * factor
            for k in range(taps.shape[0]):
                total += taps[k] * samples[channel, begin + k]
            kept[channel, i] = total
    return kept


def power_spectra(window: Sound) -> Spectra:
    """Return the power in each bin under a Hann window."""
    hann = signal.windows.hann(window.shape[1], sym=False).astype(np.float32)
    bins = fft.rfft(window * hann, axis=1)
    spectra: Spectra = bins.real**2 + bins.imag**2
    return spectra


def loudest_tone(
    spectra: Spectra,
    *,
    bin_width: float,
    band: tuple[float, float],
    width: float,
    lowest: float,
) -> Tone:
    """Return the loudest part of `width` Hz within the band; power below `lowest` Hz is ignored.

    A whistle has its lines, trill and breath within some hundred Hz; nothing else in a hall has
    most of its power in such a narrow band.
    """
    first, last = round(band[0] / bin_width), round(band[1] / bin_width)
    bins, begin = max(round(width / bin_width), 1), round(lowest / bin_width)
    last = min(last, spectra.shape[1])
    fraction, flatness, frequency = _loudest(spectra, first, last, bins, begin, bin_width)
    return Tone(fraction=fraction, flatness=flatness, frequency=frequency)


@kernel
def _loudest(
    spectra: Spectra, first: int, last: int, bins: int, begin: int, bin_width: float
) -> tuple[Spectra, Spectra, Spectra]:
    channels = spectra.shape[0]
    fractions, flatness = np.zeros(channels, np.float32), np.ones(channels, np.float32)
    centers = np.zeros(channels, np.float32)
    for channel in range(channels):
        total = 0.0
        for i in range(begin, spectra.shape[1]):
            total += spectra[channel, i]
        if total <= 0.0 or last - first <= bins:
            continue
        power = 0.0
        for i in range(first, first + bins):
            power += spectra[channel, i]
        max_power, start = power, first
        for i in range(first + bins, last):
            power += spectra[channel, i] - spectra[channel, i - bins]
            if power > max_power:
                max_power, start = power, i - bins + 1
        logarithms, weighted = 0.0, 0.0
        for i in range(start, start + bins):
            logarithms += np.log(spectra[channel, i] + 1e-12 * total)
            weighted += spectra[channel, i] * i
        if max_power > 0.0:
            fractions[channel] = max_power / total
            flatness[channel] = np.exp(logarithms / bins) / (max_power / bins)
            centers[channel] = weighted / max_power * bin_width
    return fractions, flatness, centers
