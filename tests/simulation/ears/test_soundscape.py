"""Soundscape: the sound of whistles and people, and its times."""

from dataclasses import replace

import numpy as np
import pytest

from kickabout.evaluation.trials.whistle_trials import NAO_MICROPHONES
from kickabout.simulation.ears import (
    WHISTLES,
    Crowd,
    Hall,
    SoundEvent,
    SoundKind,
    Soundscape,
    SoundSettings,
)
from kickabout.simulation.ears.hall import air_damping_db, echoes
from kickabout.simulation.ears.playback import dry_sound
from kickabout.simulation.ears.signals import Signal


def dry(kind: SoundKind, *, seed: int = 0, scene: int = 0, duration: float = 0.8) -> Signal:
    event = SoundEvent(
        kind=kind, start=0.0, position_in_field=(0.0, 0.0, 1.0), duration=duration, seed=seed
    )
    return dry_sound(event, scene)


def spectrum(sound: Signal) -> tuple[Signal, Signal]:
    power = np.abs(np.fft.rfft(sound * np.hanning(sound.size))) ** 2
    frequency = np.arange(power.size, dtype=np.float64) * (48_000 / sound.size)
    return frequency, np.asarray(power, dtype=np.float64)


@pytest.mark.parametrize("kind", WHISTLES)
@pytest.mark.parametrize("scene", range(5))
def test_whistle_sounds_between_2_and_4_kilohertz(kind: SoundKind, scene: int) -> None:
    frequency, power = spectrum(dry(kind, scene=scene))
    band = (frequency > 2_000.0) & (frequency < 4_000.0)
    assert power[band].sum() > 0.85 * power.sum()
    pitch = frequency[int(np.argmax(power))]
    assert 2_200.0 < pitch < 3_800.0
    second = (frequency > 1.9 * pitch) & (frequency < 2.1 * pitch)
    between = (frequency > 1.4 * pitch) & (frequency < 1.6 * pitch)
    assert power[second].max() > 10.0 * np.median(power[between])


def test_pealess_whistle_has_three_tones_that_beat() -> None:
    frequency, power = spectrum(dry(SoundKind.FOX40, duration=1.0))
    lines = [
        power[(frequency > low) & (frequency < low + 150.0)].sum()
        for low in np.arange(2_700.0, 3_600.0, 150.0)
    ]
    assert sum(line > 0.08 * max(lines) for line in lines) >= 3


def test_pea_whistle_trills_and_the_plastic_one_does_not() -> None:
    trills = {}
    for kind in (SoundKind.PEA, SoundKind.PLASTIC):
        sound = dry(kind, duration=1.0)[6_000:-6_000]
        level = np.sqrt(np.convolve(sound**2, np.ones(240) / 240, mode="valid"))[::48]
        swing = np.abs(np.fft.rfft(level - np.mean(level))) / (level.size * np.mean(level))
        rate = np.fft.rfftfreq(level.size, 0.001)
        trills[kind] = float(np.sqrt(np.sum(swing[(rate > 25.0) & (rate < 60.0)] ** 2)))
    assert trills[SoundKind.PEA] > 3.0 * trills[SoundKind.PLASTIC]


def test_a_whistle_swells_and_fades_and_has_the_given_duration() -> None:
    sound = dry(SoundKind.FOX40, duration=0.6)
    assert sound.size == 28_800
    middle = np.std(sound[12_000:16_000])
    assert np.std(sound[:200]) < 0.2 * middle
    assert np.std(sound[-200:]) < 0.2 * middle


def test_blows_of_one_whistle_share_its_pitch_but_not_their_samples() -> None:
    first, second = dry(SoundKind.PLASTIC, seed=1), dry(SoundKind.PLASTIC, seed=2)
    pitches = [f[int(np.argmax(p))] for f, p in (spectrum(first), spectrum(second))]
    assert pitches[0] == pytest.approx(pitches[1], rel=0.02)
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("kind", list(SoundKind))
def test_every_kind_sounds_at_a_sensible_level(kind: SoundKind) -> None:
    sound = dry(kind, duration=1.5)
    assert np.all(np.isfinite(sound))
    level_db = 20.0 * np.log10(np.std(sound) / 20e-6)
    assert 65.0 < level_db < 115.0


@pytest.mark.parametrize("kind", list(SoundKind))
def test_very_short_sounds_are_possible(kind: SoundKind) -> None:
    assert np.all(np.isfinite(dry(kind, duration=0.05)))


def test_whistles_without_a_duration_get_random_ones() -> None:
    soundscape = Soundscape(seed=5)
    lengths = [
        soundscape.whistle(float(time), position_in_field=(0.0, 3.5, 1.7)).duration
        for time in range(20)
    ]
    assert 0.3 <= min(lengths) < max(lengths) <= 1.5
    assert len(set(lengths)) == 20


