"""Signals for synthesized sounds: noise with a spectrum, slow random curves, pulses, levels."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import fft

Signal = NDArray[np.float64]
Spectrum = Callable[[Signal], Signal]  # frequencies in Hz to magnitudes

SYNTHESIS_RATE = 48_000  # Hz, of all dry sounds
_REFERENCE_PRESSURE = 20e-6  # Pa, 0 dB of sound pressure level


def pascals(level_db: float) -> float:
    """Return the root mean square of the sound pressure at a sound pressure level."""
    return float(_REFERENCE_PRESSURE * 10.0 ** (level_db / 20.0))


def seconds(duration: float) -> Signal:
    """Return the times of all samples of a sound."""
    return np.arange(round(duration * SYNTHESIS_RATE)) / SYNTHESIS_RATE


def at_level(sound: Signal, level_db: float) -> Signal:
    """Return the sound, scaled so that its louder parts have the level."""
    power = sound * sound
    loud = power > 0.1 * np.mean(power)
    reference = float(np.sqrt(np.mean(power[loud]))) if np.any(loud) else 1.0
    return sound * (pascals(level_db) / reference)


def colored_noise(count: int, spectrum: Spectrum, *, random: np.random.Generator) -> Signal:
    """Return Gaussian noise with a magnitude spectrum and unit power."""
    size = fft.next_fast_len(count, real=True)
    bins = fft.rfft(random.standard_normal(size))
    bins *= spectrum(fft.rfftfreq(size, 1.0 / SYNTHESIS_RATE))
    noise: Signal = fft.irfft(bins, size)[:count]
    noise /= np.sqrt(np.mean(noise * noise))
    return noise


def wobble(count: int, cutoff: float, *, random: np.random.Generator) -> Signal:
    """Return a smooth random curve of unit variance that changes `cutoff` times per second."""
    knots = 4 + int(np.ceil(count / SYNTHESIS_RATE * 2.0 * cutoff))
    values = random.standard_normal(knots)
    position = np.arange(count) * (2.0 * cutoff / SYNTHESIS_RATE) + 1.0
    index = position.astype(np.int64)
    fraction = position - index
    # Cubic B-spline through random control points: two smooth derivatives, cheap, no ringing.
    weights = (
        (1.0 - fraction) ** 3,
        3.0 * fraction**3 - 6.0 * fraction**2 + 4.0,
        -3.0 * fraction**3 + 3.0 * fraction**2 + 3.0 * fraction + 1.0,
        fraction**3,
    )
    curve = np.zeros(count)
    for offset, weight in enumerate(weights):
        curve += weight * values[index - 1 + offset]
    return curve * (1.45 / 6.0)  # the spline's mean variance is 1 / 1.45² of its control points'


def fade(time: Signal, *, attack: float, release: float) -> Signal:
    """Return an envelope from 0 to 1 to 0 with smooth ends, over the whole sound."""
    end = time[-1] if time.size else 0.0
    rising = np.clip(time / attack, 0.0, 1.0)
    falling = np.clip((end - time) / release, 0.0, 1.0)
    edge = np.minimum(rising, falling)
    return edge * edge * (3.0 - 2.0 * edge)


def phase_of(frequency: Signal) -> Signal:
    """Return the phase in rad of a tone whose frequency changes."""
    return np.cumsum(frequency) * (2.0 * np.pi / SYNTHESIS_RATE)


def pulses(phase: Signal, sharpness: float) -> Signal:
    """Return one pulse per period, like a voice; sharper pulses have more harmonics."""
    train: Signal = np.exp(sharpness * (np.cos(phase) - 1.0))
    train -= np.mean(train)
    return train


def resonances(centers: tuple[float, ...], widths: tuple[float, ...], *, tilt: float) -> Spectrum:
    """Return a spectrum with peaks over a floor that falls with frequency, as of a mouth."""

    def spectrum(frequency: Signal) -> Signal:
        total = np.zeros_like(frequency)
        for rank, (center, width) in enumerate(zip(centers, widths, strict=True)):
            total += 0.7**rank / (1.0 + ((frequency - center) / (width / 2.0)) ** 2)
        return (total + 0.02) / (1.0 + frequency / 500.0) ** tilt

    return spectrum


def filtered(sound: Signal, spectrum: Spectrum) -> Signal:
    """Return the sound with its spectrum multiplied by magnitudes."""
    size = fft.next_fast_len(sound.size + SYNTHESIS_RATE // 50, real=True)
    bins = fft.rfft(sound, size) * spectrum(fft.rfftfreq(size, 1.0 / SYNTHESIS_RATE))
    result: Signal = fft.irfft(bins, size)[: sound.size]
    return result
