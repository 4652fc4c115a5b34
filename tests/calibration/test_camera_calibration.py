"""Camera calibration: mounting errors are found from lines despite an inexact start pose."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from tests.camera_infos import INFO

from kickabout.calibration.camera_calibration_fit import (
    CalibrationFit,
    CalibrationShot,
    fitted_calibration,
)
from kickabout.calibration.camera_calibration_samples import calibration_shot
from kickabout.framework import NoParameters
from kickabout.geometry import Field, FloatArray, Pose2, Pose3, Robot, Torso, Vector2
from kickabout.perception.camera.camera_calibration_loader import (
    CameraCalibrationLoader,
    CameraCalibrationLoaderParameters,
)
from kickabout.perception.camera.camera_matrix_calculator import CameraMatrixCalculator
from kickabout.representations import (
    BodyModel,
    CameraCalibration,
    CameraInfo,
    FieldDimensions,
    ImageCoordinateSystem,
    LineSegmentPercept,
    LinesPercept,
    TorsoState,
)
from kickabout.representations.camera import NO_TURN
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

FIELD = FieldDimensions()
TORSO = Pose3[Torso, Robot](np.eye(3), np.array((0.0, 0.0, 0.33)))
INFOS = {
    "upper": INFO,
    "lower": CameraInfo(
        camera="lower",
        width=320,
        height=240,
        focal_length=(280.0, 280.0),
        center=(160.0, 120.0),
    ),
}
PLACE = Pose2[Robot, Field](2.9, 0.0, 0.0)


def body(pan: float, tilt: float) -> BodyModel:
    angles = STAND.copy()
    angles[Joint.HEAD_YAW], angles[Joint.HEAD_PITCH] = pan, tilt
    poses = nao_kinematics().forward(angles)
    return BodyModel(link_rotations=poses.rotations, link_positions=poses.translations)


def shots(
    true: CameraCalibration,
    *,
    random: np.random.Generator,
    noise_px: float = 0.7,
    false_share: float = 0.0,
    robot_to_field: Pose2[Robot, Field] = PLACE,
) -> list[CalibrationShot]:
    """Return lines as seen by a robot with these errors that assumes that it has none."""
    found = []
    for tilt in (-28, -8, 10, 26):
        for pan in (-60, -30, 0, 30, 60):
            posture = body(math.radians(pan), math.radians(tilt))
            for info in INFOS.values():
                percept = seen(posture, info, true, random, noise_px, false_share, robot_to_field)
                matrix = CameraMatrixCalculator(NoParameters()).update(
                    posture, TorsoState(torso_to_robot=TORSO, valid=True), CameraCalibration(), info
                )
                shot = calibration_shot(
                    percept,
                    matrix=matrix,
                    info=info,
                    system=ImageCoordinateSystem(),
                    used=CameraCalibration(),
                )
                if shot is not None:
                    found.append(shot)
    return found


def seen(
    posture: BodyModel,
    info: CameraInfo,
    true: CameraCalibration,
    random: np.random.Generator,
    noise_px: float,
    false_share: float,
    robot_to_field: Pose2[Robot, Field],
) -> LinesPercept:
    torso = TorsoState(torso_to_robot=TORSO, valid=True)
    matrix = CameraMatrixCalculator(NoParameters()).update(posture, torso, true, info)
    to_field = Pose3.from_pose2(robot_to_field) @ matrix.camera_to_robot
    lines = []
    for x1, y1, x2, y2 in FIELD.line_segments():
        ends = np.linspace((x1, y1, 0.0), (x2, y2, 0.0), 60)
        in_camera = (ends - to_field.translation) @ to_field.rotation
        pixels, visible = projected(in_camera, info)
        near = np.linalg.norm(ends - to_field.translation, axis=1) < 4.0
        inside = np.flatnonzero(visible & near)
        if len(inside) < 3:
            continue
        a, b = pixels[inside[0]], pixels[inside[-1]]
        if random.random() < false_share:
            b = b + random.normal(0.0, 40.0, 2)
        a, b = a + random.normal(0.0, noise_px, 2), b + random.normal(0.0, noise_px, 2)
        lines.append(
            LineSegmentPercept(
                start_in_image=Vector2.from_array(a),
                end_in_image=Vector2.from_array(b),
                start_in_robot=Vector2(0.0, 0.0),
                end_in_robot=Vector2(1.0, 0.0),
                covariance=np.eye(2),
            )
        )
    return LinesPercept(lines=tuple(lines))


def projected(points: FloatArray, info: CameraInfo) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    ahead = np.where(points[:, 0] > 0.05, points[:, 0], np.nan)
    column = info.center[0] - info.focal_length[0] * points[:, 1] / ahead
    row = info.center[1] - info.focal_length[1] * points[:, 2] / ahead
    with np.errstate(invalid="ignore"):
        inside = (column > 0) & (column < info.width) & (row > 0) & (row < info.height)
    return np.column_stack((column, row)), inside


def errors_deg(fit: CalibrationFit, true: CameraCalibration) -> FloatArray:
    found = fit.calibration
    errors = [
        np.subtract(found.cameras[name], true.cameras.get(name, NO_TURN)) for name in CAMERA_NAMES
    ]
    found_errors: FloatArray = np.degrees(np.array(errors))
    return found_errors


def fitted(samples: list[CalibrationShot]) -> CalibrationFit:
    return fitted_calibration(samples, lines=FIELD.line_segments(), robot_to_field=PLACE)


@pytest.mark.parametrize("seed", range(3))
def test_mounting_errors_are_found(seed: int) -> None:
    random = np.random.default_rng(seed)
    turns = np.radians(random.uniform(-4.0, 4.0, (2, 3))).tolist()
    true = CameraCalibration(cameras={"upper": tuple(turns[0]), "lower": tuple(turns[1])})
    stands = Pose2[Robot, Field](2.93, -0.02, math.radians(2.0))
    fit = fitted(shots(true, random=random, robot_to_field=stands))
    assert np.abs(errors_deg(fit, true)).max() < 0.3
    assert fit.inliers > 0.95
    assert math.hypot(fit.robot_to_field.x - stands.x, fit.robot_to_field.y - stands.y) < 0.02


def test_a_tilted_body_is_separated_from_tilted_cameras() -> None:
    true = CameraCalibration(body_roll=0.02, body_pitch=-0.015, cameras={"upper": (0.0, 0.03, 0.0)})
    fit = fitted(shots(true, random=np.random.default_rng(2), noise_px=0.3))
    assert np.abs(errors_deg(fit, true)).max() < 0.3
    assert fit.calibration.body_roll == pytest.approx(0.02, abs=0.004)
    assert fit.calibration.body_pitch == pytest.approx(-0.015, abs=0.004)


def test_the_fit_is_robust_to_a_fifth_of_false_lines() -> None:
    true = CameraCalibration(cameras={"upper": (0.02, -0.04, 0.02), "lower": (-0.03, 0.03, -0.02)})
    fit = fitted(shots(true, random=np.random.default_rng(4), false_share=0.2))
    assert np.abs(errors_deg(fit, true)).max() < 0.35


def test_a_calibration_in_use_is_removed_from_the_samples() -> None:
    used = CameraCalibration(
        body_roll=0.02, body_pitch=0.01, cameras={"upper": (0.01, 0.02, -0.03)}
    )
    posture, info = body(0.3, 0.1), INFOS["upper"]
    torso = TorsoState(torso_to_robot=TORSO, valid=True)
    poser, nothing = CameraMatrixCalculator(NoParameters()), CameraCalibration()
    line = LineSegmentPercept(
        start_in_image=Vector2(100.0, 300.0),
        end_in_image=Vector2(500.0, 320.0),
        start_in_robot=Vector2(1.0, 0.5),
        end_in_robot=Vector2(1.0, -0.5),
        covariance=np.eye(2),
    )
    made = [
        calibration_shot(
            LinesPercept(lines=(line,)),
            matrix=poser.update(posture, torso, calibration, info),
            info=info,
            system=ImageCoordinateSystem(),
            used=calibration,
        )
        for calibration in (used, nothing)
    ]
    assert made[0] is not None
    assert made[1] is not None
    assert np.allclose(made[0].mounted.rotation, made[1].mounted.rotation)
    assert np.allclose(made[0].torso_to_robot.rotation, np.eye(3))


def test_without_lines_there_is_nothing_to_fit() -> None:
    with pytest.raises(ValueError, match="there are none"):
        fitted([])


def test_the_loader_provides_the_stored_values() -> None:
    stored = CameraCalibrationLoaderParameters(body_pitch=0.01, lower=(0.1, 0.2, 0.3))
    calibration = CameraCalibrationLoader(stored).update()
    assert calibration.body_pitch == 0.01
    assert calibration.cameras["lower"] == (0.1, 0.2, 0.3)
