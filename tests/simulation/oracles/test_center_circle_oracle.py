"""The oracle finds the center circle like a good detector."""

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import FIELD, random_scenes, scene
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Pose2
from kickabout.simulation.oracles.center_circle_oracle import CenterCircleOracle


def test_errors_grow_with_the_distance_and_match_the_covariance() -> None:
    runner = OracleRunner(made(CenterCircleOracle))
    ideal = perfect(CenterCircleOracle, full_range=20.0, end_range=20.0)
    sightings = Sightings()
    for truth in random_scenes(2000, robots=3):
        true = ideal(truth)
        if true.seen:
            percept, distance = runner(truth), true.center_in_robot.norm
            error = (percept.center_in_robot - true.center_in_robot).array
            if percept.seen:
                sightings.found(distance, error, percept.covariance)
            else:
                sightings.missed(distance)
    assert 0.88 <= sightings.recall(0.0, 3.5) <= 0.97
    assert 0.3 <= sightings.recall(4.0, 6.0) <= 0.85
    assert 0.02 < sightings.median_error(0.0, 2.0) < 0.08
    assert 0.05 < sightings.median_error(2.0, 4.0) < 0.2
    assert 0.7 < sightings.surprise(0.0, 4.0) < 1.4


def test_the_center_is_at_its_true_position() -> None:
    percept = perfect(CenterCircleOracle)(scene(Pose2(-2.0, 0.5, 0.0)))
    assert percept.seen
    assert percept.center_in_robot.x == pytest.approx(2.0)
    assert percept.center_in_robot.y == pytest.approx(-0.5)
    radii = np.linalg.norm(percept.points_in_robot - percept.center_in_robot.array, axis=1)
    assert radii == pytest.approx(np.full(len(radii), FIELD.center_circle_radius))


def test_a_short_arc_is_not_found() -> None:
    detect = perfect(CenterCircleOracle)
    assert not detect(scene(Pose2(-2.0, 0.0, 0.0), pan=0.9)).seen
    assert not detect(scene(Pose2(-2.0, 0.0, 3.0))).seen


def test_the_center_can_be_out_of_view() -> None:
    percept = perfect(CenterCircleOracle)(scene(Pose2(-1.6, 0.0, 0.0), pan=0.35))
    assert percept.seen
    assert percept.center_in_robot.x == pytest.approx(1.6)
