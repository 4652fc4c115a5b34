"""The oracle detects whistles like a good detector."""

import itertools

import numpy as np
from tests.modules import made

from kickabout.framework import FrameInfo
from kickabout.representations import GroundTruth, WhistlePercept
from kickabout.simulation.oracles.whistle_oracle import WhistleOracle

BLOCK = 1.0 / 15.0  # s


def heard(
    oracle: WhistleOracle, *, start: float, end: float, whistle_at: float
) -> list[WhistlePercept]:
    cycles = range(round(start / BLOCK), round(end / BLOCK))
    truths = [
        GroundTruth(whistle_at=whistle_at if i * BLOCK >= whistle_at else -1e9) for i in cycles
    ]
    return [
        oracle.update(FrameInfo(time=i * BLOCK, dt=BLOCK, cycle=i), truth)
        for i, truth in zip(cycles, truths, strict=True)
    ]


def test_a_whistle_is_detected_a_bit_later_and_for_some_time() -> None:
    percepts = heard(made(WhistleOracle, rate=1.0), start=0.0, end=4.0, whistle_at=2.0)
    moments = [i * BLOCK for i, percept in enumerate(percepts) if percept.detected]
    assert 2.0 < moments[0] < 2.6
    assert 0.2 < moments[-1] - moments[0] < 0.5
    assert percepts[-1].last_detected_at == moments[-1]
    assert all(percept.confidence >= 0.7 for percept in percepts if percept.detected)


def test_whistles_are_rarely_missed() -> None:
    oracle = made(WhistleOracle)
    detected = [
        any(
            p.detected
            for p in heard(oracle, start=3.0 * i, end=3.0 * i + 3.0, whistle_at=3.0 * i + 1.0)
        )
        for i in range(500)
    ]
    assert 0.97 <= np.mean(detected) < 1.0


def test_the_rate_of_false_whistles_is_the_configured_one() -> None:
    oracle = made(WhistleOracle, false_rate=60.0)
    percepts = heard(oracle, start=0.0, end=1800.0, whistle_at=1e9)
    starts = sum(
        now.detected and not before.detected for before, now in itertools.pairwise(percepts)
    )
    assert 15 <= starts <= 50


def test_by_default_false_whistles_are_rare() -> None:
    percepts = heard(made(WhistleOracle), start=0.0, end=1800.0, whistle_at=1e9)
    assert sum(percept.detected for percept in percepts) <= 14


def test_old_whistles_are_not_detected() -> None:
    percepts = heard(made(WhistleOracle, rate=1.0), start=5.0, end=7.0, whistle_at=4.9)
    assert not any(percept.detected for percept in percepts)
