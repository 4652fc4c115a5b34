"""The oracle finds the penalty mark like a good detector."""

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import random_scenes, scene, standing
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Pose2
from kickabout.simulation.oracles.penalty_mark_oracle import PenaltyMarkOracle


def test_near_marks_are_found_and_far_ones_rarely() -> None:
    runner, random = OracleRunner(made(PenaltyMarkOracle)), np.random.default_rng(6)
    sightings = Sightings()
    for _ in range(1500):
        distance = float(random.uniform(0.8, 3.9))
        percept = runner(scene(Pose2(3.2 - distance, 0.0, 0.0), down=0.3))
        error = percept.position_in_robot.array - np.array((distance, 0.0))
        if percept.seen:
            sightings.found(distance, error, percept.covariance)
        else:
            sightings.missed(distance)
    assert sightings.recall(0.8, 2.0) >= 0.93
    assert 0.5 <= sightings.recall(2.0, 3.0) <= 0.8
    assert sightings.recall(3.6, 3.9) == 0.0
    assert 0.01 < sightings.median_error(0.8, 1.5) < 0.05
    assert 0.03 < sightings.median_error(1.5, 2.5) < 0.12
    assert 0.7 < sightings.surprise(0.8, 2.5) < 1.3


def test_false_marks_are_rare() -> None:
    runner, ideal = (
        OracleRunner(made(PenaltyMarkOracle)),
        perfect(PenaltyMarkOracle, full_range=9.0),
    )
    scenes = list(random_scenes(2000, robots=0))
    false = sum(runner(truth).seen and not ideal(truth).seen for truth in scenes)
    assert false <= 2


def test_our_own_mark_is_found_too() -> None:
    percept = perfect(PenaltyMarkOracle)(scene(Pose2(-2.0, 0.0, np.pi)))
    assert percept.seen
    assert percept.position_in_robot.x == pytest.approx(1.2)


def test_a_mark_below_a_robot_is_hidden() -> None:
    detect = perfect(PenaltyMarkOracle)
    assert not detect(scene(Pose2(1.7, 0.0, 0.0), others=(standing(3.2, 0.0),))).seen


def test_a_false_mark_is_on_a_line_intersection() -> None:
    detect = perfect(PenaltyMarkOracle, false_rate=1.0)
    percept = detect(scene(Pose2(0.0, 1.5, 0.5 * np.pi)))
    assert percept.seen
    assert percept.position_in_robot.x == pytest.approx(1.5)
