"""HULKs' cascade: is the ball detected once, and nothing else?"""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.modules import made
from tests.perception.ball.test_hulks_ball_candidate_generator import rendered_candidates
from tests.perception.net_scenes import ball_distance, ball_in_robot, chosen

from kickabout.framework.teams.robot_configuration import NETS
from kickabout.framework.teams.toml_file import read_toml
from kickabout.geometry import Vector2
from kickabout.learning.samples.ball_samples import visible_fraction
from kickabout.learning.samples.module_inputs import camera_inputs_of, true_contour
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.hulks_ball_cascade import carpet_around, merged_circles
from kickabout.perception.ball.hulks_ball_detector import HulksBallDetector, on_robots
from kickabout.perception.colors.hulks_chromaticity_field_color_detector import (
    HulksChromaticityFieldColorDetector,
)
from kickabout.perception.colors.hulks_field_color import ChromaticityLimits
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraMatrix,
    FieldColors,
    RobotPercept,
    RobotsPercept,
    Seen,
)
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.configuration import NAO

GREEN, WHITE = (90, 100, 100), (200, 128, 128)  # Y, Cb, Cr


def detected(picture: LabeledPicture, **parameters: object) -> BallPercept:
    camera = camera_inputs_of(picture)
    colors = made(HulksChromaticityFieldColorDetector).update(camera, true_contour(picture))
    candidates = rendered_candidates(picture)
    percept: BallPercept = made(HulksBallDetector, **parameters).update(
        camera, candidates, RobotsPercept(), colors, picture.field
    )
    return percept


@pytest.mark.parametrize("camera", CAMERA_NAMES)
def test_visible_balls_are_detected_at_their_position(camera: str) -> None:
    pictures = chosen(camera, lambda p: ball_distance(p) < 3.0 and visible_fraction(p) > 0.75)
    percepts = [(picture, detected(picture)) for picture in pictures]
    found = [(picture, percept) for picture, percept in percepts if percept.seen is Seen.YES]
    assert len(found) >= 0.8 * len(pictures)
    errors = [
        math.dist(percept.position_in_robot.array.tolist(), ball_in_robot(picture))
        / ball_distance(picture)
        for picture, percept in found
    ]
    assert float(np.median(errors)) < 0.06


def test_hardly_any_ball_is_detected_in_pictures_without_one() -> None:
    pictures = [
        picture
        for camera in CAMERA_NAMES
        for picture in chosen(camera, lambda p: p.ball_circle() is None)
    ]
    assert len(pictures) >= 5
    false = sum(detected(picture).seen is Seen.YES for picture in pictures)
    assert false <= 0.1 * len(pictures)


def test_circles_of_one_ball_are_merged() -> None:
    circles = np.array(
        (
            (100.0, 100.0, 10.0, 0.9),
            (103.0, 100.0, 10.0, 0.9),
            (200.0, 100.0, 10.0, 0.95),
        )
    )
    merged = merged_circles(circles, 0.8)
    assert merged[:, 0].tolist() == pytest.approx([200.0, 101.5])
    assert merged[:, 3].tolist() == pytest.approx([0.95, 0.9])


def test_without_candidates_or_camera_matrix_nothing_is_detected() -> None:
    picture = chosen("upper", lambda p: True)[0]
    camera, detector = camera_inputs_of(picture), made(HulksBallDetector)
    others = (RobotsPercept(), FieldColors(), picture.field)
    assert detector.update(camera, BallCandidates(), *others).seen is Seen.NO
    blind = replace(camera, matrix=CameraMatrix())
    assert detector.update(blind, rendered_candidates(picture), *others).seen is Seen.NO


def test_the_carpet_around_a_ball_is_measured_within_the_image() -> None:
    image = np.empty((100, 200, 2), np.uint8)
    image[:, :, 0] = GREEN[0]
    image[:, 0::2, 1], image[:, 1::2, 1] = GREEN[1:]
    image[:, 100:, 0] = WHITE[0]
    image[:, 100::2, 1], image[:, 101::2, 1] = WHITE[1:]
    circles = np.array(
        (
            (50.0, 50.0, 10.0, 0.9),  # all on carpet
            (100.0, 50.0, 10.0, 0.9),  # half on carpet
            (150.0, 50.0, 10.0, 0.9),  # beside the carpet
            (0.0, 99.0, 10.0, 0.9),  # a quarter of its ring is in the image
        )
    )
    chromaticity = ChromaticityLimits(0.395, 0.34, 0.34, 0.0, 0.0, 0.0)
    assert carpet_around(image, circles, chromaticity).tolist() == pytest.approx(
        [1.0, 0.5, 0.0, 1.0], abs=0.05
    )


def test_balls_off_the_carpet_get_a_lower_score() -> None:
    pictures = chosen("upper", lambda p: ball_distance(p) < 3.0 and visible_fraction(p) > 0.75)
    scores = [
        [detected(picture, penalty_off_carpet=penalty).score for picture in pictures]
        for penalty in (0.0, 5.0)
    ]
    assert all(free >= lower for free, lower in zip(*scores, strict=True))
    assert sum(scores[0]) > sum(scores[1])


def test_circles_above_a_robots_feet_are_on_the_robot() -> None:
    robot = RobotPercept(
        box_in_image=(100.0, 50.0, 150.0, 200.0),
        position_in_robot=Vector2(2.0, 0.0),
        covariance=np.eye(2),
    )
    robots = RobotsPercept(robots=(robot,))
    circles = np.array(
        (
            (120.0, 100.0, 10.0, 0.9),  # at the chest
            (120.0, 185.0, 10.0, 0.9),  # in front of the feet
            (120.0, 40.0, 10.0, 0.9),  # above the head
            (170.0, 100.0, 10.0, 0.9),  # beside it
        )
    )
    assert on_robots(circles, robots, 1.0).tolist() == [True, False, False, False]


def test_the_cards_state_the_metrics_of_each_stage() -> None:
    first = read_toml(NAO.find(NETS, "hulks_ball_preclassifier")).data["metrics"]
    second = read_toml(NAO.find(NETS, "hulks_ball_classifier")).data["metrics"]
    third = read_toml(NAO.find(NETS, "hulks_ball_positioner")).data["metrics"]
    assert first["f2"] > 0.85
    assert second["f1"] > 0.9
    assert first["multiplications"] < 0.3 * second["multiplications"]
    assert third["median_center_error_radii"] < 0.2
