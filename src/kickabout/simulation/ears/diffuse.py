"""Diffuse sound: noise that is correlated between microphones as in a diffuse field."""

import numpy as np
from numpy.typing import NDArray
from scipy import fft

from kickabout.simulation.ears.settings import SPEED_OF_SOUND, Point
from kickabout.simulation.ears.signals import Signal, Spectrum

BAND = 14_000.0  # Hz; the microphones record nothing above
_GRID = 129  # number of frequencies at which the mixing is computed exactly


def microphone_response(frequency: Signal, rate: int) -> Signal:
    """Return magnitudes of a NAO's microphone (100 Hz to 10 kHz) and the converter's low pass."""
    low = (frequency / 100.0) ** 2
    high = (frequency / 10_000.0) ** 16
    converter = np.clip((0.5 * rate - frequency) / (0.06 * rate), 0.0, 1.0)
    return low / np.sqrt(1.0 + low**2) / np.sqrt(1.0 + high**2) * converter


def diffuse_bins(
    frequency: Signal, positions: tuple[Point, ...], *, random: np.random.Generator
) -> NDArray[np.complex64]:
    """Return white spectra of all microphones, correlated as in a spherically isotropic field.

    Two microphones at distance d have a coherence of sin(kd)/kd: high at low frequencies, low in
    the band of whistles. The factor of that matrix is computed on a coarse grid and interpolated.
    """
    grid = np.linspace(0.0, BAND, _GRID)
    mixing = _mixing(grid, positions)
    position = np.minimum(frequency / BAND * (_GRID - 1), _GRID - 1.001)
    index = position.astype(np.int64)
    fraction = (position - index).astype(np.float32)
    count = len(positions)
    white = random.standard_normal((2, count, frequency.size), dtype=np.float32)
    bins = np.zeros((count, frequency.size), dtype=np.complex64)
    for row in range(count):
        for column in range(row + 1):
            entry = mixing[:, row, column]
            weight = entry[index] + fraction * (entry[index + 1] - entry[index])
            bins[row] += weight * (white[0, column] + 1j * white[1, column])
    return bins


def _mixing(grid: Signal, positions: tuple[Point, ...]) -> NDArray[np.float32]:
    points = np.array(positions)
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    # numpy's sinc carries the π: sin(2πfd/c) / (2πfd/c)
    shared = np.sinc(2.0 * grid[:, None, None] * distance / SPEED_OF_SOUND)
    shared += 1e-4 * np.eye(len(positions))
    return np.linalg.cholesky(shared).astype(np.float32)


def diffuse_loop(
    duration: float,
    *,
    rate: int,
    positions: tuple[Point, ...],
    spectrum: Spectrum,
    random: np.random.Generator,
) -> NDArray[np.float32]:
    """Return noise of unit power for all microphones that can be repeated without a seam.

    The same seed gives the same noise at each rate, without the bins above its band.
    """
    all_bins = round(duration * BAND)
    frequency = np.arange(all_bins) / duration
    magnitudes = spectrum(frequency)
    bins = diffuse_bins(frequency, positions, random=random)
    samples = round(duration * rate)
    scale = 0.5 * samples / np.sqrt(np.sum(magnitudes**2))
    bins *= (scale * magnitudes * microphone_response(frequency, rate)).astype(np.float32)
    kept = min(all_bins, samples // 2)
    loop: NDArray[np.float32] = fft.irfft(bins[:, :kept], samples, axis=1)
    return loop
