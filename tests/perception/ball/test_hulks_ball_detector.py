"""HULKs' cascade: does it see the ball, once, and only the ball?"""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.perception.ball.test_hulks_ball_candidate_generator import rendered_candidates
from tests.perception.net_scenes import ball_distance, ball_in_robot, chosen
from tests.simulation.oracles.scenes import made

from kickabout.framework.teams.configuration import load_config
from kickabout.geometry import Vector2
from kickabout.learning.samples.ball_samples import visible_fraction
from kickabout.learning.samples.module_inputs import camera_inputs_of, true_contour
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.hulks_ball_cascade import carpet_around, merged_circles
from kickabout.perception.ball.hulks_ball_detector import HulksBallDetector, on_robots
from kickabout.perception.colors.hulks_chromaticity_field_color_detector import (
    HulksChromaticityFieldColorDetector,
)
from kickabout.perception.colors.hulks_field_color import Shares
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraMatrix,
    CameraName,
    FieldColors,
    RobotPercept,
    RobotsPercept,
    Seen,
)

GREEN, WHITE = (90, 100, 100), (200, 128, 128)  # Y, Cb, Cr


def looked(picture: LabeledPicture, **parameters: object) -> BallPercept:
    sight = camera_inputs_of(picture)
    colors = made(HulksChromaticityFieldColorDetector).update(sight, true_contour(picture))
    spots = rendered_candidates(picture)
    percept: BallPercept = made(HulksBallDetector, **parameters).update(
        sight, spots, RobotsPercept(), colors, picture.field
    )
    return percept


@pytest.mark.parametrize("camera", list(CameraName))
def test_visible_balls_are_seen_where_they_are(camera: CameraName) -> None:
    pictures = chosen(camera, lambda p: ball_distance(p) < 3.0 and visible_fraction(p) > 0.75)
    percepts = [(picture, looked(picture)) for picture in pictures]
    found = [(picture, percept) for picture, percept in percepts if percept.seen is Seen.YES]
    assert len(found) >= 0.8 * len(pictures)
    errors = [
        math.dist(percept.position_in_robot.array.tolist(), ball_in_robot(picture))
        / ball_distance(picture)
        for picture, percept in found
    ]
    assert float(np.median(errors)) < 0.06


def test_pictures_without_a_ball_show_none() -> None:
    pictures = [
        picture
        for camera in CameraName
        for picture in chosen(camera, lambda p: p.ball_circle() is None)
    ]
    assert len(pictures) >= 5
    false = sum(looked(picture).seen is Seen.YES for picture in pictures)
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


def test_without_candidates_or_camera_nothing_is_seen() -> None:
    picture = chosen(CameraName.UPPER, lambda p: True)[0]
    sight, seer = camera_inputs_of(picture), made(HulksBallDetector)
    others = (RobotsPercept(), FieldColors(), picture.field)
    assert seer.update(sight, BallCandidates(), *others).seen is Seen.NO
    blind = replace(sight, matrix=CameraMatrix())
    assert seer.update(blind, rendered_candidates(picture), *others).seen is Seen.NO


def test_the_carpet_around_a_ball_is_what_the_image_shows_of_it() -> None:
    image = np.empty((100, 200, 2), np.uint8)
    image[:, :, 0] = GREEN[0]
    image[:, 0::2, 1], image[:, 1::2, 1] = GREEN[1:]
    image[:, 100:, 0] = WHITE[0]
    image[:, 100::2, 1], image[:, 101::2, 1] = WHITE[1:]
    circles = np.array(
        (
            (50.0, 50.0, 10.0, 0.9),  # on carpet
            (100.0, 50.0, 10.0, 0.9),  # half of it
            (150.0, 50.0, 10.0, 0.9),  # elsewhere
            (0.0, 99.0, 10.0, 0.9),  # a quarter of its ring is in the image
        )
    )
    shares = Shares(0.395, 0.34, 0.34, 0.0, 0.0, 0.0)
    assert carpet_around(image, circles, shares).tolist() == pytest.approx(
        [1.0, 0.5, 0.0, 1.0], abs=0.05
    )


def test_what_no_carpet_is_around_has_to_look_more_like_a_ball() -> None:
    pictures = chosen(
        CameraName.UPPER, lambda p: ball_distance(p) < 3.0 and visible_fraction(p) > 0.75
    )
    scores = [
        [looked(picture, doubt_off_carpet=doubt).score for picture in pictures]
        for doubt in (0.0, 5.0)
    ]
    assert all(free >= doubted for free, doubted in zip(*scores, strict=True))
    assert sum(scores[0]) > sum(scores[1])


def test_what_is_above_the_feet_of_a_robot_is_told_from_what_lies_before_them() -> None:
    robot = RobotPercept(
        box_in_image=(100.0, 50.0, 150.0, 200.0),
        position_in_robot=Vector2(2.0, 0.0),
        covariance=np.eye(2),
    )
    robots = RobotsPercept(robots=(robot,))
    circles = np.array(
        (
            (120.0, 100.0, 10.0, 0.9),  # at the chest
            (120.0, 185.0, 10.0, 0.9),  # before the feet
            (120.0, 40.0, 10.0, 0.9),  # above the head
            (170.0, 100.0, 10.0, 0.9),  # beside it
        )
    )
    assert on_robots(circles, robots, 1.0).tolist() == [True, False, False, False]


def test_the_cards_tell_how_good_each_stage_is() -> None:
    first = load_config("nets", "hulks_ball_preclassifier").data["metrics"]
    second = load_config("nets", "hulks_ball_classifier").data["metrics"]
    third = load_config("nets", "hulks_ball_positioner").data["metrics"]
    assert first["f2"] > 0.85
    assert second["f1"] > 0.9
    assert first["multiplications"] < 0.3 * second["multiplications"]
    assert third["median_center_error_radii"] < 0.2
