"""Whistles come from where they are blown."""

import math
from dataclasses import replace

import numpy as np
import pytest

from kickabout.evaluation.trials.whistle_trials import NAO_MICROPHONES, NO_ECHO, whistle_trial
from kickabout.perception.sound.sound_direction import delay_and_sum, peak_direction
from kickabout.perception.sound.sound_direction_detector import (
    AZIMUTHS,
    DirectionMethod,
    SoundDirectionDetector,
    SoundDirectionDetectorParameters,
)
from kickabout.perception.sound.sound_geometry import OUTER_PAIRS, directions
from kickabout.representations import AudioFrame, BodyModel, WhistlePercept
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.simulation.ears import SoundKind, SoundSettings

WHISTLE = 3200.0  # Hz, BH19-WHI-01


def test_beams_of_three_pairs_agree_on_a_pure_tone() -> None:
    """Test plane waves of 3200 Hz with noise from 72 directions."""
    random = np.random.default_rng(1)
    nao = nao_dimensions().microphones
    flat = np.array(nao.positions_in_head) * (1.0 / math.cos(nao.tilt), 1.0, 0.0)
    time = np.arange(1200) / 48_000.0
    errors = []
    for angle in np.radians(np.arange(-180.0, 180.0, 5.0)):
        early = flat @ directions(np.array([angle]), 0.0)[0] / 343.0
        sound = np.sin(2.0 * np.pi * WHISTLE * (time + early[:, None]))
        sound += random.normal(0.0, 0.15, sound.shape)
        loudness = delay_and_sum(
            sound.astype(np.float32),
            rate=48_000.0,
            microphones=flat,
            pairs=OUTER_PAIRS,
            toward=directions(AZIMUTHS, 0.0),
        )
        found, _ = peak_direction(AZIMUTHS, loudness)
        errors.append(abs(math.remainder(found - angle, 2.0 * math.pi)))
    assert math.degrees(max(errors)) < 6.0


@pytest.mark.parametrize(
    ("method", "degrees"),
    [(DirectionMethod.PHASE_TRANSFORM, 0.5), (DirectionMethod.DELAY_AND_SUM, 1.5)],
)
def test_whistles_without_echo_come_from_where_they_are_blown(
    method: DirectionMethod, degrees: float
) -> None:
    errors = [
        whistle_trial(
            SoundKind.FOX40,
            6.0,
            seed=seed,
            settings=SoundSettings(hall=NO_ECHO),
            locator=SoundDirectionDetectorParameters(method=method),
        ).direction_error
        for seed in range(3)
    ]
    assert math.degrees(float(np.median(errors))) < degrees


@pytest.mark.slow
def test_directions_stay_useful_with_echoes() -> None:
    errors = [whistle_trial(SoundKind.PEA, 6.0, seed=seed).direction_error for seed in range(15)]
    assert math.degrees(float(np.median(errors))) < 5.0


def test_with_a_dead_microphone_there_is_no_direction() -> None:
    result = whistle_trial(
        SoundKind.FOX40, 4.0, seed=1, microphones=replace(NAO_MICROPHONES, dead=(2,))
    )
    assert math.isfinite(result.detected_after)
    assert math.isnan(result.direction_error)


def test_without_a_whistle_there_is_no_direction() -> None:
    module = SoundDirectionDetector(SoundDirectionDetectorParameters())
    assert not module.update(AudioFrame(), WhistlePercept(), BodyModel()).valid
