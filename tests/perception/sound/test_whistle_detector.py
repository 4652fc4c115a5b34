"""Detection of known and unknown whistles, with noise and broken microphones."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kickabout.evaluation.trials.whistle_trials import (
    NAO_MICROPHONES,
    NOISY,
    Listener,
    false_whistles,
    recorded_whistle,
    whistle_trial,
)
from kickabout.framework import Agent, FrameInfo
from kickabout.framework.teams.team import load_team
from kickabout.perception.sound.whistle_detector import (
    WhistleDetector,
    WhistleDetectorParameters,
    working_channels,
)
from kickabout.perception.sound.whistle_reference import (
    Sound,
    load_recording,
    padded_spectrum,
    reference_of,
    resemblance,
    save_recording,
)
from kickabout.perception.sound.whistle_tone import Decimator
from kickabout.representations import AudioFrame, GameState, GameStateModel, WhistlePercept
from kickabout.simulation.ears import WHISTLES, SoundKind, Soundscape, SoundSettings

RATE = 48_000.0
SET = GameStateModel(state=GameState.SET)


def tone(*frequencies: float, seconds: float = 0.6, volume: float = 0.1) -> Sound:
    time = np.arange(round(seconds * RATE)) / RATE
    sound = sum(np.sin(2.0 * np.pi * frequency * time) for frequency in frequencies)
    return np.tile(volume * np.asarray(sound), (4, 1)).astype(np.float32)


def recognized(
    sound: Sound, *, game: GameStateModel = SET, in_play: bool = False
) -> list[WhistlePercept]:
    module = WhistleDetector(WhistleDetectorParameters(in_play=in_play))
    blocks = np.array_split(sound, sound.shape[1] // 2400, axis=1)
    return [
        module.update(
            FrameInfo(time=0.05 * index, dt=0.05), AudioFrame(rate=RATE, samples=block), game
        )
        for index, block in enumerate(blocks)
    ]


@pytest.mark.parametrize("kind", WHISTLES)
def test_a_whistle_ten_meters_away_is_detected_soon(kind: SoundKind) -> None:
    assert whistle_trial(kind, 10.0, seed=3).detected_after < 0.4


def test_a_whistle_without_a_reference_is_detected() -> None:
    percepts = recognized(tone(2210.0, 2380.0))
    assert any(percept.detected and percept.confidence > 0.5 for percept in percepts)


def test_nothing_is_detected_outside_of_set() -> None:
    for state in GameState:
        percepts = recognized(tone(3200.0), game=GameStateModel(state=state))
        assert any(percept.detected for percept in percepts) == (state is GameState.SET)


def test_whistles_in_play_are_detected_if_enabled() -> None:
    playing = GameStateModel(state=GameState.PLAYING)
    assert any(p.detected for p in recognized(tone(3200.0), game=playing, in_play=True))


def test_a_click_is_too_short() -> None:
    sound = tone(3200.0)
    sound[:, 1200:] = 0.0
    assert not any(percept.detected for percept in recognized(sound))


@pytest.mark.parametrize(("seconds", "is_whistle"), [(0.1, False), (0.3, True)])
def test_a_shrill_syllable_is_no_whistle(seconds: float, is_whistle: bool) -> None:
    sound = tone(2110.0, seconds=1.0)
    sound[:, round(seconds * RATE) :] = 0.0
    assert any(percept.detected for percept in recognized(sound)) == is_whistle


def test_low_tones_and_noise_are_no_whistles() -> None:
    noise = np.random.default_rng(1).normal(0.0, 0.1, (4, 28_800)).astype(np.float32)
    assert not any(percept.detected for percept in recognized(noise))
    assert not any(percept.detected for percept in recognized(tone(900.0)))


def test_half_a_minute_of_a_noisy_crowd_has_no_whistle() -> None:
    assert false_whistles(30.0, seed=5) == 0


@pytest.mark.slow
def test_ten_minutes_of_noisy_crowds_have_no_whistle() -> None:
    assert sum(false_whistles(150.0, seed=seed) for seed in range(4)) == 0


@pytest.mark.slow
def test_nearly_all_whistles_are_detected_in_a_noisy_crowd() -> None:
    noisy = SoundSettings(crowd=NOISY)
    distances = np.random.default_rng(8).uniform(2.0, 10.0, 40)
    detections = [
        math.isfinite(whistle_trial(kind, distance, seed=seed, settings=noisy).detected_after)
        for seed, distance in enumerate(distances)
        for kind in WHISTLES
    ]
    assert np.mean(detections) >= 0.99


@pytest.mark.parametrize("dead", [(0,), (1, 3)])
def test_dead_microphones_are_left_out(dead: tuple[int, ...]) -> None:
    soundscape = Soundscape(seed=2)
    soundscape.whistle(0.3, position_in_field=(5.0, 2.0, 1.6))
    listener = Listener(soundscape, microphones=replace(NAO_MICROPHONES, dead=dead))
    found = []
    for time, block in listener.blocks(1.0, 0.0):
        frame = FrameInfo(time=time, dt=0.05)
        found.append(listener.recognizer.update(frame, block, SET))
    assert any(percept.detected for percept in found)
    assert found[-1].channels_used == 4 - len(dead)


def test_a_crackling_microphone_is_left_out() -> None:
    sound = tone(3200.0, volume=0.02)
    sound[2] = np.random.default_rng(1).uniform(-1.0, 1.0, sound.shape[1])
    percepts = recognized(sound)
    assert percepts[-1].detected
    assert percepts[-1].channels_used == 3


def test_a_microphone_known_to_be_broken_is_left_out() -> None:
    working = working_channels(tone(3200.0), broken=(1,))
    assert working.tolist() == [True, False, True, True]


def test_without_microphones_nothing_is_detected() -> None:
    assert not working_channels(np.zeros((4, 100), np.float32)).any()
    assert not working_channels(tone(3200.0), broken=range(9)).any()
    assert recognized(np.zeros((4, 4800), np.float32))[-1].channels_used == 0


def test_a_reference_resembles_itself_its_negative_and_its_echo() -> None:
    window = recorded_whistle(SoundKind.FOX40, seed=1)
    reference = reference_of("own", window)
    shifted = np.concatenate((window[100:], np.zeros(100, np.float32)))
    values = resemblance(padded_spectrum(np.stack((window, -window, shifted))), reference)
    assert values[0] == pytest.approx(1.0, abs=1e-4)
    assert values[1] == pytest.approx(1.0, abs=1e-4)
    assert values[2] > 0.9


def test_noise_resembles_no_reference() -> None:
    reference = reference_of("own", recorded_whistle(SoundKind.PEA, seed=1))
    noise = np.random.default_rng(2).normal(0.0, 0.1, (4, 2048)).astype(np.float32)
    assert resemblance(padded_spectrum(noise), reference).max() < 0.4


def test_the_same_whistle_resembles_its_recording_best() -> None:
    references = {kind: reference_of(kind, recorded_whistle(kind, seed=1)) for kind in WHISTLES}
    for kind in WHISTLES:
        spectra = padded_spectrum(recorded_whistle(kind, seed=1)[None])
        best = max(references, key=lambda k: float(resemblance(spectra, references[k])[0]))
        assert best is kind


def test_a_saved_recording_is_the_same_reference(tmp_path: Path) -> None:
    window = recorded_whistle(SoundKind.PLASTIC, seed=1)
    save_recording(tmp_path / "own.wav", window, 16_000)
    loaded, rate = load_recording(tmp_path / "own.wav")
    assert rate == 16_000
    before, after = reference_of("a", window), reference_of("b", loaded)
    assert np.allclose(before.conjugate, after.conjugate, atol=0.1)


def test_silence_is_no_reference() -> None:
    with pytest.raises(ValueError, match="silent"):
        reference_of("own", np.zeros(2048, np.float32))


def test_decimation_is_continuous_over_blocks() -> None:
    sound = tone(1000.0, seconds=0.2)
    whole = Decimator(3, channels=4)(sound)
    piecewise = Decimator(3, channels=4)
    pieces = [piecewise(part) for part in np.array_split(sound, 7, axis=1)]
    assert np.array_equal(whole, np.concatenate(pieces, axis=1))


def test_the_audio_thread_of_a_team_detects_whistles() -> None:
    agent = Agent(load_team(str(Path(__file__).with_name("ears.toml"))), name="ears", seed=1)
    sound = tone(3200.0)
    for index, block in enumerate(np.array_split(sound, sound.shape[1] // 2400, axis=1)):
        agent.run("audio", 0.05 * index, (AudioFrame(rate=RATE, samples=block), SET))
    assert agent[WhistlePercept].detected
