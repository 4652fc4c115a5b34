"""Reference whistles: from recorded whistles to the resemblance of a window of sound."""

import functools
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import fft, signal
from scipy.io import wavfile

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.configuration import find_config

Sound = npt.NDArray[np.float32]
Bins = npt.NDArray[np.complex64]

DURATION = 0.128  # s of a window, BH19-MOD-24


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WhistleReference:
    """A recorded whistle; the length of its window depends on the sampling rate."""

    name: str
    conjugate: Bins  # of the spectrum of the window, scaled to peak 1, padded with zeros
    peak: float  # root of the largest autocorrelation


def reference_of(name: str, window: Sound) -> WhistleReference:
    """Return a reference from a recorded window, which must not be silent."""
    spectrum = padded_spectrum(window[None])[0]
    if not np.any(spectrum):
        raise ValueError(f"reference whistle '{name}' is silent; expected a recorded whistle")
    power = fft.irfft(spectrum * np.conj(spectrum), 2 * window.size)
    return WhistleReference(
        name=name, conjugate=np.conj(spectrum), peak=float(np.sqrt(np.max(np.abs(power))))
    )


def padded_spectrum(window: Sound) -> Bins:
    """Return spectra of channels scaled to peak 1, zero-padded against circular correlation."""
    loudest = np.max(np.abs(window), axis=1, keepdims=True)
    scaled = window / np.where(loudest > 0.0, loudest, 1.0)
    spectra: Bins = fft.rfft(scaled.astype(np.float32), 2 * window.shape[1], axis=1)
    return spectra


def resemblance(spectra: Bins, reference: WhistleReference) -> npt.NDArray[np.float32]:
    """Return for each channel 1 if it is the reference, its negative or shifted copy, else less."""
    size = 2 * (reference.conjugate.size - 1)
    correlation = fft.irfft(spectra * reference.conjugate, size, axis=1)
    values: npt.NDArray[np.float32] = np.sqrt(np.max(np.abs(correlation), axis=1)) / reference.peak
    return values


def window_size(rate: float) -> int:
    """Return the number of samples of a window."""
    return round(DURATION * rate)


def loudest_window(sound: Sound, rate: float) -> Sound:
    """Return the window of a recording that has the most power."""
    size = window_size(rate)
    if sound.size < size:
        raise ValueError(
            f"recording of {sound.size / rate:.3f} s is too short; expected at least {DURATION} s"
        )
    power = np.cumsum(np.concatenate((np.zeros(1), sound.astype(np.float64) ** 2)))
    begin = int(np.argmax(power[size:] - power[:-size]))
    return sound[begin : begin + size]


def save_recording(path: Path, window: Sound, rate: float) -> None:
    """Save a window as 16-bit WAV, scaled to peak 1."""
    peak = max(float(np.max(np.abs(window))), 1e-9)
    wavfile.write(path, round(rate), np.round(window / peak * 32767.0).astype(np.int16))


def load_recording(path: Path) -> tuple[Sound, float]:
    """Return the first channel of a WAV file and its rate."""
    if not path.is_file():
        raise ConfigurationError(
            f"recording {path} not found; create it with `kickabout calibrate whistle`"
        )
    rate, samples = wavfile.read(path)
    channel = samples if samples.ndim == 1 else samples[:, 0]
    scale = np.iinfo(channel.dtype).max if np.issubdtype(channel.dtype, np.integer) else 1.0
    return (channel / scale).astype(np.float32), float(rate)


def window_at_rate(sound: Sound, rate: float, wanted_rate: float) -> Sound:
    """Return the loudest window of a recording, resampled to another rate."""
    ratio = Fraction(round(wanted_rate), round(rate))
    if ratio != 1:
        sound = signal.resample_poly(sound, ratio.numerator, ratio.denominator).astype(np.float32)
    size = window_size(wanted_rate)
    if sound.size < size:
        sound = np.concatenate((sound, np.zeros(size - sound.size, np.float32)))
    return loudest_window(sound, wanted_rate)


@functools.cache
def known_reference(name: str, rate: float) -> WhistleReference:
    """Return a reference by its name; a user's own recording takes precedence."""
    path = find_config("whistles", name).with_suffix(".wav")
    return reference_of(name, window_at_rate(*load_recording(path), rate))
