"""Weights of the cells of an image for automatic exposure."""

import numpy as np
import pytest
from tests.camera_infos import INFO

from kickabout.geometry import FloatArray, Pose3, Vector2, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.auto_exposure_controller import (
    AutoExposureController,
    AutoExposureControllerParameters,
)
from kickabout.representations import (
    BallModel,
    BodyContour,
    CameraMatrix,
    FieldDimensions,
    ImageCoordinateSystem,
)

ROTATION = rotation_from_roll_pitch_yaw(0.0, 0.35, 0.0)
MATRIX = CameraMatrix(camera_to_robot=Pose3(ROTATION, np.array((0.0, 0.0, 0.5))), valid=True)


def weights(contour: BodyContour | None = None, ball: BallModel | None = None) -> FloatArray:
    settings = AutoExposureController(AutoExposureControllerParameters()).update(
        MATRIX,
        INFO,
        ImageCoordinateSystem(),
        contour or BodyContour(),
        ball or BallModel(),
        FieldDimensions(),
    )
    return np.array(settings.weights).reshape(4, 4)


def test_far_field_does_not_count() -> None:
    assert not weights()[0].any()
    assert weights()[3].all()


def test_the_robots_body_does_not_count() -> None:
    rows = np.full(160, 480, np.int32)
    rows[:40] = 400
    assert weights(BodyContour(spacing=4, rows=rows))[3].tolist() == [0.0, 1.0, 1.0, 1.0]


def test_the_ball_gets_half_of_all_weight() -> None:
    ball = BallModel(known=True, position_in_robot=Vector2(1.2, 0.0))
    table = weights(ball=ball)
    assert table.max() == pytest.approx(0.5 * table.sum())
