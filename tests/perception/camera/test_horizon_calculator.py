"""The horizon, and the camera's rotation between rows."""

from dataclasses import replace

import numpy as np
import pytest
from tests import camera_infos

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose3, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.horizon_calculator import (
    HorizonCalculator,
    HorizonCalculatorParameters,
)
from kickabout.representations import CameraImage, CameraMatrix

INFO = replace(camera_infos.INFO, row_time=1e-4)


def matrix(pitch: float, yaw: float) -> CameraMatrix:
    rotation = rotation_from_roll_pitch_yaw(0.0, pitch, yaw)
    return CameraMatrix(camera_to_robot=Pose3(rotation, np.array((0.0, 0.0, 0.5))), valid=True)


def test_looking_down_lifts_the_horizon() -> None:
    detector = HorizonCalculator(HorizonCalculatorParameters())
    level = detector.update(FrameInfo(), matrix(0.0, 0.0), INFO, CameraImage())
    down = detector.update(FrameInfo(), matrix(0.2, 0.0), INFO, CameraImage())
    assert level.horizon_left[1] == pytest.approx(240.5)
    assert down.horizon_left[1] == pytest.approx(240.5 - 560.0 * 0.2027, abs=0.1)


def test_a_turning_head_rotates_the_camera_between_rows() -> None:
    detector = HorizonCalculator(HorizonCalculatorParameters())
    detector.update(FrameInfo(time=1.0), matrix(0.0, 0.0), INFO, CameraImage())
    turned = detector.update(
        FrameInfo(time=1.05), matrix(0.0, 0.1), INFO, CameraImage(taken_at=1.04)
    )
    assert turned.row_rotation[0] == pytest.approx(2.0 * 1e-4)
    assert turned.row_rotation[1] == pytest.approx(0.0, abs=1e-9)
    assert turned.row_of_matrix == pytest.approx(100.0)


def test_after_a_pause_no_turn_is_assumed() -> None:
    detector = HorizonCalculator(HorizonCalculatorParameters())
    detector.update(FrameInfo(time=1.0), matrix(0.0, 0.0), INFO, CameraImage())
    later = detector.update(FrameInfo(time=2.0), matrix(0.0, 0.1), INFO, CameraImage())
    assert not later.row_rotation.any()
