"""Is the ball detected at its true position, and nothing else?"""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.modules import made
from tests.perception.ball.test_ball_patches import projection
from tests.perception.net_scenes import ball_distance, ball_in_robot, chosen, pictures

from kickabout.learning.samples.ball_samples import visible_fraction
from kickabout.learning.samples.module_inputs import (
    CandidateSampler,
    camera_inputs_of,
    true_boundary,
)
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.ball_detector import BallDetector
from kickabout.perception.ball.ball_patches import expected_radii
from kickabout.perception.ball.ball_percepts import (
    best_centers,
    best_circle,
    circles_in_image,
    has_ball_size,
    on_ground,
)
from kickabout.perception.camera.camera_projection import image_to_robot, spreads_on_ground
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraMatrix,
    RobotsPercept,
    Seen,
)
from kickabout.robots.nao.cameras import CAMERA_NAMES


def detected(picture: LabeledPicture, *, offset: float = 0.3, **parameters: object) -> BallPercept:
    """Detect with a candidate beside the ball, or in the lower half of an image without one."""
    circle = picture.ball_circle()
    if circle is None:
        circle = (0.5 * picture.optics.width, 0.7 * picture.optics.height, 20.0)
    u, v, radius = circle
    candidates = BallCandidates(
        centers_in_image=np.array([(u + offset * radius, v - offset * radius)]),
        radii_px=np.array((radius,)),
        scores=np.array((1.0,)),
    )
    percept: BallPercept = made(BallDetector, **parameters).update(
        camera_inputs_of(picture), candidates, picture.field
    )
    return percept


def visible(camera: str, min_distance: float, max_distance: float) -> tuple[LabeledPicture, ...]:
    return chosen(
        camera,
        lambda p: min_distance < ball_distance(p) < max_distance and visible_fraction(p) > 0.75,
    )


@pytest.mark.parametrize("camera", CAMERA_NAMES)
def test_visible_balls_are_detected_at_their_position(camera: str) -> None:
    near = visible(camera, 0.0, 3.0)
    seen = [(p, detected(p)) for p in near]
    found = [(p, percept) for p, percept in seen if percept.seen is Seen.YES]
    assert len(found) >= 0.85 * len(near)
    errors = [
        math.dist(percept.position_in_robot.array.tolist(), ball_in_robot(p)) / ball_distance(p)
        for p, percept in found
    ]
    assert float(np.median(errors)) < 0.04


def test_the_percept_has_a_plausible_covariance() -> None:
    for picture in visible("upper", 0.5, 4.0):
        percept = detected(picture)
        if percept.seen is Seen.YES:
            eigenvalues = np.linalg.eigvalsh(percept.covariance)
            assert 0.0 < eigenvalues[0] <= eigenvalues[1] < 1.0
            return
    pytest.fail("no ball was detected; expected at least one")


def test_empty_carpet_is_no_ball() -> None:
    empty = chosen("upper", lambda p: p.ball_in_world is None)
    assert len(empty) >= 3
    assert all(detected(picture).seen is Seen.NO for picture in empty)


def test_robots_lines_and_objects_are_hardly_ever_balls() -> None:
    sampler, detector, spotted, mistaken = CandidateSampler(), made(BallDetector), 0, 0
    for picture in pictures():
        if visible_fraction(picture) > 0.0:
            continue
        camera = camera_inputs_of(picture)
        regions, colors = sampler.segmented(picture, camera)
        candidates: BallCandidates = sampler.generator.update(
            camera, regions, colors, true_boundary(picture), RobotsPercept(), picture.field
        )
        spotted += len(candidates.radii_px)
        mistaken += int(detector.update(camera, candidates, picture.field).seen is Seen.YES)
    assert spotted >= 50
    assert mistaken <= 1


def test_scores_between_both_limits_are_guesses() -> None:
    pictures = visible("upper", 0.5, 3.0)
    picture = next(picture for picture in pictures if 0.0 < detected(picture).score < 1.0)
    assert detected(picture, sure=1.0, guessed=0.0, promising=0.0).seen is Seen.GUESSED
    assert detected(picture, sure=1.0, guessed=1.0, promising=0.0).seen is Seen.NO


def test_a_ball_of_the_wrong_size_is_none() -> None:
    picture = visible("upper", 0.5, 3.0)[0]
    assert detected(picture, size_error=1.0, sure=0.0, guessed=0.1).seen is Seen.NO


def test_without_camera_matrix_or_candidates_nothing_is_detected() -> None:
    picture = visible("upper", 0.5, 3.0)[0]
    detector, camera = made(BallDetector), camera_inputs_of(picture)
    assert detector.update(camera, BallCandidates(), picture.field).seen is Seen.NO
    blind = replace(camera, matrix=CameraMatrix())
    candidates = BallCandidates(
        centers_in_image=np.zeros((1, 2)), radii_px=np.ones(1), scores=np.ones(1)
    )
    assert detector.update(blind, candidates, picture.field).seen is Seen.NO


def test_circles_are_relative_to_center_and_edge_of_their_patches() -> None:
    circles = np.array([(0.1, -0.2, 0.3), (0.0, 0.5, 0.25)], np.float32)
    centers, radii = np.array([(50.0, 60.0), (7.0, 8.0)]), np.array((10.0, 20.0))
    expected = circles * (3.5 * radii)[:, None] + np.column_stack((centers, np.zeros(2)))
    assert circles_in_image(circles, centers, radii) == pytest.approx(expected)


def test_the_best_circles_come_first() -> None:
    scores = np.array((0.2, 0.9, 0.5, 0.9, 0.4), np.float32)
    circles = np.array([(float(k), 2.0 * k, 9.0) for k in range(5)])
    assert best_centers(scores, circles, 0.3, 3)[:, 0].tolist() == [1.0, 3.0, 2.0]
    assert best_centers(scores, circles, 0.45, 9).tolist() == [[1.0, 2.0], [3.0, 6.0], [2.0, 4.0]]
    assert len(best_centers(scores, circles, 0.95, 3)) == 0


def test_the_best_circle_has_the_size_of_a_ball() -> None:
    circles = np.array([(320.0, 300.0, 0.0), (320.0, 350.0, 0.0), (320.0, 400.0, 0.0)])
    sizes = expected_radii(np.ascontiguousarray(circles[:, :2]), projection(), 0.05)
    circles[:, 2] = sizes * (1.4, 1.6, 0.7)
    assert has_ball_size(circles, projection(), 0.05, 1.5).tolist() == [True, False, True]
    scores = np.array((0.5, 1.0, 0.75), np.float32)
    assert best_circle(scores, circles, projection(), 0.05, 1.5) == (2, 0.75)
    assert best_circle(scores[1:2], circles[1:2], projection(), 0.05, 1.5)[1] == 0.0


def test_a_ball_is_projected_to_the_ground_like_any_pixel() -> None:
    position, covariance = on_ground(300.0, 310.0, projection(), 0.05, 0.012, 0.008, 1.0)
    expected = image_to_robot(np.array(((300.0, 310.0),)), projection(), 0.05)
    assert np.array_equal(position, expected[0])
    assert np.array_equal(
        covariance, spreads_on_ground(expected, projection(), 0.012, 0.008, 1.0)[0]
    )
    assert np.isnan(on_ground(300.0, -400.0, projection(), 0.05, 0.012, 0.008, 1.0)[0]).all()
