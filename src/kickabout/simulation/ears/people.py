"""Sounds of people: from a seed to dry clapping, cheering, speech and music."""

import numpy as np

from kickabout.simulation.ears.signals import (
    SYNTHESIS_RATE,
    Signal,
    at_level,
    colored_noise,
    fade,
    filtered,
    phase_of,
    pulses,
    resonances,
    seconds,
    wobble,
)

_PENTATONIC = (0, 3, 5, 7, 10, 12)  # semitones, minor


def clapping_sound(duration: float, random: np.random.Generator) -> Signal:
    """Return the clapping of a group, with a pace and a sound per person."""
    from scipy import signal  # slow to import, and most matches have no clapping

    count = seconds(duration).size
    sound = np.zeros(count)
    for _ in range(6):
        strokes = np.zeros(count)
        for _ in range(int(random.integers(2, 6))):
            _clap_along(strokes, random)
        sound += signal.oaconvolve(strokes, _clap(random))[:count]
    envelope = fade(seconds(duration), attack=min(0.5, duration / 3), release=duration / 2)
    return at_level(sound * envelope, 86.0)


def _clap_along(strokes: Signal, random: np.random.Generator) -> None:
    pace = random.uniform(3.0, 5.0)
    moments = np.arange(random.uniform(0.0, 1.0 / pace), strokes.size / SYNTHESIS_RATE, 1.0 / pace)
    moments += 0.015 * random.standard_normal(moments.size)
    index = np.clip(moments * SYNTHESIS_RATE, 0, strokes.size - 1).astype(np.int64)
    strokes[index] += random.lognormal(0.0, 0.4) * random.uniform(0.6, 1.2, index.size)


def _clap(random: np.random.Generator) -> Signal:
    """Return a clap of one pair of hands: 10 ms of noise around 0.7 to 2.2 kHz."""
    time = seconds(0.03)
    center = random.uniform(700.0, 2200.0)
    hands = resonances((center,), (0.9 * center,), tilt=0.5)
    noise = colored_noise(time.size, hands, random=random)
    return noise * np.exp(-time / random.uniform(0.002, 0.005))


def cheering_sound(duration: float, random: np.random.Generator) -> Signal:
    """Return an open vowel of many voices, and a few shrieks that reach the whistle band."""
    time = seconds(duration)
    swell = fade(time, attack=0.3 * duration, release=0.5 * duration)
    choir = np.zeros(time.size)
    for _ in range(12):
        pitch = random.uniform(150.0, 420.0) * (1.0 + 0.25 * swell * random.uniform(0.3, 1.0))
        pitch *= 1.0 + 0.015 * wobble(time.size, 6.0, random=random)
        choir += random.uniform(0.5, 1.0) * pulses(phase_of(pitch), 40.0)
    vowel = resonances((820.0, 1250.0, 2700.0, 3400.0), (160.0, 220.0, 320.0, 400.0), tilt=0.6)
    breath = colored_noise(time.size, vowel, random=random)
    shouts = filtered(choir, vowel)
    sound = shouts / np.std(shouts) + 0.7 * breath
    for _ in range(int(random.integers(1, 4))):
        sound += _shriek(time, random)
    return at_level(sound * swell, 94.0)


def _shriek(time: Signal, random: np.random.Generator) -> Signal:
    """Return a high voice that slides up and down; its first harmonic is similar to a whistle."""
    center = random.uniform(0.25, 0.75) * time[-1]
    width = random.uniform(0.08, 0.25)
    bump = np.exp(-(((time - center) / width) ** 2))
    vibrato = 1.0 + 0.03 * np.sin(2.0 * np.pi * random.uniform(6.0, 9.0) * time)
    phase = phase_of(random.uniform(900.0, 1500.0) * (1.0 + 0.6 * bump) * vibrato)
    voice: Signal = np.sin(phase) + 0.5 * np.sin(2.0 * phase) + 0.2 * np.sin(3.0 * phase)
    voice *= random.uniform(0.3, 1.0) * bump
    return voice


