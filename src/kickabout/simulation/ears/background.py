"""Background: from a seed to looped tables of murmur, fan, hiss and the robot's motors."""

import enum

import numpy as np
from numpy.typing import NDArray
from scipy import fft

from kickabout.simulation.ears.diffuse import diffuse_loop, microphone_response
from kickabout.simulation.ears.settings import Point
from kickabout.simulation.ears.signals import SYNTHESIS_RATE, Signal, Spectrum

Loop = NDArray[np.float32]  # (microphones, samples), unit power

_STEP_RATE = 4.0  # Hz, steps of a walking NAO; the gears and steps of all kinds sound alike


class Layer(enum.IntEnum):
    """Continuous sounds."""

    MURMUR = 0
    VOICES = 1  # a second murmur of another length
    FAN = 2
    HISS = 3  # of the microphones themselves
    MOTORS = 4


# s. They have no small common multiple, so that their sum repeats only after hours, and each is an
# integer number of samples at every rate.
_LENGTHS = {
    Layer.MURMUR: 7.3,
    Layer.VOICES: 5.9,
    Layer.FAN: 3.1,
    Layer.HISS: 2.3,
    Layer.MOTORS: 4.7,
}


class Background:
    """Loops of unit power for one arrangement of microphones at one rate, made when first used."""

    def __init__(self, *, rate: int, positions: tuple[Point, ...], seed: int) -> None:
        self._rate = rate
        self._positions = positions
        self._seed = seed
        self._loops: dict[Layer, Loop] = {}

    def loop(self, layer: Layer) -> Loop:
        if layer not in self._loops:
            self._loops[layer] = self._made(layer)
        return self._loops[layer]

    def _made(self, layer: Layer) -> Loop:
        random = np.random.default_rng([self._seed, 1, layer])
        duration = _LENGTHS[layer]
        match layer:
            case Layer.MURMUR | Layer.VOICES:
                voices = self._noise(duration, _talk, random=random)
                return _babbled(voices, duration, random=random)
            case Layer.FAN:
                return self._noise(duration, _fan, random=random)
            case Layer.HISS:
                # Electrical noise is uncorrelated, as at microphones a meter apart.
                apart = tuple((float(index), 0.0, 0.0) for index in range(len(self._positions)))
                return self._noise(duration, np.ones_like, random=random, positions=apart)
            case Layer.MOTORS:
                count = len(self._positions)
                return _motors(duration, rate=self._rate, microphones=count, random=random)

    def _noise(
        self,
        duration: float,
        spectrum: Spectrum,
        *,
        random: np.random.Generator,
        positions: tuple[Point, ...] = (),
    ) -> Loop:
        return diffuse_loop(
            duration,
            rate=self._rate,
            positions=positions or self._positions,
            spectrum=spectrum,
            random=random,
        )


def _talk(frequency: Signal) -> Signal:
    """Return the long-term spectrum of many voices: 9 dB less per octave above 1 kHz."""
    rising = (frequency / 250.0) ** 2 / (1.0 + (frequency / 250.0) ** 2)
    return rising / (1.0 + (frequency / 900.0) ** 3) ** 0.5


def _fan(frequency: Signal) -> Signal:
    """Return the spectrum of rushing air plus the hum of 7 blades at about 70 turns per second."""
    rush = 1.0 / (1.0 + (frequency / 700.0) ** 2) ** 0.5
    hum = sum(np.exp(-(((frequency - 490.0 * rank) / 4.0) ** 2)) / rank for rank in (1, 2, 3))
    return rush + 12.0 * hum


def _babbled(loop: Loop, duration: float, *, random: np.random.Generator) -> Loop:
    """Modulate the level of voices at the rates of syllables and of phrases."""
    samples = loop.shape[1]
    level = 1.0 + 0.2 * _closed_curve(samples, duration * 4.0, random=random)
    level *= 1.0 + 0.2 * _closed_curve(samples, duration * 0.6, random=random)
    return loop * level.astype(np.float32)


def _closed_curve(samples: int, waves: float, *, random: np.random.Generator) -> Signal:
    """Return a smooth periodic random curve of unit variance with up to `waves` waves."""
    bins = np.zeros(max(2, round(waves)) + 1, dtype=np.complex128)
    bins[1:] = random.standard_normal(bins.size - 1) + 1j * random.standard_normal(bins.size - 1)
    scale = 0.5 * samples / np.sqrt(bins.size - 1)
    curve: Signal = fft.irfft(scale * bins, samples)
    return curve


def _motors(duration: float, *, rate: int, microphones: int, random: np.random.Generator) -> Loop:
    """Return the whine of gears and the thumps of feet: one source, near all microphones."""
    samples = round(duration * SYNTHESIS_RATE)
    steps = round(duration * _STEP_RATE)
    sound = 2.0 * _thumps(samples, steps, random=random)
    for _ in range(5):
        sound += _whine(samples, steps, random=random)
    sound *= 1.0 / np.std(sound)
    bins = fft.rfft(sound)
    kept = round(duration * rate)
    frequency = np.arange(kept // 2) / duration
    bins = bins[: frequency.size] * microphone_response(frequency, rate) * (kept / samples)
    gains = 1.0 + 0.15 * random.standard_normal(microphones)
    loop: Loop = np.outer(gains, fft.irfft(bins, kept)).astype(np.float32)
    return loop


def _whine(samples: int, steps: int, *, random: np.random.Generator) -> Signal:
    """Return the sound of a joint that moves with the steps; speed sets pitch and loudness."""
    angle = 2.0 * np.pi * steps / 2 * np.arange(samples) / samples + random.uniform(0.0, 6.3)
    uneven = 1.0 + 0.15 * _closed_curve(samples, 3.0 * steps, random=random)
    speed = np.abs(np.sin(angle)) * uneven
    turns = np.cumsum(random.uniform(500.0, 1300.0) * (0.3 + 0.7 * speed)) / SYNTHESIS_RATE
    phase = 2.0 * np.pi * turns * (round(float(turns[-1])) / float(turns[-1]))
    grind = 1.0 + 0.5 * _closed_curve(samples, 60.0 * steps, random=random)
    tone = np.sin(phase) + 0.6 * np.sin(2.0 * phase) + 0.4 * np.sin(3.0 * phase)
    rattle = random.standard_normal(samples)
    return speed * (grind * tone + 0.5 * rattle)


def _thumps(samples: int, steps: int, *, random: np.random.Generator) -> Signal:
    """Return the sound of feet on the carpet: a dull knock per step."""
    time = np.arange(samples // steps) / SYNTHESIS_RATE
    sound = np.zeros(samples)
    for step in range(steps):
        begin = step * samples // steps
        pitch = random.uniform(90.0, 160.0)
        knock = np.sin(2.0 * np.pi * pitch * time) * np.exp(-time / 0.02)
        knock += 0.2 * random.standard_normal(time.size) * np.exp(-time / 0.006)
        sound[begin : begin + time.size] += random.uniform(0.6, 1.0) * knock
    return sound
