"""Does the oracle see the penalty mark as a good detector would?"""

import numpy as np
import pytest
from tests.simulation.oracles.scenes import Looker, made, perfect, random_scenes, scene, standing
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Pose2
from kickabout.simulation.oracles.penalty_mark_oracle import PenaltyMarkOracle


def test_marks_are_found_when_near_and_hardly_when_far() -> None:
    looker, random = Looker(made(PenaltyMarkOracle)), np.random.default_rng(6)
    sightings = Sightings()
    for _ in range(1500):
        distance = float(random.uniform(0.8, 3.9))
        percept = looker(scene(Pose2(3.2 - distance, 0.0, 0.0), down=0.3))
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


def test_there_are_hardly_any_false_marks() -> None:
    looker, ideal = Looker(made(PenaltyMarkOracle)), perfect(PenaltyMarkOracle, full_range=9.0)
    scenes = list(random_scenes(2000, robots=0))
    false = sum(looker(truth).seen and not ideal(truth).seen for truth in scenes)
    assert false <= 2


def test_the_own_mark_is_seen_as_well() -> None:
    percept = perfect(PenaltyMarkOracle)(scene(Pose2(-2.0, 0.0, np.pi)))
    assert percept.seen
    assert percept.position_in_robot.x == pytest.approx(1.2)


def test_a_mark_below_a_robot_is_hidden() -> None:
    look = perfect(PenaltyMarkOracle)
    assert not look(scene(Pose2(1.7, 0.0, 0.0), others=(standing(3.2, 0.0),))).seen


def test_a_false_mark_lies_on_a_line_crossing() -> None:
    look = perfect(PenaltyMarkOracle, false_rate=1.0)
    percept = look(scene(Pose2(0.0, 1.5, 0.5 * np.pi)))
    assert percept.seen
    assert percept.position_in_robot.x == pytest.approx(1.5)
