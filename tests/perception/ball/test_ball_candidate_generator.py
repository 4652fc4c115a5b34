"""Is the ball among the candidates?"""

import numpy as np
from tests.perception.ball.test_ball_patches import projection
from tests.perception.net_scenes import ball_distance, chosen

from kickabout.geometry import Vector2
from kickabout.learning.samples.ball_samples import visible_fraction
from kickabout.learning.samples.module_inputs import (
    CandidateSampler,
    camera_inputs_of,
    true_boundary,
)
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.ball_candidate_generator import robot_zones
from kickabout.perception.ball.ball_candidates import (
    CandidateRules,
    best_candidates,
    center_candidates,
    chosen_candidates,
    gap_candidates,
    is_in_zone,
    limits_at,
    ranked_candidates,
    rough_scores,
)
from kickabout.perception.ball.ball_patches import radius_at
from kickabout.perception.colors.relative_colors import Carpet, chroma, is_carpet, is_field
from kickabout.representations import (
    BallCandidates,
    FieldBoundaryPercept,
    RobotPercept,
    RobotsPercept,
)
from kickabout.representations.percepts import ABOVE_ALL
from kickabout.robots.nao.cameras import CAMERA_NAMES

RULES = CandidateRules(
    ball_radius=0.05,
    min_chord=0.42,
    min_radius=3.0,
    max_radius=200.0,
    inside=0.3,
    min_inside=0.5,
    ring_weight=0.6,
    contrast_weight=1.0,
)
FIELD, WHITE, OTHER = 1, 2, 4
CARPET = Carpet(y=90.0, blue=-0.2, red=-0.25, tolerance=0.15, y_low=40.0, y_high=160.0)


def candidates_of_line(*regions: tuple[int, int, int], limit: float = 50.0) -> np.ndarray:
    """Return candidates of one scan line with regions (bottom, top, color), from bottom to top."""
    bottom, top, color = (np.array(values) for values in zip(*regions, strict=True))
    return gap_candidates(
        np.array((320,), np.int32),
        np.zeros(len(regions), np.int32),
        top.astype(np.int32),
        bottom.astype(np.int32),
        color.astype(np.uint8),
        np.array((limit,)),
        projection(),
        RULES,
    )


def test_a_gap_as_high_as_a_ball_gives_a_candidate_above_its_lower_end() -> None:
    radius = radius_at(320.0, 300.0, projection(), 0.05)
    low, high = int(300 + radius), int(300 - radius)
    candidates = candidates_of_line((480, low, FIELD), (low, high, WHITE), (high, 0, FIELD))
    assert len(candidates) == 1
    assert abs(candidates[0, 1] - 300.0) < 0.15 * radius


def test_a_line_is_too_thin() -> None:
    assert len(candidates_of_line((480, 304, FIELD), (304, 299, WHITE), (299, 0, FIELD))) == 0


def test_gaps_above_the_boundary_do_not_count() -> None:
    regions = [(480, 110, FIELD), (110, 106, WHITE), (106, 102, FIELD), (102, 70, WHITE)]
    assert len(candidates_of_line(*regions, (70, 0, FIELD), limit=130.0)) == 0


def test_a_boundary_in_the_middle_of_carpet_is_ignored() -> None:
    radius = radius_at(320.0, 300.0, projection(), 0.05)
    low, high = int(300 + radius), int(300 - radius)
    regions = [(480, low, FIELD), (low, high, WHITE), (high, 0, FIELD)]
    assert len(candidates_of_line(*regions, limit=low + 2.0 * radius)) == 1


def test_a_ball_at_the_lower_edge_in_front_of_the_floor_is_a_candidate() -> None:
    candidates = candidates_of_line((480, 450, WHITE), (450, 100, OTHER))
    assert len(candidates) == 1
    assert 450.0 < candidates[0, 1] < 500.0


def test_a_ball_cut_off_by_the_lower_edge_is_located_by_its_upper_end() -> None:
    candidates = candidates_of_line((480, 450, WHITE), (450, 0, FIELD))
    assert any(450.0 < y < 500.0 for y in candidates[:, 1])


def test_the_best_candidates_come_first_and_keep_apart() -> None:
    candidates = np.array([(10.0, 10.0, 5.0), (12.0, 10.0, 5.0), (40.0, 10.0, 5.0)])
    assert best_candidates(candidates, np.array((1.0, 3.0, 2.0)), 5, 0.7).tolist() == [1, 2]


def ball_on_carpet(x: float, y: float, radius: float) -> np.ndarray:
    """Return an image of a ball on carpet, half black and half white."""
    yuyv = np.zeros((480, 640, 2), np.uint8)
    yuyv[:, :, 0], yuyv[:, 0::2, 1], yuyv[:, 1::2, 1] = 90, 110, 105
    rows, columns = np.mgrid[:480, :640]
    is_ball = (columns - x) ** 2 + (rows - y) ** 2 < radius**2
    yuyv[is_ball] = 128
    yuyv[is_ball, 0] = np.where(columns < x, 20, 220)[is_ball]
    return yuyv


def test_pixels_are_carpet_if_their_color_is_that_of_the_field() -> None:
    rng = np.random.default_rng(1)
    yuyv = rng.integers(0, 256, (40, 60, 2)).astype(np.uint8)
    yuyv[:20] = rng.integers((30, 95), (170, 120), (20, 60, 2))
    found = 0
    for row, column in np.ndindex(40, 60):
        y, blue, red = (
            float(yuyv[row, column, 0]),
            float(yuyv[row, column & ~1, 1]),
            float(yuyv[row, column | 1, 1]),
        )
        is_green = is_field(y, chroma(y, blue), chroma(y, red), CARPET)
        assert is_carpet(yuyv, column, row, CARPET) == is_green
        found += int(is_green)
    assert 200 < found < 2200


