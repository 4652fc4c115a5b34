"""Where the camera is by kinematics and calibration."""

import numpy as np
import pytest

from kickabout.framework import NoParameters
from kickabout.geometry import Pose3
from kickabout.perception.camera.camera_matrix_calculator import CameraMatrixCalculator
from kickabout.representations import (
    BodyModel,
    CameraCalibration,
    CameraInfo,
    CameraName,
    JointState,
    TorsoState,
)
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator

TORSO = TorsoState(torso_to_robot=Pose3.from_translation(0.0, 0.0, 0.3), valid=True)


def body() -> BodyModel:
    return BodyModelCalculator(NoParameters()).update(JointState(angles=STAND))


@pytest.mark.parametrize("camera", list(CameraName))
def test_camera_is_where_kinematics_puts_it(camera: CameraName) -> None:
    poser = CameraMatrixCalculator(NoParameters())
    matrix = poser.update(body(), TORSO, CameraCalibration(), CameraInfo(camera=camera))
    expected = TORSO.torso_to_robot @ nao_kinematics().forward(STAND).camera_to_torso(camera)
    assert matrix.valid
    assert matrix.camera_to_robot.matrix == pytest.approx(expected.matrix)


def test_each_camera_has_corrections_of_its_own() -> None:
    poser = CameraMatrixCalculator(NoParameters())
    calibration = CameraCalibration(upper=(0.0, 0.05, 0.0))
    matrices = [
        poser.update(body(), TORSO, tried, CameraInfo(camera=CameraName.UPPER))
        for tried in (CameraCalibration(), calibration, CameraCalibration(lower=(0.0, 0.05, 0.0)))
    ]
    axes = [matrix.camera_to_robot.rotation[:, 0] for matrix in matrices]
    assert axes[1][2] < axes[0][2] - 0.04
    assert axes[2] == pytest.approx(axes[0])


def test_a_leaning_body_takes_the_camera_along() -> None:
    poser = CameraMatrixCalculator(NoParameters())
    upright = poser.update(body(), TORSO, CameraCalibration(), CameraInfo())
    leaning = poser.update(body(), TORSO, CameraCalibration(body_pitch=0.1), CameraInfo())
    moved = leaning.camera_to_robot.translation - upright.camera_to_robot.translation
    assert moved[0] > 0.015


def test_without_a_body_nothing_is_known() -> None:
    matrix = CameraMatrixCalculator(NoParameters()).update(
        BodyModel(), TORSO, CameraCalibration(), CameraInfo()
    )
    assert not matrix.valid
    assert np.array_equal(matrix.camera_to_robot.matrix, np.eye(4))
