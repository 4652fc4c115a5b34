"""Are other robots detected, with their distances and teams?"""

import numpy as np
import pytest
from tests.modules import made
from tests.perception.ball.test_ball_patches import projection
from tests.perception.net_scenes import chosen

from kickabout.learning.samples.module_inputs import (
    CandidateSampler,
    camera_inputs_of,
    true_boundary,
)
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.robot_samples import robot_boxes
from kickabout.perception.camera.camera_projection import robot_to_image
from kickabout.perception.networks import network
from kickabout.perception.robots.robot_detector import RobotDetector, Surroundings
from kickabout.perception.robots.robot_network import network_boxes
from kickabout.perception.robots.robot_positions import (
    ROBOT_HEIGHT,
    apart,
    is_large_enough,
    is_whole_enough,
    moved_away,
    relative_heights,
    usual_heights,
)
from kickabout.pictures.codec import resized
from kickabout.representations import (
    CameraImage,
    CutOffRobots,
    GameControllerData,
    GameInfo,
    GameTeam,
    PlayerInfo,
    RobotsPercept,
    TeamColor,
    TeamSeen,
)
from kickabout.robots.nao.configuration import NAO


def game(own: str, opponent: str) -> GameInfo:
    teams = (
        GameTeam(number=1, color=TeamColor(own)),
        GameTeam(number=2, color=TeamColor(opponent)),
    )
    return GameInfo(data=GameControllerData(teams=teams), received=True)


def detected_in(
    picture: LabeledPicture, own: str = "blue", opponent: str = "red"
) -> tuple[RobotsPercept, CutOffRobots]:
    camera = camera_inputs_of(picture)
    _, colors = CandidateSampler().segmented(picture, camera)
    around = Surroundings(
        colors=colors,
        boundary=true_boundary(picture),
        game=game(own, opponent),
        player=PlayerInfo(team=1, number=1),
    )
    percepts: tuple[RobotsPercept, CutOffRobots] = made(RobotDetector).update(camera, around)
    return percepts


def clear_robots(picture: LabeledPicture) -> np.ndarray:
    """Return boxes of near robots that are hardly hidden and not cut off."""
    boxes = robot_boxes(picture)
    fill = boxes[:, 4] / np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1.0)
    is_clear = (fill > 0.35) & (boxes[:, 5] < 4.0) & (boxes[:, 7] == 0.0) & (boxes[:, 4] > 300.0)
    clear: np.ndarray = boxes[is_clear]
    return clear


def test_robots_are_detected_at_the_right_distance() -> None:
    errors, missed = [], 0
    for picture in chosen("upper", lambda p: len(clear_robots(p)) > 0):
        percept, _ = detected_in(picture)
        for box in clear_robots(picture):
            position = picture.robot_in_robot(picture.others[int(box[8])]).position
            gaps = [robot.position_in_robot.distance_to(position) for robot in percept.robots]
            if gaps and min(gaps) < 0.25 * position.norm + 0.15:
                nearest = percept.robots[int(np.argmin(gaps))]
                errors.append(abs(nearest.position_in_robot.norm / position.norm - 1.0))
            else:
                missed += 1
    assert len(errors) >= 3 * missed
    assert float(np.median(errors)) < 0.12


@pytest.mark.parametrize("size", [(160, 120), (480, 360), (1280, 720)])
def test_boxes_are_at_the_same_positions_in_images_of_other_sizes(size: tuple[int, int]) -> None:
    picture = chosen("upper", lambda p: len(clear_robots(p)) > 0)[0]
    other = np.full((size[1], size[0], 2), 128, np.uint8)
    other[:, :, 0] = resized(np.ascontiguousarray(picture.yuyv[:, :, 0]), size)
    usual = network_boxes(network(NAO, "robots"), CameraImage(yuyv=picture.yuyv), 0.02, 0.4)
    found = network_boxes(network(NAO, "robots"), CameraImage(yuyv=other), 0.02, 0.4)
    fractions = [
        boxes[0, :4] / np.tile(sides, 2) for boxes, sides in ((usual, (640, 480)), (found, size))
    ]
    assert fractions[0] == pytest.approx(fractions[1], abs=0.02)


def test_empty_images_have_few_robots() -> None:
    empty = chosen("upper", lambda p: not p.others)
    assert len(empty) > 10
    assert sum(len(detected_in(picture)[0].robots) for picture in empty) <= 0.1 * len(empty)


