"""Does band energy detect a whistle within four buffers, and nothing else?"""

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.perception.sound.hulks_whistle_band import Sound
from kickabout.perception.sound.hulks_whistle_detector import (
    HulksWhistleDetector,
    HulksWhistleDetectorParameters,
)
from kickabout.representations import AudioFrame, WhistlePercept

RATE = 48_000.0
BUFFER = 1024
VOLUME = 0.05


def noise(samples: int, seed: int, level: float = 0.01) -> Sound:
    random = np.random.default_rng(seed)
    return (level * random.standard_normal((4, samples))).astype(np.float32)


def whistle(samples: int) -> Sound:
    """Return a chirp from 2.7 to 3.2 kHz with a trill."""
    time = np.arange(samples) / RATE
    phase = 2.0 * np.pi * (2700.0 * time + 250.0 * time * time / max(time[-1], 1e-9))
    trill = 1.0 + 0.3 * np.sin(2.0 * np.pi * 25.0 * time)
    return np.tile(VOLUME * trill * np.sin(phase), (4, 1)).astype(np.float32)


def percepts_of(
    sound: Sound, block: int = 2400, broken_microphones: tuple[int, ...] = ()
) -> list[WhistlePercept]:
    parameters = HulksWhistleDetectorParameters(broken_microphones=broken_microphones)
    module = HulksWhistleDetector(parameters)
    return [
        module.update(
            FrameInfo(time=start / RATE, dt=block / RATE),
            AudioFrame(rate=RATE, samples=sound[:, start : start + block]),
        )
        for start in range(0, sound.shape[1] - block + 1, block)
    ]


@pytest.mark.parametrize("decibels", [0.0, 10.0, 20.0])
def test_a_whistle_is_detected_within_a_few_buffers(decibels: float) -> None:
    level = VOLUME / np.sqrt(2.0) / 10.0 ** (decibels / 20.0)
    sound = whistle(24_000) + noise(24_000, 1, level)
    first = next(i for i, percept in enumerate(percepts_of(sound)) if percept.detected)
    assert (first + 1) * 2400 <= 5 * BUFFER + 2400


def test_noise_is_no_whistle() -> None:
    sound = noise(round(10.0 * RATE), 2, 0.05)
    assert not any(percept.detected for percept in percepts_of(sound))


def test_hums_and_voices_below_the_range_are_no_whistle() -> None:
    time = np.arange(48_000) / RATE
    hum = sum(np.sin(2.0 * np.pi * f * time) for f in (120.0, 400.0, 900.0))
    sound = np.tile(0.05 * np.asarray(hum), (4, 1)).astype(np.float32) + noise(48_000, 3)
    assert not any(percept.detected for percept in percepts_of(sound))


def test_three_buffers_are_too_short() -> None:
    sound = noise(24_576, 4, 0.001)
    sound[:, 4 * BUFFER : 7 * BUFFER] += whistle(3 * BUFFER)
    assert not any(percept.detected for percept in percepts_of(sound, block=BUFFER))
    sound[:, 4 * BUFFER : 8 * BUFFER] = whistle(4 * BUFFER)
    assert any(percept.detected for percept in percepts_of(sound, block=BUFFER))


def test_dead_microphones_have_no_vote() -> None:
    sound = whistle(24_000) + noise(24_000, 5, 0.005)
    sound[1:] = 0.0
    percepts = percepts_of(sound)
    assert percepts[-1].channels_used == 1
    assert any(percept.detected for percept in percepts)


def test_a_microphone_known_to_be_broken_has_no_vote() -> None:
    sound = noise(24_000, 5, 0.005)
    sound[:2] += whistle(24_000)[:2]
    assert not any(percept.detected for percept in percepts_of(sound))
    percepts = percepts_of(sound, broken_microphones=(3,))
    assert percepts[-1].channels_used == 3
    assert any(percept.detected for percept in percepts)
