"""Ears: delays, levels, echoes, continuity, and microphones that fail."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from kickabout.evaluation.trials.whistle_trials import NAO_MICROPHONES
from kickabout.simulation.ears import (
    SPEED_OF_SOUND,
    WHISTLES,
    Block,
    Crowd,
    Ears,
    Hall,
    Microphones,
    Point,
    SoundEvent,
    SoundKind,
    Soundscape,
    SoundSettings,
    samples_between,
    to_int16,
)
from kickabout.simulation.ears.playback import dry_sound

SILENT_DB = -80.0
OUTDOORS = Hall(reverberant=False)
PERFECT = replace(NAO_MICROPHONES, mismatch_db=0.0, hiss_db=SILENT_DB)
HEAD: NDArray[np.float64] = np.array(NAO_MICROPHONES.positions_in_head) + np.array(
    [0.4, -0.3, 0.45]
)


def silent(hall: Hall = OUTDOORS, head_shadow_db: float = 0.0) -> SoundSettings:
    return SoundSettings(
        hall=hall,
        crowd=Crowd(murmur_db=SILENT_DB),
        fan_db=SILENT_DB,
        motor_db=SILENT_DB,
        head_shadow_db=head_shadow_db,
    )


def scene(
    kind: SoundKind = SoundKind.FOX40,
    *,
    place: Point = (3.0, 2.0, 1.7),
    settings: SoundSettings | None = None,
    strength: float = 0.3,
    duration: float = 0.5,
    seed: int = 1,
) -> Soundscape:
    soundscape = Soundscape(settings or silent(), seed)
    soundscape.add(
        SoundEvent(
            kind=kind, start=0.25, position_in_field=place, strength=strength, duration=duration
        )
    )
    return soundscape


def heard(
    soundscape: Soundscape,
    *,
    microphones: Microphones = PERFECT,
    places: NDArray[np.float64] = HEAD,
    begin: float = 0.0,
    end: float = 1.0,
) -> Block:
    first, samples = samples_between(begin, end, rate=microphones.rate)
    ears = Ears(soundscape, microphones)
    return ears.listen(first, samples, microphones_in_field=places)


def rms(signal: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean(signal.astype(np.float64) ** 2)))


def lag(later: NDArray[np.float32], earlier: NDArray[np.float32]) -> float:
    """Return the delay between two signals in samples, from the peak of the correlation."""
    fine = 16
    size = 2 * later.size
    bins = np.fft.rfft(later, size) * np.conj(np.fft.rfft(earlier, size))
    correlation = np.fft.irfft(bins, fine * size)
    peak = int(np.argmax(correlation))
    left, top, right = correlation[[peak - 1, peak, (peak + 1) % correlation.size]]
    position = peak + 0.5 * (left - right) / (left - 2.0 * top + right)
    return float((position + fine * size / 2) % (fine * size) - fine * size / 2) / fine


def energy_fraction(signal: NDArray[np.float32], low: float, high: float, *, rate: int) -> float:
    power = np.abs(np.fft.rfft(signal)) ** 2
    frequency = np.fft.rfftfreq(signal.size, 1.0 / rate)
    return float(power[(frequency >= low) & (frequency <= high)].sum() / power.sum())


@pytest.mark.parametrize("kind", [SoundKind.FOX40, SoundKind.PEA, SoundKind.CLAPPING])
@pytest.mark.parametrize("place", [(3.0, 2.0, 1.7), (-4.1, 0.6, 0.9), (0.5, -3.3, 1.2)])
def test_microphones_hear_with_the_delay_of_their_distance(kind: SoundKind, place: Point) -> None:
    block = heard(scene(kind, place=place))
    distances = np.linalg.norm(HEAD - np.array(place), axis=1)
    for other in range(1, 4):
        expected = (distances[other] - distances[0]) / SPEED_OF_SOUND * 48_000
        assert lag(block[other], block[0]) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("rate", [8_000, 44_100])
def test_delays_are_right_at_other_rates(rate: int) -> None:
    block = heard(scene(), microphones=replace(NAO_MICROPHONES, rate=rate, mismatch_db=0.0))
    distances = np.linalg.norm(HEAD - np.array((3.0, 2.0, 1.7)), axis=1)
    expected = (distances[3] - distances[0]) / SPEED_OF_SOUND * rate
    assert lag(block[3], block[0]) == pytest.approx(expected, abs=0.05)


def test_sound_arrives_when_it_has_traveled() -> None:
    block = heard(scene(SoundKind.PLASTIC, place=(8.0, 4.0, 1.0)))
    distance = float(np.linalg.norm(HEAD[0] - np.array((8.0, 4.0, 1.0))))
    arrival = round((0.25 + distance / SPEED_OF_SOUND) * 48_000)
    assert np.max(np.abs(block[0, : arrival - 20])) < 0.001
    assert rms(block[0, arrival + 2_000 : arrival + 10_000]) > 0.005


@pytest.mark.parametrize("hall", [OUTDOORS, Hall()])
def test_direction_is_found_within_8_degrees_at_the_onset(hall: Hall) -> None:
    center = HEAD.mean(axis=0)
    flat = HEAD - np.outer(HEAD[:, 2] - center[2], (0.0, 0.0, 1.0))
    for index, direction in enumerate(np.radians(np.arange(10.0, 360.0, 70.0))):
        x, y = center[:2] + 4.0 * np.array((np.cos(direction), np.sin(direction)))
        settings = SoundSettings(hall=hall)
        soundscape = scene(
            WHISTLES[index % 3], place=(float(x), float(y), 0.6), settings=settings, strength=1.0
        )
        onset = 0.25 + 4.0 / SPEED_OF_SOUND + 0.01
        block = heard(
            soundscape, microphones=NAO_MICROPHONES, places=flat, begin=onset, end=onset + 0.02
        )
        error = np.angle(np.exp(1j * (loudest_direction(block, flat - center) - direction)))
        assert abs(np.degrees(error)) < 8.0


def loudest_direction(block: Block, places: NDArray[np.float64]) -> float:
    """Return the direction with the largest delay-and-sum energy in the band of whistles."""
    bins = np.fft.rfft(block * np.hanning(block.shape[1]), 2 * block.shape[1])
    frequency = np.fft.rfftfreq(2 * block.shape[1], 1.0 / 48_000)
    band = (frequency > 2_000.0) & (frequency < 7_500.0)
    directions = np.radians(np.arange(0.0, 360.0, 2.0))
    energies = []
    for direction in directions:
        lead = places @ np.array((np.cos(direction), np.sin(direction), 0.0)) / SPEED_OF_SOUND
        turned = bins[:, band] * np.exp(-2j * np.pi * frequency[band] * lead[:, None])
        energies.append(np.sum(np.abs(turned.sum(axis=0)) ** 2))
    return float(directions[int(np.argmax(energies))])


def test_level_falls_with_distance() -> None:
    levels = [
        rms(heard(scene(place=(distance, 0.0, 0.5), strength=0.1), places=np.zeros((4, 3)) + 0.5))
        for distance in (1.5, 3.0, 6.0, 12.0)
    ]
    # Halved with each doubling of the distance; damping by air adds a little.
    paths = np.hypot(np.array((1.0, 2.5, 5.5, 11.5)), 0.5)
    np.testing.assert_allclose(np.array(levels) * paths, levels[0] * paths[0], rtol=0.06)


def test_air_damps_high_frequencies_more() -> None:
    near = heard(scene(SoundKind.CLAPPING, place=(2.0, 0.0, 0.5), strength=1.0, duration=1.0))
    far = heard(scene(SoundKind.CLAPPING, place=(15.0, 0.0, 0.5), strength=9.0, duration=1.0))
    fractions = [energy_fraction(block[0], 6_000.0, 9_000.0, rate=48_000) for block in (near, far)]
    assert fractions[1] < 0.85 * fractions[0]


def test_far_side_of_the_head_hears_less() -> None:
    block = heard(scene(place=(0.4, 5.0, 0.5), settings=silent(head_shadow_db=6.0)))
    left, right = rms(block[2]), rms(block[3])
    assert 3.0 < 20.0 * np.log10(left / right) < 7.0


def test_echoes_arrive_from_floor_and_walls_at_the_right_time() -> None:
    hall = Hall(reflections=1)
    place = (3.0, 2.0, 1.7)
    soundscape = scene(
        SoundKind.CLAPPING, place=place, settings=silent(hall), strength=3.0, duration=1.5
    )
    block = heard(soundscape, end=4.0)
    response = impulse_response(dry_sound(soundscape.events[0], 1), block[0])
    (low_x, low_y, _), (high_x, high_y, _) = hall.corners
    images = {
        "direct": (3.0, 2.0, 1.7),
        "floor": (3.0, 2.0, -1.7),
        "ceiling": (3.0, 2.0, 2.0 * hall.height - 1.7),
        "behind": (2.0 * low_x - 3.0, 2.0, 1.7),
        "ahead": (2.0 * high_x - 3.0, 2.0, 1.7),
        "right": (3.0, 2.0 * low_y - 2.0, 1.7),
        "left": (3.0, 2.0 * high_y - 2.0, 1.7),
    }
    for name, image in images.items():
        distance = float(np.linalg.norm(HEAD[0] - np.array(image)))
        expected = (0.25 + distance / SPEED_OF_SOUND) * 48_000
        window = slice(round(expected) - 30, round(expected) + 31)
        peak = window.start + int(np.argmax(response[window]))
        assert abs(peak - expected) <= 1.0, name
        assert response[peak] > 4.0 * np.std(response[window.start - 300 : window.start - 30]), name


def impulse_response(dry: NDArray[np.float64], wet: NDArray[np.float32]) -> NDArray[np.float64]:
    size = 2 * wet.size
    source = np.fft.rfft(dry, size)
    power = np.abs(source) ** 2
    bins = np.fft.rfft(wet, size) * np.conj(source) / (power + 1e-3 * power.mean())
    return np.fft.irfft(bins, size)


def test_reverberation_decays_in_its_time() -> None:
    hall = Hall()
    block = heard(scene(settings=silent(hall), strength=1.0, duration=0.4), end=2.5)
    early, late = (
        20.0 * np.log10(rms(block[:, round(at * 48_000) : round((at + 0.1) * 48_000)]))
        for at in (0.85, 1.25)
    )
    assert early - late == pytest.approx(60.0 * 0.4 / hall.reverberation_time, abs=3.0)


def test_blocks_of_any_length_give_the_same_samples() -> None:
    soundscape = scene(settings=SoundSettings(), duration=0.4)
    whole = Ears(soundscape, NAO_MICROPHONES).listen(
        0, 40_000, microphones_in_field=HEAD, activity=0.7
    )
    ears = Ears(soundscape, NAO_MICROPHONES)
    random = np.random.default_rng(4)
    pieces, first = [], 0
    while first < 40_000:
        samples = min(int(random.integers(1, 2_000)), 40_000 - first)
        pieces.append(ears.listen(first, samples, microphones_in_field=HEAD, activity=0.7))
        first += samples
    np.testing.assert_array_equal(np.concatenate(pieces, axis=1), whole)


def test_late_listeners_get_the_same_samples() -> None:
    soundscape = scene(settings=SoundSettings())
    whole = heard(soundscape, microphones=NAO_MICROPHONES)
    np.testing.assert_array_equal(
        heard(soundscape, microphones=NAO_MICROPHONES, begin=0.5), whole[:, 24_000:]
    )


def test_same_seed_gives_the_same_bytes() -> None:
    blocks = [
        heard(scene(settings=SoundSettings(), seed=seed), microphones=NAO_MICROPHONES)
        for seed in (7, 7, 8)
    ]
    assert blocks[0].tobytes() == blocks[1].tobytes()
    assert blocks[0].tobytes() != blocks[2].tobytes()


def test_robots_have_independent_noise() -> None:
    soundscape = Soundscape(seed=3)
    first, second = (
        Ears(soundscape, NAO_MICROPHONES, robot=robot).listen(0, 4_800, microphones_in_field=HEAD)
        for robot in (1, 2)
    )
    assert abs(np.corrcoef(first[0], second[0])[0, 1]) < 0.2


def test_moving_head_hears_without_seams_and_with_doppler() -> None:
    soundscape = scene(SoundKind.PLASTIC, place=(10.0, 0.0, 0.5), duration=0.6)
    still = heard(soundscape)
    speed = 2.0  # m/s, towards the whistle

    def moving(samples: int) -> Block:
        ears = Ears(soundscape, PERFECT)
        return np.concatenate(
            [
                ears.listen(
                    first,
                    samples,
                    microphones_in_field=HEAD
                    + np.array((speed * (first + samples) / 48_000, 0.0, 0.0)),
                )
                for first in range(0, 48_000, samples)
            ],
            axis=1,
        )

    coarse, fine = moving(960), moving(96)
    assert rms(coarse[:, 20_000:40_000] - fine[:, 20_000:40_000]) < 0.02 * rms(fine)
    shift = mean_frequency(fine[0]) / mean_frequency(still[0]) - 1.0
    assert shift == pytest.approx(speed / SPEED_OF_SOUND, rel=0.1)


def mean_frequency(signal: NDArray[np.float32]) -> float:
    part = signal[20_000:34_000]
    power = np.abs(np.fft.rfft(part * np.hanning(part.size))) ** 2
    frequency = np.fft.rfftfreq(part.size, 1.0 / 48_000)
    band = (frequency > 2_500.0) & (frequency < 4_500.0)
    return float((power * frequency)[band].sum() / power[band].sum())


def test_a_robot_put_elsewhere_hears_no_change_of_pitch() -> None:
    soundscape = scene(SoundKind.PLASTIC)
    ears = Ears(soundscape, PERFECT)
    ears.listen(0, 24_000, microphones_in_field=HEAD)
    moved = HEAD + np.array((-3.0, 1.0, 0.0))
    block = ears.listen(24_000, 960, microphones_in_field=moved)
    np.testing.assert_array_equal(block, heard(soundscape, places=moved, begin=0.5, end=0.52))


def test_loud_sound_is_clipped_and_never_wraps() -> None:
    place = (0.9, -0.3, 0.6)
    loud = to_int16(heard(scene(place=place, strength=2.0)))
    soft = to_int16(heard(scene(place=place, strength=0.05)))
    assert loud.max() == 32_767
    assert loud.min() == -32_768
    clear = np.abs(soft) > 200
    assert np.array_equal(np.sign(loud[clear]), np.sign(soft[clear]))


def test_a_dead_microphone_is_silent_and_the_others_are_unaffected() -> None:
    healthy = heard(scene(settings=SoundSettings()), microphones=NAO_MICROPHONES)
    broken = heard(scene(settings=SoundSettings()), microphones=replace(NAO_MICROPHONES, dead=(1,)))
    assert not broken[1].any()
    np.testing.assert_array_equal(broken[[0, 2, 3]], healthy[[0, 2, 3]])


def test_gain_of_a_single_microphone_can_be_wrong() -> None:
    weak = heard(
        scene(), microphones=replace(NAO_MICROPHONES, mismatch_db=0.0, gains_db=(0, 0, 0, -20.0))
    )
    fine = heard(scene())
    assert rms(weak[3]) == pytest.approx(0.1 * rms(fine[3]), rel=0.05)


def test_integers_and_floats_are_the_same_samples() -> None:
    block = heard(scene())
    np.testing.assert_array_equal(to_int16(block).astype(np.float32) / 32_768.0, block)


def test_murmur_has_its_level_and_is_shared_only_below_a_kilohertz() -> None:
    settings = SoundSettings(crowd=Crowd(murmur_db=70.0), fan_db=SILENT_DB)
    block = heard(Soundscape(settings, 2), end=5.0)
    assert 20.0 * np.log10(rms(block) * 5.6 / 20e-6) == pytest.approx(70.0, abs=1.0)
    low, high = (
        np.corrcoef(banded(block[2], *band), banded(block[3], *band))[0, 1]
        for band in ((100.0, 500.0), (2_000.0, 4_000.0))
    )
    assert low > 0.6
    assert abs(high) < 0.2


def banded(signal: NDArray[np.float32], low: float, high: float) -> NDArray[np.float64]:
    bins = np.fft.rfft(signal)
    frequency = np.fft.rfftfreq(signal.size, 1.0 / 48_000)
    bins[(frequency < low) | (frequency > high)] = 0.0
    return np.fft.irfft(bins, signal.size)


def test_the_robots_motors_are_heard_while_walking() -> None:
    ears = Ears(Soundscape(seed=1), NAO_MICROPHONES)
    levels = []
    for first, activity in ((0, 0.0), (48_000, 0.5), (96_000, 1.0)):
        ears.listen(first, 4_800, microphones_in_field=HEAD, activity=activity)
        block = ears.listen(first + 4_800, 43_200, microphones_in_field=HEAD, activity=activity)
        levels.append(rms(block))
    assert levels[0] < levels[1] < levels[2]
    assert levels[2] < 10.0 * levels[0]


@pytest.mark.parametrize("rate", [8_000, 44_100])
def test_other_rates_hear_the_same_whistle(rate: int) -> None:
    soundscape = scene(SoundKind.PEA)
    fast = heard(soundscape)[0]
    slow = heard(soundscape, microphones=replace(NAO_MICROPHONES, rate=rate, mismatch_db=0.0))[0]
    bins = np.fft.rfft(fast)[: slow.size // 2 + 1]
    resampled = np.fft.irfft(bins, slow.size) * (slow.size / fast.size)
    assert np.corrcoef(resampled, slow)[0, 1] > 0.99


def test_time_spans_do_not_overlap() -> None:
    edges = np.arange(0.0, 3.0, 0.012)
    expected = 0
    for begin, end in itertools.pairwise(edges):
        first, samples = samples_between(float(begin), float(end), rate=44_100)
        assert first == expected
        expected += samples
    assert expected == pytest.approx(edges[-1] * 44_100, abs=1)


@pytest.mark.parametrize("positions", [np.zeros((3, 3)), np.full((4, 3), np.nan), np.zeros(12)])
def test_invalid_positions_are_rejected(positions: NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match="microphone positions must be finite"):
        Ears(Soundscape(), NAO_MICROPHONES).listen(0, 10, microphones_in_field=positions)
