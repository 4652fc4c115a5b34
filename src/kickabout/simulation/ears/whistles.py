"""Referee whistles: from a kind and a seed to the dry sound pressure at 1 m."""

from dataclasses import dataclass

import numpy as np

from kickabout.simulation.ears.events import SoundKind
from kickabout.simulation.ears.signals import (
    Signal,
    at_level,
    colored_noise,
    fade,
    filtered,
    phase_of,
    seconds,
    wobble,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whistle:
    """The sound of one kind of whistle."""

    tones: tuple[float, ...]  # Hz, one per chamber
    weights: tuple[float, ...]  # amplitude of each tone
    level_db: float  # dB, sound pressure level at 1 m when blown hard
    trill_rate: float = 0.0  # Hz, how often the pea passes the slot
    trill_pitch: float = 0.0  # fraction of the pitch that changes with the pea
    trill_fade: float = 0.0  # fraction of the amplitude that the pea blocks
    breath: float  # amplitude of hiss relative to the tone
    slide: float  # fraction of the pitch that is missing without pressure
    drift: float  # fraction, slow variation of the pitch with the breath
    second: float  # strength of the squared tone: second harmonics, sums
    third: float  # strength of the cubed tone


# Level and trill between two pitches of the pea whistle follow a published measurement (103 dB at
# 1 m, with sliding begin and end); a pealess one reaches 115 dB when blown as hard as possible.
# 3.2 kHz: BH19-WHI-01; all main tones lie in the 2 to 4 kHz that detectors search.
WHISTLES: dict[SoundKind, Whistle] = {
    SoundKind.FOX40: Whistle(
        tones=(2950.0, 3200.0, 3370.0),
        weights=(0.55, 1.0, 0.7),
        level_db=108.0,
        breath=0.04,
        slide=0.12,
        drift=0.004,
        second=0.3,
        third=0.25,
    ),
    SoundKind.PEA: Whistle(
        tones=(2480.0,),
        weights=(1.0,),
        level_db=103.0,
        trill_rate=38.0,
        trill_pitch=0.07,
        trill_fade=0.55,
        breath=0.08,
        slide=0.2,
        drift=0.006,
        second=0.25,
        third=0.12,
    ),
    SoundKind.PLASTIC: Whistle(
        tones=(3480.0,),
        weights=(1.0,),
        level_db=98.0,
        breath=0.18,
        slide=0.15,
        drift=0.012,
        second=0.12,
        third=0.06,
    ),
}


def whistle_sound(
    kind: SoundKind,
    duration: float,
    *,
    specimen: np.random.Generator,
    blow: np.random.Generator,
) -> Signal:
    """Return one blow; `specimen` draws the tuning of this whistle, `blow` that of the blow."""
    whistle = WHISTLES[kind]
    time = seconds(duration)
    attack, release = blow.uniform(0.015, 0.045), blow.uniform(0.04, 0.09)
    pressure = fade(time, attack=attack, release=release)
    pressure *= 1.0 + 0.07 * wobble(time.size, 4.0, random=blow)
    pitch = np.exp(0.015 * specimen.standard_normal()) * _pitch(whistle, pressure, blow=blow)
    pea = _pea(whistle, time.size, specimen=specimen, blow=blow)
    pitch *= 1.0 + 0.5 * whistle.trill_pitch * pea
    amplitude = pressure * (1.0 - whistle.trill_fade * (0.5 - 0.5 * pea))
    blown = amplitude * _tones(whistle, pitch, specimen=specimen, blow=blow)
    blown += whistle.second * blown**2 + whistle.third * blown**3
    blown += whistle.breath * pressure * colored_noise(time.size, _hiss, random=blow)
    return at_level(filtered(blown, _radiated), whistle.level_db)


def _pitch(whistle: Whistle, pressure: Signal, *, blow: np.random.Generator) -> Signal:
    deficit = np.clip(1.0 - pressure, 0.0, 1.0)
    drift = whistle.drift * wobble(pressure.size, 5.0, random=blow)
    return 1.0 + 0.002 * blow.standard_normal() + drift - whistle.slide * deficit**2


def _pea(
    whistle: Whistle, count: int, *, specimen: np.random.Generator, blow: np.random.Generator
) -> Signal:
    """Return the pea's position, which swings irregularly between -1 (in the slot) and 1."""
    if whistle.trill_rate == 0.0:
        return np.ones(count)
    rate = whistle.trill_rate * (1.0 + 0.1 * specimen.standard_normal())
    phase = phase_of(rate * (1.0 + 0.18 * wobble(count, 12.0, random=blow)))
    return np.tanh(2.5 * np.sin(phase + blow.uniform(0.0, 2.0 * np.pi)))


def _tones(
    whistle: Whistle,
    pitch: Signal,
    *,
    specimen: np.random.Generator,
    blow: np.random.Generator,
) -> Signal:
    """Return the sum of the chambers, each with a flutter that widens its spectral line."""
    total = np.zeros(pitch.size)
    for frequency, weight in zip(whistle.tones, whistle.weights, strict=True):
        own = frequency * (1.0 + 0.006 * specimen.standard_normal())
        flutter = 1.0 + whistle.breath * wobble(pitch.size, 150.0, random=blow)
        start = blow.uniform(0.0, 2.0 * np.pi)
        total += weight * flutter * np.sin(phase_of(own * pitch) + start)
    return total / sum(whistle.weights)


def _hiss(frequency: Signal) -> Signal:
    """Return the spectrum of turbulent air, strongest in the octave of whistles."""
    return np.where(frequency > 800.0, 1.0 / (1.0 + ((frequency - 3400.0) / 2600.0) ** 2), 0.0)


def _radiated(frequency: Signal) -> Signal:
    """Return the radiation of a small source: no low difference tones of the chambers."""
    ratio = (frequency / 1200.0) ** 4
    return ratio / (1.0 + ratio)