def test_only_sounds_in_reach_are_audible() -> None:
    soundscape = Soundscape(seed=5)
    event = soundscape.whistle(10.0, position_in_field=(0.0, 3.5, 1.7), duration=1.0)
    assert list(soundscape.audible(9.0, 10.0)) == []
    assert list(soundscape.audible(9.5, 10.01)) == [event]
    assert list(soundscape.audible(11.5, 11.6)) == [event]
    assert list(soundscape.audible(16.0, 17.0)) == []


def test_random_events_depend_on_the_seed_and_not_on_the_order_of_calls() -> None:
    crowd = Crowd(
        cheers_per_minute=4.0,
        applauses_per_minute=2.0,
        calls_per_minute=3.0,
        songs_per_minute=1.0,
    )
    first, second, other = (Soundscape(SoundSettings(crowd=crowd), seed) for seed in (1, 1, 2))
    at_once = set(first.audible(0.0, 1_200.0))
    bit_by_bit = {
        event for begin in range(1_199, -1, -1) for event in second.audible(begin, begin + 1.0)
    }
    assert at_once == bit_by_bit
    assert at_once != set(other.audible(0.0, 1_200.0))
    counts = [
        sum(event.kind == kind for event in at_once)
        for kind in (SoundKind.CHEERING, SoundKind.MUSIC)
    ]
    assert 50 < counts[0] < 110
    assert 8 < counts[1] < 35
    assert all(first.settings.hall.contains(event.position_in_field) for event in at_once)


def test_quiet_crowd_makes_no_events() -> None:
    assert list(Soundscape().audible(0.0, 600.0)) == []


def test_echoes_are_mirror_images_that_the_walls_have_weakened() -> None:
    hall = Hall(reflections=2)
    images = echoes(hall, (1.0, 2.0, 1.5))
    assert images.positions_in_field.shape == (25, 3)
    np.testing.assert_array_equal(images.positions_in_field[0], (1.0, 2.0, 1.5))
    floor = np.flatnonzero(np.all(images.positions_in_field == (1.0, 2.0, -1.5), axis=1))
    assert images.strengths[floor[0]] == pytest.approx(np.sqrt(1.0 - hall.floor_absorption))
    assert images.strengths.min() == pytest.approx(
        1.0 - max(hall.wall_absorption, hall.floor_absorption), rel=0.1
    )
    assert len(np.unique(images.positions_in_field.round(6), axis=0)) == 25


def test_air_damping_follows_the_standard() -> None:
    # ISO 9613-1 at 20 °C and 50 %: dB per kilometer
    np.testing.assert_allclose(
        1_000.0 * air_damping_db(np.array((1_000.0, 4_000.0, 8_000.0))),
        (4.7, 29.0, 104.0),
        rtol=0.05,
    )


def test_sounds_outside_the_hall_are_rejected_with_its_corners() -> None:
    with pytest.raises(ValueError, match=r"fox40 at \(50.0, 0.0, 1.0\).*inside the hall"):
        Soundscape().whistle(0.0, position_in_field=(50.0, 0.0, 1.0))


def test_only_whistles_can_be_blown() -> None:
    with pytest.raises(ValueError, match="music is not a whistle; whistles are fox40"):
        Soundscape().whistle(0.0, position_in_field=(0.0, 0.0, 1.0), kind=SoundKind.MUSIC)


@pytest.mark.parametrize(("strength", "duration"), [(-1.0, 1.0), (1.0, 25.0), (1.0, -1.0)])
def test_impossible_events_are_rejected(strength: float, duration: float) -> None:
    event = SoundEvent(
        kind=SoundKind.PEA,
        start=0.0,
        position_in_field=(0.0, 0.0, 1.0),
        strength=strength,
        duration=duration,
    )
    with pytest.raises(ValueError, match="pea with strength"):
        Soundscape().add(event)


def test_impossible_microphones_are_rejected() -> None:
    with pytest.raises(ValueError, match="not 96000"):
        replace(NAO_MICROPHONES, rate=96_000)
    with pytest.raises(ValueError, match="dead microphone 4 is not one of 0 to 3"):
        replace(NAO_MICROPHONES, dead=(4,))
    with pytest.raises(ValueError, match="2 gains were given for 4 microphones"):
        replace(NAO_MICROPHONES, gains_db=(1.0, 1.0))


def test_impossible_halls_are_rejected() -> None:
    with pytest.raises(ValueError, match="length, width and height"):
        Hall(height=0.0)
    with pytest.raises(ValueError, match="absorption"):
        Hall(wall_absorption=0.0)
    with pytest.raises(ValueError, match="reflections must be 0 to 3, not 7"):
        Hall(reflections=7)


def test_microphones_move_with_the_head() -> None:
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    places = NAO_MICROPHONES.in_field(rotation=quarter, translation=np.array((1.0, 2.0, 0.4)))
    front = (places[0] + places[1]) / 2.0
    np.testing.assert_allclose(front[:2], (1.0, 2.0 + 0.0471 / 2 * np.cos(np.radians(29.5))))
    sides = [np.linalg.norm(places[i] - places[j]) for i, j in ((2, 0), (0, 1), (1, 3), (3, 2))]
    np.testing.assert_allclose(sides, (0.0533, 0.0618, 0.0533, 0.1116), atol=2e-4)
