"""Is the ball among the places that get a closer look?"""

import numpy as np
from tests.perception.net_scenes import ball_distance, chosen
from tests.perception.test_ball_patches import eye

from kickabout.geometry import Vector2
from kickabout.learning.ball_samples import visible_share
from kickabout.learning.pictures import LabeledPicture
from kickabout.learning.spotted import Spotter, sight_of, true_boundary
from kickabout.perception.ball_patches import radius_at
from kickabout.perception.ball_spots import SpotRules, best_spots, gap_spots
from kickabout.perception.ball_spotter import outside_robots
from kickabout.representations import BallSpots, CameraName, RobotPercept, RobotsPercept

RULES = SpotRules(
    ball_radius=0.05,
    least_chord=0.42,
    smallest=3.0,
    largest=200.0,
    inside=0.3,
    least_inside=0.5,
    ring_weight=0.6,
    contrast_weight=1.0,
)
FIELD, WHITE, OTHER = 1, 2, 4


def spots_of_line(*regions: tuple[int, int, int], limit: float = 50.0) -> np.ndarray:
    """Spots of one scan line with regions (bottom, top, color), from bottom to top."""
    bottom, top, color = (np.array(values) for values in zip(*regions, strict=True))
    return gap_spots(
        np.array((320,), np.int32),
        np.zeros(len(regions), np.int32),
        top.astype(np.int32),
        bottom.astype(np.int32),
        color.astype(np.uint8),
        np.array((limit,)),
        eye(),
        RULES,
    )


def test_a_gap_as_high_as_a_ball_makes_a_spot_one_radius_above_its_lower_end() -> None:
    radius = radius_at(320.0, 300.0, eye(), 0.05)
    low, high = int(300 + radius), int(300 - radius)
    spots = spots_of_line((480, low, FIELD), (low, high, WHITE), (high, 0, FIELD))
    assert len(spots) == 1
    assert abs(spots[0, 1] - 300.0) < 0.15 * radius


def test_a_line_is_too_thin() -> None:
    assert len(spots_of_line((480, 304, FIELD), (304, 299, WHITE), (299, 0, FIELD))) == 0


def test_what_is_above_the_boundary_does_not_count() -> None:
    regions = [(480, 110, FIELD), (110, 106, WHITE), (106, 102, FIELD), (102, 70, WHITE)]
    assert len(spots_of_line(*regions, (70, 0, FIELD), limit=130.0)) == 0


def test_a_boundary_in_the_midst_of_carpet_is_not_believed() -> None:
    radius = radius_at(320.0, 300.0, eye(), 0.05)
    low, high = int(300 + radius), int(300 - radius)
    regions = [(480, low, FIELD), (low, high, WHITE), (high, 0, FIELD)]
    assert len(spots_of_line(*regions, limit=low + 2.0 * radius)) == 1


def test_a_ball_at_the_lower_edge_is_spotted_in_front_of_the_floor() -> None:
    spots = spots_of_line((480, 450, WHITE), (450, 100, OTHER))
    assert len(spots) == 1
    assert 450.0 < spots[0, 1] < 500.0


def test_a_ball_cut_off_by_the_lower_edge_is_sought_from_its_upper_end() -> None:
    spots = spots_of_line((480, 450, WHITE), (450, 0, FIELD))
    assert any(450.0 < y < 500.0 for y in spots[:, 1])


def test_the_best_spots_come_first_and_keep_apart() -> None:
    spots = np.array([(10.0, 10.0, 5.0), (12.0, 10.0, 5.0), (40.0, 10.0, 5.0)])
    assert best_spots(spots, np.array((1.0, 3.0, 2.0)), 5, 0.7).tolist() == [1, 2]


def test_spots_inside_a_robot_are_dropped_but_not_at_its_feet() -> None:
    robot = RobotPercept(
        box_in_image=(100.0, 100.0, 200.0, 300.0),
        position_in_robot=Vector2(1.0, 0.0),
        covariance=np.eye(2),
    )
    spots = np.array([(150.0, 150.0, 9.0), (150.0, 280.0, 9.0), (105.0, 150.0, 9.0)])
    outside = outside_robots(spots, RobotsPercept(robots=(robot,)), 0.35, 0.1)
    assert outside.tolist() == [False, True, True]
    lying = RobotPercept(
        box_in_image=robot.box_in_image,
        position_in_robot=robot.position_in_robot,
        covariance=np.eye(2),
        fallen=True,
    )
    outside = outside_robots(spots, RobotsPercept(robots=(lying,)), 0.35, 0.1)
    assert outside.tolist() == [False, False, False]


def found_share(pictures: tuple[LabeledPicture, ...]) -> float:
    spotter, hits = Spotter(), 0
    for picture in pictures:
        sight = sight_of(picture)
        regions, colors = spotter.scanned(picture, sight)
        spots: BallSpots = spotter.spotter.update(
            sight, regions, colors, true_boundary(picture), RobotsPercept(), picture.field
        )
        circle = picture.ball_circle()
        assert circle is not None
        gaps = np.hypot(*(spots.centers_in_image - np.array(circle[:2])).T) / circle[2]
        hits += int(len(gaps) > 0 and gaps.min() < 0.75)
    return hits / len(pictures)


def test_balls_are_spotted_in_both_cameras() -> None:
    for camera in CameraName:
        pictures = chosen(camera, lambda p: ball_distance(p) < 3.0 and visible_share(p) > 0.6)
        assert len(pictures) >= 5
        assert found_share(pictures) >= 0.9