def speech_sound(duration: float, random: np.random.Generator) -> Signal:
    """Return random syllables: a voice through changing mouth shapes, hissing consonants."""
    time = seconds(duration)
    base = random.uniform(95.0, 210.0)
    voice = pulses(phase_of(base * (1.0 + 0.12 * wobble(time.size, 2.0, random=random))), 150.0)
    sound = np.zeros(time.size)
    begin = 0
    while begin < time.size:
        length = min(round(random.uniform(0.12, 0.3) * SYNTHESIS_RATE), time.size - begin)
        piece = slice(begin, begin + length)
        sound[piece] += _syllable(voice[piece], random)
        begin += length + round(random.uniform(0.0, 0.1) * SYNTHESIS_RATE)
    return at_level(sound * fade(time, attack=0.02, release=0.05), 80.0)


def _syllable(voice: Signal, random: np.random.Generator) -> Signal:
    first, second = random.uniform(280.0, 800.0), random.uniform(900.0, 2300.0)
    mouth = resonances(
        (first, second, random.uniform(2400.0, 3000.0)), (90.0, 120.0, 180.0), tilt=0.8
    )
    time = np.arange(voice.size) / SYNTHESIS_RATE
    vowel = filtered(voice, mouth) * fade(time, attack=0.03, release=0.06)
    scale = float(np.std(vowel)) or 1.0
    if voice.size < 200 or random.random() < 0.4:
        return vowel / scale
    hiss = colored_noise(voice.size, _teeth, random=random)
    return vowel / scale + random.uniform(0.1, 0.4) * hiss * np.exp(-time / 0.03)


def _teeth(frequency: Signal) -> Signal:
    return np.exp(-(((frequency - 5200.0) / 1800.0) ** 2))


def music_sound(duration: float, random: np.random.Generator) -> Signal:
    """Return a few bars with chords, beat, and a tune above 1 kHz."""
    time = seconds(duration)
    beat = random.uniform(0.28, 0.42)
    key = 110.0 * 2.0 ** (random.integers(0, 12) / 12.0)
    sound = np.zeros(time.size)
    for start in np.arange(0.0, duration, beat):
        if random.random() < 0.8:
            tune = (1.0, 0.12, 0.05)
            _add_note(sound, key=8.0 * key, start=start, length=beat, partials=tune, random=random)
        _add_drum(sound, start, random=random)
    for start in np.arange(0.0, duration, 4.0 * beat):
        for _ in range(3):
            _add_note(
                sound,
                key=2.0 * key,
                start=start,
                length=4.0 * beat,
                partials=(1.0, 0.6, 0.4, 0.2),
                random=random,
            )
    return at_level(sound * fade(time, attack=0.05, release=0.2), 90.0)


def _add_note(
    sound: Signal,
    *,
    key: float,
    start: float,
    length: float,
    partials: tuple[float, ...],
    random: np.random.Generator,
) -> None:
    begin = round(start * SYNTHESIS_RATE)
    time = np.arange(min(round(length * SYNTHESIS_RATE), sound.size - begin)) / SYNTHESIS_RATE
    pitch = key * 2.0 ** (random.choice(_PENTATONIC) / 12.0)
    phase = phase_of(pitch * (1.0 + 0.006 * np.sin(2.0 * np.pi * 5.5 * time)))
    note = np.zeros(time.size)
    for rank, weight in enumerate(partials, start=1):
        note += weight * np.sin(rank * phase)
    if time.size:
        sound[begin : begin + time.size] += note * fade(time, attack=0.02, release=0.4 * length)


def _add_drum(sound: Signal, start: float, *, random: np.random.Generator) -> None:
    begin = round(start * SYNTHESIS_RATE)
    time = np.arange(min(SYNTHESIS_RATE // 8, sound.size - begin)) / SYNTHESIS_RATE
    skin = 2.0 * np.sin(2.0 * np.pi * 110.0 * time) * np.exp(-time / 0.03)
    rattle = 0.5 * random.standard_normal(time.size) * np.exp(-time / 0.02)
    sound[begin : begin + time.size] += skin + rattle
