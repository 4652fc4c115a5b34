"""Sound direction: from several channels to the loudness of each direction."""

import math

import numpy as np
import numpy.typing as npt
from scipy import fft

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray
from kickabout.perception.sound.sound_geometry import pair_delays

Sound = npt.NDArray[np.float32]  # channel × sample
Pairs = tuple[tuple[int, int], ...]

BINS = 60  # number of the loudest frequencies that are used


def delay_and_sum(
    sound: Sound, *, rate: float, microphones: FloatArray, pairs: Pairs, toward: FloatArray
) -> FloatArray:
    """Return the mean energy of pairs, one channel delayed for each direction (BH19-WHI-03, 04).

    Channels are normalized to the same power first, as the head shades some of them. A single pair
    is ambiguous; only the true direction is loud in all pairs.
    """
    level = np.sqrt(np.mean(sound.astype(np.float64) ** 2, axis=1, keepdims=True))
    even = (sound / np.maximum(level, 1e-9)).astype(np.float64)
    delays = pair_delays(microphones, pairs, toward) * rate
    energies = np.zeros(len(toward))
    for column, (first, second) in enumerate(pairs):
        energies += _summed_energies(even[first], even[second], delays[:, column])
    return energies / len(pairs)


@kernel
def _summed_energies(first: FloatArray, second: FloatArray, delays: FloatArray) -> FloatArray:
    """Return energies of the first channel plus the second one shifted by delays in samples."""
    energies = np.empty(delays.shape[0])
    margin = math.ceil(np.max(np.abs(delays))) + 1
    for i in range(delays.shape[0]):
        whole = math.floor(delays[i])
        fraction = delays[i] - whole
        total = 0.0
        for k in range(margin, first.shape[0] - margin - 1):
            later = (1.0 - fraction) * second[k + whole] + fraction * second[k + whole + 1]
            total += (first[k] + later) ** 2
        energies[i] = total / max(first.shape[0] - 2 * margin - 1, 1)
    return energies


def phase_transform(
    sound: Sound,
    *,
    rate: float,
    band: tuple[float, float],
    microphones: FloatArray,
    pairs: Pairs,
    toward: FloatArray,
) -> FloatArray:
    """Return the mean agreement of the pairs' time differences with each direction, -1 to 1.

    Time differences are derived from phases alone (GCC-PHAT) of the loud bins of the band.
    Several tones and their harmonics remove the ambiguity of a single one.
    """
    spectra = fft.rfft(sound.astype(np.float64), axis=1)
    frequency = fft.rfftfreq(sound.shape[1], 1.0 / rate)
    power = np.mean(np.abs(spectra) ** 2, axis=0)
    inside = (frequency >= band[0]) & (frequency <= band[1])
    loud = np.flatnonzero(inside & (power > 20.0 * np.median(power[inside])))
    if len(loud) == 0:
        return np.zeros(len(toward))
    loud = loud[np.argsort(-power[loud], kind="stable")[:BINS]]
    weights = np.sqrt(power[loud])
    weights /= weights.sum()
    delays = pair_delays(microphones, pairs, toward)
    agreement = np.zeros(len(toward))
    for column, (first, second) in enumerate(pairs):
        cross = spectra[first, loud] * np.conj(spectra[second, loud])
        cross *= weights / np.maximum(np.abs(cross), 1e-30)
        agreement += _agreements(cross, 2.0 * np.pi * frequency[loud], delays[:, column])
    return agreement / len(pairs)


@kernel
def _agreements(
    cross: npt.NDArray[np.complex128], turns: FloatArray, delays: FloatArray
) -> FloatArray:
    """Return the agreement of cross spectra with each delay in s."""
    values = np.zeros(delays.shape[0])
    for i in range(delays.shape[0]):
        for k in range(turns.shape[0]):
            phase = turns[k] * delays[i]
            values[i] += cross[k].real * math.cos(phase) + cross[k].imag * math.sin(phase)
    return values


def peak_direction(azimuths: FloatArray, loudness: FloatArray) -> tuple[float, float]:
    """Return the loudest direction in rad, interpolated, and its loudness relative to others.

    The second value is the loudness at the peak over that of the best direction more than 40°
    away, both above the mean: if it is 1, two directions are equally likely.
    """
    best = int(np.argmax(loudness))
    before, at, after = loudness[best - 1], loudness[best], loudness[(best + 1) % len(loudness)]
    bend = before - 2.0 * at + after
    shift = 0.5 * (before - after) / bend if bend < 0.0 else 0.0
    step = float(azimuths[1] - azimuths[0])
    apart = np.abs(np.angle(np.exp(1j * (azimuths - azimuths[best]))))
    mean = float(loudness.mean())
    other = float(loudness[apart > math.radians(40.0)].max()) - mean
    return float(azimuths[best]) + shift * step, (at - mean) / max(other, 1e-9)
