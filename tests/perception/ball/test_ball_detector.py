"""Does the robot see the ball, where it is, and only the ball?"""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.perception.ball.test_ball_patches import projection
from tests.perception.net_scenes import ball_distance, ball_in_robot, chosen, pictures
from tests.simulation.oracles.scenes import made

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
    has_ball_size,
    likeliest,
    on_ground,
    placed_circles,
)
from kickabout.perception.camera.camera_projection import image_to_robot, spreads_on_ground
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraMatrix,
    CameraName,
    RobotsPercept,
    Seen,
)


def looked(picture: LabeledPicture, *, offset: float = 0.3, **parameters: object) -> BallPercept:
    """With a spot beside the ball, or in the middle of the lower half without one."""
    circle = picture.ball_circle()
    if circle is None:
        circle = (0.5 * picture.optics.width, 0.7 * picture.optics.height, 20.0)
    u, v, radius = circle
    spots = BallCandidates(
        centers_in_image=np.array([(u + offset * radius, v - offset * radius)]),
        radii_px=np.array((radius,)),
        scores=np.array((1.0,)),
    )
    percept: BallPercept = made(BallDetector, **parameters).update(
        camera_inputs_of(picture), spots, picture.field
    )
    return percept


def visible(camera: CameraName, nearest: float, farthest: float) -> tuple[LabeledPicture, ...]:
    return chosen(
        camera, lambda p: nearest < ball_distance(p) < farthest and visible_fraction(p) > 0.75
    )


@pytest.mark.parametrize("camera", list(CameraName))
def test_visible_balls_are_seen_where_they_are(camera: CameraName) -> None:
    near = visible(camera, 0.0, 3.0)
    seen = [(p, looked(p)) for p in near]
    found = [(p, percept) for p, percept in seen if percept.seen is Seen.YES]
    assert len(found) >= 0.85 * len(near)
    errors = [
        math.dist(percept.position_in_robot.array.tolist(), ball_in_robot(p)) / ball_distance(p)
        for p, percept in found
    ]
    assert float(np.median(errors)) < 0.04


def test_the_percept_tells_how_uncertain_it_is() -> None:
    for picture in visible(CameraName.UPPER, 0.5, 4.0):
        percept = looked(picture)
        if percept.seen is Seen.YES:
            eigenvalues = np.linalg.eigvalsh(percept.covariance)
            assert 0.0 < eigenvalues[0] <= eigenvalues[1] < 1.0
            return
    pytest.fail("no ball was seen at all")


def test_empty_carpet_is_no_ball() -> None:
    empty = chosen(CameraName.UPPER, lambda p: p.ball_in_world is None)
    assert len(empty) >= 3
    assert all(looked(picture).seen is Seen.NO for picture in empty)


def test_robots_lines_and_things_are_hardly_ever_balls() -> None:
    sampler, seer, spotted, mistaken = CandidateSampler(), made(BallDetector), 0, 0
    for picture in pictures():
        if visible_fraction(picture) > 0.0:
            continue
        sight = camera_inputs_of(picture)
        regions, colors = sampler.segmented(picture, sight)
        spots: BallCandidates = sampler.generator.update(
            sight, regions, colors, true_boundary(picture), RobotsPercept(), picture.field
        )
        spotted += len(spots.radii_px)
        mistaken += int(seer.update(sight, spots, picture.field).seen is Seen.YES)
    assert spotted >= 50
    assert mistaken <= 1


def test_scores_between_both_limits_are_guesses() -> None:
    pictures = visible(CameraName.UPPER, 0.5, 3.0)
    picture = next(picture for picture in pictures if 0.0 < looked(picture).score < 1.0)
    assert looked(picture, sure=1.0, guessed=0.0, promising=0.0).seen is Seen.GUESSED
    assert looked(picture, sure=1.0, guessed=1.0, promising=0.0).seen is Seen.NO


def test_a_ball_of_the_wrong_size_is_none() -> None:
    picture = visible(CameraName.UPPER, 0.5, 3.0)[0]
    assert looked(picture, size_error=1.0, sure=0.0, guessed=0.1).seen is Seen.NO


def test_without_camera_matrix_or_spots_nothing_is_seen() -> None:
    picture = visible(CameraName.UPPER, 0.5, 3.0)[0]
    seer, sight = made(BallDetector), camera_inputs_of(picture)
    assert seer.update(sight, BallCandidates(), picture.field).seen is Seen.NO
    blind = replace(sight, matrix=CameraMatrix())
    spots = BallCandidates(
        centers_in_image=np.zeros((1, 2)), radii_px=np.ones(1), scores=np.ones(1)
    )
    assert seer.update(blind, spots, picture.field).seen is Seen.NO


def test_circles_are_placed_by_center_and_edge_of_their_patches() -> None:
    circles = np.array([(0.1, -0.2, 0.3), (0.0, 0.5, 0.25)], np.float32)
    centers, radii = np.array([(50.0, 60.0), (7.0, 8.0)]), np.array((10.0, 20.0))
    expected = circles * (3.5 * radii)[:, None] + np.column_stack((centers, np.zeros(2)))
    assert placed_circles(circles, centers, radii) == pytest.approx(expected)


def test_the_best_circles_come_first() -> None:
    scores = np.array((0.2, 0.9, 0.5, 0.9, 0.4), np.float32)
    circles = np.array([(float(k), 2.0 * k, 9.0) for k in range(5)])
    assert best_centers(scores, circles, 0.3, 3)[:, 0].tolist() == [1.0, 3.0, 2.0]
    assert best_centers(scores, circles, 0.45, 9).tolist() == [[1.0, 2.0], [3.0, 6.0], [2.0, 4.0]]
    assert len(best_centers(scores, circles, 0.95, 3)) == 0


def test_the_likeliest_circle_has_the_size_of_a_ball() -> None:
    circles = np.array([(320.0, 300.0, 0.0), (320.0, 350.0, 0.0), (320.0, 400.0, 0.0)])
    sizes = expected_radii(np.ascontiguousarray(circles[:, :2]), projection(), 0.05)
    circles[:, 2] = sizes * (1.4, 1.6, 0.7)
    assert has_ball_size(circles, projection(), 0.05, 1.5).tolist() == [True, False, True]
    scores = np.array((0.5, 1.0, 0.75), np.float32)
    assert likeliest(scores, circles, projection(), 0.05, 1.5) == (2, 0.75)
    assert likeliest(scores[1:2], circles[1:2], projection(), 0.05, 1.5)[1] == 0.0


def test_a_ball_is_on_the_ground_as_any_pixel() -> None:
    position, covariance = on_ground(300.0, 310.0, projection(), 0.05, 0.012, 0.008, 1.0)
    expected = image_to_robot(np.array(((300.0, 310.0),)), projection(), 0.05)
    assert np.array_equal(position, expected[0])
    assert np.array_equal(
        covariance, spreads_on_ground(expected, projection(), 0.012, 0.008, 1.0)[0]
    )
    assert np.isnan(on_ground(300.0, -400.0, projection(), 0.05, 0.012, 0.008, 1.0)[0]).all()
