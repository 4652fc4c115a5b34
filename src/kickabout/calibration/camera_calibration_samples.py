"""Samples for camera calibration: from detected lines to rays along them."""

import math

import numpy as np

from kickabout.calibration.camera_calibration_fit import CalibrationShot
from kickabout.geometry import FloatArray, Pose3, Torso, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    projection_of,
    straightened,
)
from kickabout.representations import (
    CameraCalibration,
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
    LineSegmentPercept,
    LinesPercept,
)
from kickabout.representations.camera import NO_TURN

POINTS = 5  # on each line
MIN_LENGTH = 0.25  # m; shorter segments are unreliable


def calibration_shot(
    lines: LinesPercept,
    *,
    matrix: CameraMatrix,
    info: CameraInfo,
    system: ImageCoordinateSystem,
    used: CameraCalibration,
) -> CalibrationShot | None:
    """Return the lines of one image as rays; None if it shows no line.

    `used` are the corrections that the camera matrix contains; they are removed here.
    """
    long_enough = [line for line in lines.lines if _length(line) >= MIN_LENGTH]
    if not long_enough or not matrix.valid:
        return None
    projection = projection_of(matrix, info, system)
    rays, along = zip(*(_rays(line, projection) for line in long_enough), strict=True)
    corrections = used.cameras.get(info.camera, NO_TURN)
    turn = rotation_from_roll_pitch_yaw(*corrections)
    lean = Pose3[Torso, Torso](rotation_from_roll_pitch_yaw(used.body_roll, used.body_pitch, 0.0))
    turned = matrix.camera_to_torso
    return CalibrationShot(
        camera=info.camera,
        mounted=Pose3(turned.rotation @ turn.T, turned.translation),
        torso_to_robot=matrix.camera_to_robot @ turned.inverse() @ lean.inverse(),
        rays_in_camera=np.concatenate(rays),
        along_in_camera=np.concatenate(along),
        weights=np.full(POINTS * len(long_enough), 1.0 / POINTS),
    )


def _length(line: LineSegmentPercept) -> float:
    return math.hypot(
        line.end_in_robot.x - line.start_in_robot.x, line.end_in_robot.y - line.start_in_robot.y
    )


def _rays(line: LineSegmentPercept, projection: CameraProjection) -> tuple[FloatArray, FloatArray]:
    """Return unit vectors to points on a line, and for each of them to the line's farther end."""
    start = np.array((line.start_in_image.x, line.start_in_image.y))
    end = np.array((line.end_in_image.x, line.end_in_image.y))
    fractions = (np.arange(POINTS) + 0.5) / POINTS
    points = start + fractions[:, None] * (end - start)
    others = np.where((fractions < 0.5)[:, None], end, start)
    return _directions(points, projection), _directions(others, projection)


def _directions(pixels: FloatArray, projection: CameraProjection) -> FloatArray:
    still = straightened(np.ascontiguousarray(pixels), projection)
    focal_x, focal_y, center_x, center_y = projection.intrinsics[:4]
    left = (center_x - still[:, 0]) / focal_x
    up = (center_y - still[:, 1]) / focal_y
    rays = np.column_stack((np.ones(len(still)), left, up))
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    return rays