def test_robots_without_visible_feet_are_passed_on_to_the_lower_camera() -> None:
    near = chosen(
        "upper",
        lambda p: bool((robot_boxes(p)[:, 7] > 0.0).any() and robot_boxes(p)[0, 4] > 8000.0),
    )
    results = [detected_in(picture)[1] for picture in near]
    assert any(found.robots for found in results)


def test_jerseys_are_distinguished() -> None:
    right, wrong = 0, 0
    for picture in chosen("upper", lambda p: len(clear_robots(p)) > 0):
        jerseys = sorted({robot.jersey for robot in picture.others} - {"green"})
        if len(jerseys) != 2:
            continue
        percept, _ = detected_in(picture, jerseys[0], jerseys[1])
        for box in clear_robots(picture):
            other = picture.others[int(box[8])]
            position = picture.robot_in_robot(other).position
            for robot in percept.robots:
                if robot.position_in_robot.distance_to(position) < 0.3 and other.jersey in jerseys:
                    truth = TeamSeen.OWN if other.jersey == jerseys[0] else TeamSeen.OPPONENT
                    right += int(robot.team is truth)
                    wrong += int(robot.team not in (truth, TeamSeen.UNKNOWN))
    assert right >= 20
    assert wrong <= 2


def test_a_box_as_high_as_a_robot_standing_there_has_a_relative_height_of_one() -> None:
    feet = np.array(((2.0, 0.3), (1.0, -0.2)))
    bottoms = robot_to_image(feet, projection(), 0.0)
    tops = robot_to_image(feet, projection(), ROBOT_HEIGHT)
    left, right = bottoms[:, 0] - 20.0, bottoms[:, 0] + 20.0
    boxes = np.column_stack((left, tops[:, 1], right, bottoms[:, 1]))
    assert relative_heights(boxes, usual_heights(boxes, projection())) == pytest.approx(
        np.ones(2), abs=0.01
    )
    boxes[:, 1] -= 0.5 * (boxes[:, 3] - boxes[:, 1])
    assert relative_heights(boxes, usual_heights(boxes, projection())) == pytest.approx(
        np.full(2, 1.5), abs=0.01
    )


def test_an_arm_at_the_side_of_the_image_is_no_robot() -> None:
    boxes = np.array(
        ((0.0, 100.0, 30.0, 300.0), (0.0, 100.0, 90.0, 300.0), (200.0, 100.0, 230.0, 300.0))
    )
    assert is_whole_enough(boxes, 640, 4.0, 0.3).tolist() == [False, True, True]


def test_a_box_as_wide_as_a_ball_is_no_robot_unless_it_is_high() -> None:
    left, right = robot_to_image(np.array(((2.0, 0.05), (2.0, -0.05))), projection(), 0.0)
    wide = right[0] - left[0]
    low = (left[0], left[1] - wide, right[0], left[1])
    high = (left[0], left[1] - 3.0 * wide, right[0], left[1])
    wider = (left[0] - wide, left[1] - wide, right[0] + wide, left[1])
    assert is_large_enough(np.array((low, high, wider)), projection(), 0.17).tolist() == [
        False,
        True,
        True,
    ]


def test_of_two_robots_at_the_same_position_the_first_wanted_one_counts() -> None:
    points = np.array(((1.0, 0.0), (1.1, 0.0), (1.2, 0.0), (3.0, 0.0)))
    assert apart(points, np.ones(4, np.bool_), 0.15).tolist() == [True, False, True, True]
    wanted = np.array((False, True, True, True))
    assert apart(points, wanted, 0.15).tolist() == [True, True, False, True]


def test_robots_are_behind_the_visible_edge_of_their_feet() -> None:
    position = np.array(((2.0, 1.0),))
    camera_position = projection().position_in_robot[:2]
    moved = moved_away(position, projection(), 0.1)
    assert np.linalg.norm(moved - position) == pytest.approx(0.1)
    angles = np.arctan2(*(np.concatenate((moved, position)) - camera_position).T)
    assert angles[0] == pytest.approx(angles[1])
    assert moved[0, 0] > 2.0


def test_teams_are_unknown_until_the_jersey_colors_are_known() -> None:
    picture = chosen("upper", lambda p: len(clear_robots(p)) > 0)[0]
    percept, _ = detected_in(picture, "red", "red")
    assert [robot.team for robot in percept.robots] == [TeamSeen.UNKNOWN]
    known, _ = detected_in(picture, "blue", "red")
    assert [robot.team for robot in known.robots] == [TeamSeen.OWN]
