"""Reference whistles: from recorded whistles to how much a window of sound resembles each."""

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
    """A whistle to compare with; the window's length goes with the sampling rate."""

    name: str
    conjugate: Bins  # spectrum of the window of peak 1 and as many zeros
    peak: float  # root of the largest autocorrelation


def reference_of(name: str, window: Sound) -> WhistleReference:
    """From a recorded window, which must not be silent."""
    spectrum = padded_spectrum(window[None])[0]
    if not np.any(spectrum):
        raise ValueError(f"reference whistle '{name}' is silent")
    power = fft.irfft(spectrum * np.conj(spectrum), 2 * window.size)
    return WhistleReference(
        name=name, conjugate=np.conj(spectrum), peak=float(np.sqrt(np.max(np.abs(power))))
    )


def padded_spectrum(window: Sound) -> Bins:
    """Spectra of channels brought to peak 1, with zeros appended against wrapping around."""
    loudest = np.max(np.abs(window), axis=1, keepdims=True)
    scaled = window / np.where(loudest > 0.0, loudest, 1.0)
    spectra: Bins = fft.rfft(scaled.astype(np.float32), 2 * window.shape[1], axis=1)
    return spectra


def resemblance(spectra: Bins, reference: WhistleReference) -> npt.NDArray[np.float32]:
    """1 for the reference itself, its negative, or a shifted copy; one value a channel."""
    size = 2 * (reference.conjugate.size - 1)
    correlation = fft.irfft(spectra * reference.conjugate, size, axis=1)
    values: npt.NDArray[np.float32] = np.sqrt(np.max(np.abs(correlation), axis=1)) / reference.peak
    return values


def window_size(rate: float) -> int:
    return round(DURATION * rate)


def loudest_window(sound: Sound, rate: float) -> Sound:
    """The part of a recording, of the length of a window, that has the most power."""
    size = window_size(rate)
    if sound.size < size:
        raise ValueError(f"a recording of {sound.size / rate:.3f} s is shorter than {DURATION} s")
    power = np.cumsum(np.concatenate((np.zeros(1), sound.astype(np.float64) ** 2)))
    begin = int(np.argmax(power[size:] - power[:-size]))
    return sound[begin : begin + size]


def save_recording(path: Path, window: Sound, rate: float) -> None:
    """As WAV with 16 bits, brought to peak 1."""
    peak = max(float(np.max(np.abs(window))), 1e-9)
    wavfile.write(path, round(rate), np.round(window / peak * 32767.0).astype(np.int16))


def load_recording(path: Path) -> tuple[Sound, float]:
    """First channel of a WAV file and its rate."""
    if not path.is_file():
        raise ConfigurationError(f"{path} is missing; `kickabout calibrate whistle` makes it")
    rate, samples = wavfile.read(path)
    channel = samples if samples.ndim == 1 else samples[:, 0]
    scale = np.iinfo(channel.dtype).max if np.issubdtype(channel.dtype, np.integer) else 1.0
    return (channel / scale).astype(np.float32), float(rate)


def window_at_rate(sound: Sound, rate: float, wanted_rate: float) -> Sound:
    """The loudest window of a recording as it sounds at another sampling rate."""
    ratio = Fraction(round(wanted_rate), round(rate))
    if ratio != 1:
        sound = signal.resample_poly(sound, ratio.numerator, ratio.denominator).astype(np.float32)
    size = window_size(wanted_rate)
    if sound.size < size:
        sound = np.concatenate((sound, np.zeros(size - sound.size, np.float32)))
    return loudest_window(sound, wanted_rate)


@functools.cache
def known_reference(name: str, rate: float) -> WhistleReference:
    """A shipped reference, or a user's own one of that name."""
    path = find_config("whistles", name).with_suffix(".wav")
    return reference_of(name, window_at_rate(*load_recording(path), rate))
