"""HULKs' penalty mark: a bright area of the right size with darker field around it."""

import numpy as np
from tests.modules import made
from tests.perception.halls import FIELD
from tests.perception.hulks_scenes import CARPET, WHITE, carpet, hulks, looking_down, paint

from kickabout.evaluation.perception.perception_evaluation import evaluate
from kickabout.evaluation.perception.perception_scenes import Hall, LabeledImage
from kickabout.geometry import Points2, Pose2, Robot, Vector2, World
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import robot_to_image
from kickabout.perception.colors.hulks_image_segmenter import HulksImageSegmenter
from kickabout.perception.landmarks.hulks_penalty_mark_detector import (
    HulksPenaltyMarkDetector,
    MarkInputs,
)
from kickabout.representations import (
    BallPercept,
    BodyContour,
    FieldBoundaryPercept,
    LinesPercept,
    PenaltyMarkPercept,
    Seen,
)
from kickabout.representations.camera import Yuyv


def found_in(image: Yuyv, tilt: float = 0.3, ball: BallPercept | None = None) -> PenaltyMarkPercept:
    camera = looking_down(image, tilt)
    columns, rows = made(HulksImageSegmenter).update(camera, BodyContour(), CARPET)
    given = MarkInputs(
        columns=columns,
        rows=rows,
        colors=CARPET,
        boundary=FieldBoundaryPercept(),
        ball=ball or BallPercept(),
        lines=LinesPercept(),
        field=FIELD,
    )
    percept: PenaltyMarkPercept = made(HulksPenaltyMarkDetector).update(camera, given)
    return percept


def cross_at(x: float, y: float, size: float = 0.1, tilt: float = 0.3) -> Yuyv:
    """Return an image of a white cross at this position on the ground."""
    image = carpet()
    camera: CameraInputs = looking_down(image, tilt)
    for half in ((0.5 * size, 0.025), (0.025, 0.5 * size)):
        ground = np.array([(x + a * half[0], y + b * half[1]) for a, b in ((-1, -1), (1, 1))])
        corners: Points2 = robot_to_image(ground, camera.projection, 0.0)
        (left, right), (top, bottom) = np.sort(corners.T).round().astype(int)
        paint(image, (slice(top, bottom), slice(left & ~1, (right + 1) & ~1)), WHITE)
    return image


def test_a_cross_of_the_right_size_is_the_mark() -> None:
    for x, y in ((0.8, 0.1), (1.3, -0.2), (1.9, 0.0)):
        percept = found_in(cross_at(x, y))
        assert percept.seen
        assert (percept.position_in_robot - Vector2(x, y)).norm < 0.05


def test_beyond_three_meters_no_mark_is_published() -> None:
    for x in (3.2, 3.6, 4.2):
        assert not found_in(cross_at(x, 0.0, tilt=0.1), tilt=0.1).seen


def test_a_cross_of_another_size_is_not_the_mark() -> None:
    assert not found_in(cross_at(1.0, 0.0, size=0.25)).seen


def test_a_line_is_not_the_mark() -> None:
    image = carpet()
    paint(image, (slice(200, 210), slice(None)), WHITE)
    assert not found_in(image).seen


def test_where_the_ball_is_there_is_no_mark() -> None:
    image = cross_at(1.0, 0.0)
    center = found_in(image).center_in_image
    ball = BallPercept(seen=Seen.YES, center_in_image=center, radius_px=25.0)
    assert not found_in(image, ball=ball).seen


def shots_near_the_mark() -> list[LabeledImage]:
    hall = Hall(FIELD, condition="nominal", seed=8, robots=3)
    hall.poses = [Pose2[Robot, World](FIELD.penalty_mark_x - d, 0.1, 0.0) for d in (0.6, 1.0, 1.4)]
    return list(hall.images(36))


def test_rendered_marks_are_found_and_nothing_else() -> None:
    score = evaluate(hulks(), shots_near_the_mark(), field=FIELD).score(
        "mark", lambda event: event.distance < 2.7
    )
    assert score.found >= 2
    assert score.recall > 0.5
    assert score.false <= 1
