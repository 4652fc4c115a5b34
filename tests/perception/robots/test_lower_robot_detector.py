"""Are feet in front of the robot detected, but no lines and balls?"""

import numpy as np
from tests.modules import made
from tests.perception.net_scenes import chosen

from kickabout.learning.samples.module_inputs import (
    CandidateSampler,
    camera_inputs_of,
    true_boundary,
    true_contour,
)
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.robot_samples import robot_boxes
from kickabout.perception.robots.lower_robot_detector import (
    LowerRobotDetector,
    LowerRobotDetectorParameters,
    NearGround,
)
from kickabout.representations import (
    CutOffRobot,
    CutOffRobots,
    RobotsPercept,
    TeamSeen,
)


def feet_in(
    picture: LabeledPicture, above: CutOffRobots | None = None, **parameters: object
) -> RobotsPercept:
    camera = camera_inputs_of(picture)
    _, colors = CandidateSampler().segmented(picture, camera)
    ground = NearGround(
        colors=colors,
        boundary=true_boundary(picture),
        contour=true_contour(picture),
        field=picture.field,
    )
    percept: RobotsPercept = made(LowerRobotDetector, **parameters).update(
        camera, ground, above or CutOffRobots()
    )
    return percept


def has_feet(picture: LabeledPicture) -> bool:
    boxes = robot_boxes(picture)
    is_large = (boxes[:, 4] > 3000.0) & (boxes[:, 6] == 0.0) & (boxes[:, 1] < 2.0)
    return bool((is_large & (boxes[:, 3] < 200.0)).any())


def test_most_feet_are_detected_near_their_position() -> None:
    pictures = chosen("lower", has_feet)
    assert pictures
    hits = 0
    for picture in pictures:
        positions = [picture.robot_in_robot(robot).position for robot in picture.others]
        hits += any(
            robot.position_in_robot.distance_to(position) < 0.25
            for robot in feet_in(picture).robots
            for position in positions
        )
    assert hits >= 0.6 * len(pictures)


def test_carpet_lines_and_balls_are_no_robots() -> None:
    pictures = chosen("lower", lambda p: not p.others)
    assert len(pictures) >= 2
    assert not [robot for picture in pictures for robot in feet_in(picture).robots]


def test_clusters_count_if_the_network_is_not_sure() -> None:
    pictures = chosen("lower", has_feet)
    unsure = sum(len(feet_in(p, min_score=1.0).robots) for p in pictures)
    helped = sum(len(feet_in(p, min_score=1.0, hint=0.2).robots) for p in pictures)
    assert unsure == 0
    assert helped > 0


def test_the_jersey_comes_from_the_upper_camera() -> None:
    for picture in chosen("lower", has_feet):
        seen = feet_in(picture).robots
        if seen:
            x, y = seen[0].position_in_robot
            position = picture.matrix().camera_to_robot.translation
            direction = float(np.arctan2(y - position[1], x - position[0]))
            robot = CutOffRobot(direction=direction, half_angle=0.1, team=TeamSeen.OPPONENT)
            again = feet_in(picture, CutOffRobots(robots=(robot,))).robots
            assert any(found.team is TeamSeen.OPPONENT for found in again)
            return
    raise AssertionError("no feet were detected; expected at least one")


def test_robots_cut_off_at_the_top_are_not_fallen() -> None:
    pictures = chosen("lower", lambda picture: bool((robot_boxes(picture)[:, 4] > 0).any()))
    seen = [robot for picture in pictures for robot in feet_in(picture).robots]
    edge = LowerRobotDetectorParameters().edge
    cut_off = [robot for robot in seen if robot.box_in_image[1] <= edge]
    assert len(cut_off) > 3
    assert not any(robot.fallen for robot in cut_off)
    assert any(robot.fallen for robot in seen)
