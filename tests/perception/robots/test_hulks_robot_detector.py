"""HULKs' robots: many horizontal edges above carpet."""

import numpy as np
from tests.modules import made
from tests.perception.halls import FIELD
from tests.perception.hulks_scenes import (
    BLACK,
    CARPET,
    WHITE,
    carpet,
    evaluation,
    looking_down,
    paint,
)

from kickabout.evaluation.perception.perception_events import EvaluationEvent
from kickabout.perception.colors.hulks_image_segmenter import HulksImageSegmenter
from kickabout.perception.robots.hulks_robot_detector import HulksRobotDetector
from kickabout.representations import (
    BodyContour,
    FieldBoundaryPercept,
    LinesPercept,
    RobotsPercept,
)
from kickabout.representations.camera import Yuyv

CONTOUR = BodyContour()
NO_BOUNDARY = FieldBoundaryPercept()
PALE = (170, 128, 128)  # Y, Cb, Cr


def found_in(
    image: Yuyv, boundary: FieldBoundaryPercept = NO_BOUNDARY, tilt: float = 0.5
) -> RobotsPercept:
    camera = looking_down(image, tilt=tilt)
    columns, _ = made(HulksImageSegmenter).update(camera, CONTOUR, CARPET)
    percept: RobotsPercept = made(HulksRobotDetector).update(
        camera, columns, boundary, CONTOUR, LinesPercept(), FIELD
    )
    return percept


def striped(image: Yuyv, left: int, right: int, top: int, bottom: int) -> None:
    """Paint black and white stripes, as on robots."""
    for k, row in enumerate(range(top, bottom, 12)):
        color = WHITE if k % 2 == 0 else BLACK
        paint(image, (slice(row, min(row + 12, bottom)), slice(left, right)), color)


def mid_near(event: EvaluationEvent) -> bool:
    return 1.0 <= event.distance <= 4.0


def test_robots_that_show_their_feet_are_found() -> None:
    halls = evaluation("nominal", "dim", "half in shadow", seeds=(5, 6, 7, 8))
    score = halls.score("robots", mid_near)
    assert score.found + score.missed >= 40
    assert score.recall > 0.7
    assert score.precision > 0.75
    assert score.median_error < 0.3


def test_two_robots_are_two_percepts() -> None:
    image = carpet()
    striped(image, 100, 180, 60, 260)
    striped(image, 400, 480, 60, 240)
    robots = found_in(image).robots
    assert len(robots) == 2
    assert robots[0].position_in_robot.x < robots[1].position_in_robot.x


def test_carpet_with_lines_has_no_robots() -> None:
    image = carpet()
    paint(image, (slice(200, 212), slice(None)), WHITE)
    paint(image, (slice(300, 320), slice(None)), WHITE)
    assert found_in(image).robots == ()


def test_a_low_object_is_no_robot() -> None:
    image = carpet()
    striped(image, 300, 380, 220, 260)
    assert found_in(image).robots == ()


def test_feet_below_the_image_give_no_position() -> None:
    image = carpet()
    striped(image, 250, 450, 0, 480)
    assert found_in(image).robots == ()


def netted(image: Yuyv, left: int, right: int, top: int, bottom: int) -> None:
    """Paint as many edges as a robot has, but with little contrast."""
    for k, row in enumerate(range(top, bottom, 12)):
        color = WHITE if k % 2 == 0 else PALE
        paint(image, (slice(row, min(row + 12, bottom)), slice(left, right)), color)


def test_a_goal_has_edges_but_no_contrast() -> None:
    image = carpet()
    netted(image, 100, 180, 60, 260)
    assert found_in(image).robots == ()


def test_objects_on_the_boundary_are_no_robots() -> None:
    image = carpet()
    striped(image, 100, 180, 60, 160)
    ends = np.array(((0.0, 155.0), (640.0, 155.0)))
    boundary = FieldBoundaryPercept(valid=True, points_in_image=ends)
    assert found_in(image, boundary).robots == ()


def test_without_a_boundary_nothing_at_the_horizon_is_a_robot() -> None:
    image = carpet()
    striped(image, 100, 180, 60, 260)
    assert found_in(image, tilt=0.1).robots == ()


def test_nothing_is_detected_without_an_image() -> None:
    assert found_in(np.zeros((0, 0, 2), np.uint8)).robots == ()
