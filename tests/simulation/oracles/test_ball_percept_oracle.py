"""The oracle finds balls like a good detector."""

import numpy as np
import pytest
from tests.camera_infos import INFO
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import random_scenes, scene, standing
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Camera, Field, Pose2, Pose3, Robot, Vector2
from kickabout.representations import GroundTruth, Seen, TrueRobot
from kickabout.simulation.oracles.ball_percept_oracle import BallPerceptOracle


@pytest.fixture(scope="module")
def sightings() -> tuple[Sightings, int, int]:
    """Return statistics of 4,000 random scenes, false balls, and images without a ball."""
    runner = OracleRunner(made(BallPerceptOracle))
    ideal = perfect(BallPerceptOracle, full_range=20.0, end_range=30.0)
    found, false, empty = Sightings(), 0, 0
    for truth in random_scenes(4000, robots=3):
        percept = runner(truth)
        true = truth.own.robot_to_field.inverse() @ Vector2(*truth.ball_in_field[:2])
        if ideal(truth).seen is Seen.NO:
            empty += 1
            false += percept.seen is Seen.YES
        elif percept.seen is Seen.YES:
            error = (percept.position_in_robot - true).array
            found.found(true.norm, error, percept.covariance)
        else:
            found.missed(true.norm)
    return found, false, empty


def test_balls_are_found_as_good_detectors_find_them(
    sightings: tuple[Sightings, int, int],
) -> None:
    found, false, empty = sightings
    assert found.recall(0.0, 3.0) >= 0.95
    assert 0.75 <= found.recall(3.0, 6.0) <= 0.97
    assert 0.1 <= found.recall(6.0, 9.0) <= 0.6
    assert false <= 0.003 * empty


def test_errors_grow_with_the_distance_like_real_ones(
    sightings: tuple[Sightings, int, int],
) -> None:
    found = sightings[0]
    assert 0.005 < found.median_error(0.0, 1.5) < 0.05
    assert 0.02 < found.median_error(1.0, 2.0) < 0.07
    assert 0.06 < found.median_error(2.0, 4.0) < 0.2
    assert 0.2 < found.median_error(4.0, 9.0) < 0.7


def test_the_covariance_matches_the_errors(sightings: tuple[Sightings, int, int]) -> None:
    assert 0.7 < sightings[0].surprise(0.0, 3.0) < 1.3
    assert 0.7 < sightings[0].surprise(3.0, 6.0) < 1.6


def test_a_ball_in_view_is_found_where_it_is() -> None:
    percept = perfect(BallPerceptOracle)(scene(Pose2(1.0, 1.0, 0.5), ball=(2.5, 2.0)))
    true: Vector2[Robot] = Pose2(1.0, 1.0, 0.5).inverse() @ Vector2(2.5, 2.0)
    assert percept.seen is Seen.YES
    assert percept.position_in_robot.distance_to(true) < 1e-9
    assert percept.radius_px == pytest.approx(598.8 * 0.05 / 1.81, rel=0.05)


def test_a_ball_far_away_is_sometimes_found() -> None:
    runner = OracleRunner(made(BallPerceptOracle))
    seen = [runner(scene(Pose2(-3.0, 0.0, 0.0), ball=(3.5, 0.0))).seen for _ in range(200)]
    assert 0.2 < seen.count(Seen.YES) / 200 < 0.8
    assert seen.count(Seen.GUESSED) > 10


def test_a_ball_beside_the_image_is_not_seen() -> None:
    detect = perfect(BallPerceptOracle)
    assert detect(scene(ball=(1.0, 2.0))).seen is Seen.NO
    assert detect(scene(ball=(1.0, 2.0), pan=1.1)).seen is Seen.YES
    assert detect(scene(ball=(-1.0, 0.0))).seen is Seen.NO


def test_a_ball_behind_a_robot_is_hidden() -> None:
    detect = perfect(BallPerceptOracle)
    assert detect(scene(ball=(2.5, 0.0), others=(standing(2.0, 0.0),))).seen is Seen.NO
    assert detect(scene(ball=(1.5, 0.0), others=(standing(2.0, 0.0),))).seen is Seen.YES


def test_half_a_ball_is_found() -> None:
    detect = perfect(BallPerceptOracle)
    edge = 0.12 * 2.5 / 2.0
    assert detect(scene(ball=(2.5, edge + 0.02), others=(standing(2.0, 0.0),))).seen is Seen.YES
    assert detect(scene(ball=(2.5, edge - 0.03), others=(standing(2.0, 0.0),))).seen is Seen.NO


def test_a_ball_between_the_own_feet_is_hidden() -> None:
    detect = perfect(BallPerceptOracle)
    assert detect(scene(ball=(0.03, 0.0), down=1.3)).seen is Seen.NO
    assert detect(scene(ball=(0.18, 0.0), down=1.3)).seen is Seen.YES


def test_a_robot_on_its_back_sees_no_ball() -> None:
    detect = perfect(BallPerceptOracle)
    lying: Pose3[Camera, Field] = Pose3.from_translation(0.0, 0.0, 0.1) @ Pose3.rotation_y(
        -0.5 * np.pi
    )
    truth = GroundTruth(
        ball_in_field=np.array((1.0, 0.0, 0.05)),
        own=TrueRobot(own_team=True, number=1, upright=False),
        camera_to_field=lying,
    )
    assert detect(truth, INFO).seen is Seen.NO


def test_false_balls_are_where_detectors_make_mistakes() -> None:
    detect = perfect(BallPerceptOracle, false_rate=1.0)
    at_feet = detect(scene(others=(standing(1.0, 0.0),), down=0.6))
    assert at_feet.seen is Seen.YES
    assert at_feet.position_in_robot.distance_to(Vector2(0.86, 0.0)) < 0.1
    at_mark = detect(scene(Pose2(2.2, 0.0, 0.0), down=0.6))
    assert at_mark.position_in_robot.distance_to(Vector2(1.0, 0.0)) < 0.15
    assert detect(scene(Pose2(-2.0, 1.0, 0.0), down=0.7)).seen is Seen.NO
