"""The camera's pose from kinematics and calibration."""

from dataclasses import replace

import numpy as np
import pytest
from tests.camera_infos import INFO

from kickabout.framework import NoParameters
from kickabout.geometry import Pose3
from kickabout.perception.camera.camera_matrix_calculator import CameraMatrixCalculator
from kickabout.representations import (
    BodyModel,
    CameraCalibration,
    JointState,
    TorsoState,
)
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator

TORSO = TorsoState(torso_to_robot=Pose3.from_translation(0.0, 0.0, 0.3), valid=True)


def body() -> BodyModel:
    return BodyModelCalculator(NoParameters()).update(JointState(angles=STAND))


@pytest.mark.parametrize("camera", CAMERA_NAMES)
def test_the_cameras_pose_is_that_of_the_kinematics(camera: str) -> None:
    calculator = CameraMatrixCalculator(NoParameters())
    matrix = calculator.update(body(), TORSO, CameraCalibration(), replace(INFO, camera=camera))
    expected = TORSO.torso_to_robot @ nao_kinematics().forward(STAND).camera_to_torso(camera)
    assert matrix.valid
    assert matrix.camera_to_robot.matrix == pytest.approx(expected.matrix)


def test_each_camera_has_its_own_corrections() -> None:
    calculator = CameraMatrixCalculator(NoParameters())
    calibration = CameraCalibration(cameras={"upper": (0.0, 0.05, 0.0)})
    other = CameraCalibration(cameras={"lower": (0.0, 0.05, 0.0)})
    matrices = [
        calculator.update(body(), TORSO, tried, INFO)
        for tried in (
            CameraCalibration(),
            calibration,
            other,
        )
    ]
    axes = [matrix.camera_to_robot.rotation[:, 0] for matrix in matrices]
    assert axes[1][2] < axes[0][2] - 0.04
    assert axes[2] == pytest.approx(axes[0])


def test_a_leaning_body_moves_the_camera() -> None:
    calculator = CameraMatrixCalculator(NoParameters())
    upright = calculator.update(body(), TORSO, CameraCalibration(), INFO)
    leaning = calculator.update(body(), TORSO, CameraCalibration(body_pitch=0.1), INFO)
    moved = leaning.camera_to_robot.translation - upright.camera_to_robot.translation
    assert moved[0] > 0.015


def test_without_a_body_the_matrix_is_invalid() -> None:
    matrix = CameraMatrixCalculator(NoParameters()).update(
        BodyModel(), TORSO, CameraCalibration(), INFO
    )
    assert not matrix.valid
    assert np.array_equal(matrix.camera_to_robot.matrix, np.eye(4))