def test_candidates_move_to_the_middle_between_carpet() -> None:
    yuyv = ball_on_carpet(320.0, 300.0, 20.0)
    candidates = np.array([(312.0, 300.0, 20.0), (332.0, 300.0, 20.0), (320.0, 300.0, 10.0)])
    center_candidates(yuyv, candidates, CARPET)
    assert np.abs(candidates[:2, 0] - 320.0).max() <= 1.0
    assert candidates[2, 0] == 320.0  # twice as wide as a ball there


def test_black_and_white_on_carpet_scores_best() -> None:
    yuyv = ball_on_carpet(320.0, 300.0, 20.0)
    candidates = np.array([(320.0, 300.0, 20.0), (330.0, 300.0, 20.0), (100.0, 300.0, 20.0)])
    scores = rough_scores(yuyv, candidates, CARPET, RULES)
    assert scores[0] > scores[1] > 0.0 > scores[2]
    assert abs(scores[0] - (1.0 + RULES.ring_weight + 0.6 * RULES.contrast_weight)) < 1e-9


def test_gaps_are_ranked_by_their_rough_scores() -> None:
    radius = radius_at(320.0, 300.0, projection(), 0.05)
    low, high = int(300 + radius), int(300 - radius)
    regions = 2 * [(480, low, FIELD), (low, high, WHITE), (high, 0, FIELD)]
    bottom, top, color = (np.array(values, np.int32) for values in zip(*regions, strict=True))
    candidates = ranked_candidates(
        np.array((100, 325), np.int32),
        np.repeat(np.arange(2, dtype=np.int32), 3),
        top,
        bottom,
        color.astype(np.uint8),
        np.zeros((0, 2)),
        ball_on_carpet(320.0, 300.0, radius),
        projection(),
        CARPET,
        RULES,
        5,
        0.45,
    )
    assert len(candidates) == 1
    assert np.hypot(candidates[0, 0] - 320.0, candidates[0, 1] - 300.0) < 0.15 * radius


def test_limits_are_rows_of_the_boundary_unless_it_is_below_the_image() -> None:
    points = np.array([(10.0, 50.0), (200.0, 80.0), (400.0, 600.0), (630.0, 100.0)])
    columns = np.arange(0, 640, 7, dtype=np.int32)
    rows = FieldBoundaryPercept(valid=True, points_in_image=points).rows_at(columns.astype(float))
    limits = limits_at(columns, points, 480)
    assert np.array_equal(limits, np.where(rows >= 480.0, ABOVE_ALL, rows))
    assert (limits_at(columns, points[:1], 480) == ABOVE_ALL).all()


def test_candidates_in_a_zone_need_a_higher_score() -> None:
    candidates = np.array([(10.0 * k, 10.0, 5.0) for k in range(5)])
    scores = np.array((5.0, 8.0, -4.0, 2.0, 1.0), np.float32)
    zones = np.array([(0.0, 0.0, 15.0, 20.0, 9.0)])
    centers, radii, chosen = chosen_candidates(candidates, scores, zones, -3.0, 7.0, 2, 0.7)
    assert centers.tolist() == [[10.0, 10.0], [30.0, 10.0]]
    assert radii.tolist() == [5.0, 5.0]
    assert chosen.tolist() == [8.0, 2.0]


def test_candidates_inside_a_robot_are_in_a_zone_but_not_at_its_feet() -> None:
    robot = RobotPercept(
        box_in_image=(100.0, 100.0, 200.0, 300.0),
        position_in_robot=Vector2(1.0, 0.0),
        covariance=np.eye(2),
    )
    candidates = np.array([(150.0, 150.0, 9.0), (150.0, 280.0, 9.0), (105.0, 150.0, 9.0)])
    zones = robot_zones(RobotsPercept(robots=(robot,)), 0.35, 0.1)
    assert [is_in_zone(x, y, radius, zones) for x, y, radius in candidates] == [True, False, False]
    assert not is_in_zone(150.0, 150.0, 21.0, zones)  # the box may be around a ball
    lying = RobotPercept(
        box_in_image=robot.box_in_image,
        position_in_robot=robot.position_in_robot,
        covariance=np.eye(2),
        fallen=True,
    )
    zones = robot_zones(RobotsPercept(robots=(lying,)), 0.35, 0.1)
    assert all(is_in_zone(x, y, radius, zones) for x, y, radius in candidates)


def found_fraction(pictures: tuple[LabeledPicture, ...]) -> float:
    sampler, hits = CandidateSampler(), 0
    for picture in pictures:
        camera = camera_inputs_of(picture)
        regions, colors = sampler.segmented(picture, camera)
        candidates: BallCandidates = sampler.generator.update(
            camera, regions, colors, true_boundary(picture), RobotsPercept(), picture.field
        )
        circle = picture.ball_circle()
        assert circle is not None
        gaps = np.hypot(*(candidates.centers_in_image - np.array(circle[:2])).T) / circle[2]
        hits += int(len(gaps) > 0 and gaps.min() < 0.75)
    return hits / len(pictures)


def test_balls_are_candidates_in_both_cameras() -> None:
    for camera in CAMERA_NAMES:
        pictures = chosen(camera, lambda p: ball_distance(p) < 3.0 and visible_fraction(p) > 0.6)
        assert len(pictures) >= 5
        assert found_fraction(pictures) >= 0.9
