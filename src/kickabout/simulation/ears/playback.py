"""Playback: from an event to tables that can be read at any delay."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import fft

from kickabout.simulation.ears.diffuse import diffuse_bins, microphone_response
from kickabout.simulation.ears.events import WHISTLES, SoundEvent, SoundKind
from kickabout.simulation.ears.hall import (
    FAR,
    Echoes,
    air_gain,
    echoes,
    tail_envelope,
    tail_path,
)
from kickabout.simulation.ears.people import (
    cheering_sound,
    clapping_sound,
    music_sound,
    speech_sound,
)
from kickabout.simulation.ears.settings import Hall, Point
from kickabout.simulation.ears.signals import SYNTHESIS_RATE, Signal
from kickabout.simulation.ears.whistles import whistle_sound

PADDING = 0.01  # s of silence around a sound, for the ringing of its filters

_TABLE_RATE = 88_200  # Hz, minimum for tables that are read with fractional delay
_BLOCK = 480  # samples at SYNTHESIS_RATE that are an integer number of samples at every rate

_DURATIONS: dict[SoundKind, tuple[float, float]] = {
    SoundKind.FOX40: (0.4, 1.2),
    SoundKind.PEA: (0.4, 1.2),
    SoundKind.PLASTIC: (0.3, 1.0),
    SoundKind.CLAPPING: (1.5, 4.0),
    SoundKind.CHEERING: (1.0, 2.5),
    SoundKind.MUSIC: (2.5, 4.0),
    SoundKind.SPEECH: (1.0, 3.0),
}
_SOUNDS = {
    SoundKind.CLAPPING: clapping_sound,
    SoundKind.CHEERING: cheering_sound,
    SoundKind.MUSIC: music_sound,
    SoundKind.SPEECH: speech_sound,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Playback:
    """Tables of one event for one sampling rate. Pressures are in Pa at 1 m."""

    near: NDArray[np.float32]  # the dry sound, oversampled, after PADDING
    far: NDArray[np.float32]  # the same after FAR meters of air
    tails: NDArray[np.float32]  # (microphones, samples) diffuse reverberation
    echoes: Echoes


def drawn_duration(event: SoundEvent, seed: int) -> float:
    """Return a random duration for an event without one."""
    shortest, longest = _DURATIONS[event.kind]
    return float(_stream(event, seed, purpose=0).uniform(shortest, longest))


def dry_sound(event: SoundEvent, seed: int) -> Signal:
    """Return the sound without the hall at 1 m, at SYNTHESIS_RATE."""
    random = _stream(event, seed, purpose=1)
    if event.kind in WHISTLES:
        # A scene has one whistle of each kind, so that robots can recognize it after one blow.
        specimen = np.random.default_rng([seed, 6, WHISTLES.index(event.kind)])
        sound = whistle_sound(event.kind, event.duration, specimen=specimen, blow=random)
    else:
        sound = _SOUNDS[event.kind](event.duration, random)
    return event.strength * sound


def _stream(event: SoundEvent, seed: int, *, purpose: int) -> np.random.Generator:
    kind = list(SoundKind).index(event.kind)
    return np.random.default_rng([seed, 2, kind, event.seed, purpose])


class Recorder:
    """Makes playbacks for one hall and one arrangement of microphones at one rate."""

    def __init__(self, hall: Hall, *, positions: tuple[Point, ...], rate: int, seed: int) -> None:
        self.hall = hall
        self.rate = rate
        self.seed = seed
        self.step = oversampling(rate)
        self.channels = len(positions)
        self._response = _tail_response(hall, positions, seed=seed)
        self._response_bins: dict[int, NDArray[np.complex64]] = {}

    def playback(self, event: SoundEvent) -> Playback:
        sound, padding = dry_sound(event, self.seed), round(PADDING * SYNTHESIS_RATE)
        dry = np.pad(_single(sound), padding)
        size = _BLOCK * fft.next_fast_len(-(-dry.size // _BLOCK), real=True)
        frequency = fft.rfftfreq(size, 1.0 / SYNTHESIS_RATE)
        bins = fft.rfft(dry, size) * _single(microphone_response(frequency, self.rate))
        muffled = bins * _single(air_gain(frequency, FAR))
        return Playback(
            near=_resampled(bins, size=size, rate=self.step * self.rate),
            far=_resampled(muffled, size=size, rate=self.step * self.rate),
            tails=self._tails(dry),
            echoes=echoes(self.hall, event.position_in_field),
        )

    def _tails(self, dry: NDArray[np.float32]) -> NDArray[np.float32]:
        if not self.hall.reverberant:
            return np.zeros((self.channels, 0), dtype=np.float32)
        size = _convolution_size(dry.size + self._response.shape[1])
        if size not in self._response_bins:
            self._response_bins[size] = self._filtered_response(size)
        bins = fft.rfft(dry, size) * self._response_bins[size]
        return _resampled(bins, size=size, rate=self.rate)

    def _filtered_response(self, size: int) -> NDArray[np.complex64]:
        frequency = fft.rfftfreq(size, 1.0 / SYNTHESIS_RATE)
        gain = microphone_response(frequency, self.rate) * air_gain(frequency, tail_path(self.hall))
        bins: NDArray[np.complex64] = fft.rfft(self._response, size, axis=1) * _single(gain)
        return bins


def oversampling(rate: int) -> int:
    """Return table samples per sample, for an error of cubic interpolation below 1e-4."""
    return -(-_TABLE_RATE // rate)


def _single(values: Signal) -> NDArray[np.float32]:
    return values.astype(np.float32)


def _resampled(bins: NDArray[np.complex64], *, size: int, rate: int) -> NDArray[np.float32]:
    """Return the signal at another rate than that of synthesis; bins end below both bands."""
    samples = size * rate // SYNTHESIS_RATE
    kept = bins[..., : samples // 2 + 1] * np.float32(rate / SYNTHESIS_RATE)
    table: NDArray[np.float32] = fft.irfft(kept, samples, axis=-1)
    return table


def _convolution_size(count: int) -> int:
    """Return one of few sizes, so that the spectrum of the hall is computed few times."""
    blocks = 128
    while blocks * _BLOCK < count:
        blocks = blocks * 3 // 2 if blocks & (blocks - 1) == 0 else blocks * 4 // 3
    return blocks * _BLOCK


def _tail_response(hall: Hall, positions: tuple[Point, ...], *, seed: int) -> NDArray[np.float32]:
    """Return impulse responses of the diffuse reverberation, one per microphone."""
    envelope = tail_envelope(hall)
    size = fft.next_fast_len(envelope.size, real=True)
    frequency = fft.rfftfreq(size, 1.0 / SYNTHESIS_RATE)
    bins = diffuse_bins(frequency, positions, random=np.random.default_rng([seed, 3]))
    noise: NDArray[np.float32] = fft.irfft(bins * np.float32((size / 2) ** 0.5), size, axis=1)
    return noise[:, : envelope.size] * _single(envelope)
