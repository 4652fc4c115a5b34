"""Projection between image and ground, with the rolling shutter undone."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.camera_infos import INFO

from kickabout.geometry import Camera, Pose3, Robot, readonly, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    horizon_rows,
    image_to_robot,
    projection_of,
    robot_to_image,
    spreads_on_ground,
    straightened,
    unstraightened,
)
from kickabout.perception.colors.scan_lines import EIGHTHS, column_middle, smoothed_at
from kickabout.representations import CameraImage, CameraMatrix, ImageCoordinateSystem


def looking_down(pan: float = 0.0, tilt: float = 0.0) -> CameraProjection:
    return CameraProjection(
        intrinsics=readonly((600.0, 600.0, 320.0, 240.0, 0.0, 0.0, 0.0)),
        rotation=readonly(rotation_from_roll_pitch_yaw(0.02, 0.3, 0.2)),
        position_in_robot=readonly((0.05, 0.0, 0.5)),
        shutter=readonly((pan, tilt, 240.0)),
    )


@pytest.mark.parametrize("projection", [looking_down(), looking_down(1e-4, -5e-5)])
def test_ground_points_come_back_from_the_image(projection: CameraProjection) -> None:
    points = np.array(((1.0, 0.2), (2.5, -0.6), (0.6, 0.1)))
    pixels = robot_to_image(points, projection, 0.0)
    assert image_to_robot(pixels, projection, 0.0) == pytest.approx(points, abs=1e-9)


def test_straightening_does_not_move_the_row_of_the_matrix() -> None:
    projection = looking_down(2e-4, 1e-4)
    pixels = np.array(((100.0, 240.0), (100.0, 480.0)))
    level = straightened(pixels, projection)
    assert level[0] == pytest.approx(pixels[0])
    assert level[1, 0] == pytest.approx(100.0 - 600.0 * 2e-4 * 240.0)
    assert unstraightened(level, projection) == pytest.approx(pixels)


def test_far_points_are_at_the_horizon() -> None:
    projection = looking_down()
    far = robot_to_image(np.array(((20000.0, 4000.0),)), projection, 0.0)[0]
    assert horizon_rows(far[:1], projection)[0] == pytest.approx(far[1], abs=0.1)


def test_pixels_above_the_horizon_have_no_ground_point() -> None:
    assert math.isnan(image_to_robot(np.array(((320.0, 1.0),)), looking_down(), 0.0)[0, 0])


def test_far_points_are_less_certain() -> None:
    spreads = spreads_on_ground(
        np.array(((1.0, 0.0), (4.0, 0.0))), looking_down(), 0.01, 0.005, 1.0
    )
    assert spreads[1, 0, 0] > 50.0 * spreads[0, 0, 0] > 0.0


def test_the_middle_of_a_pixel_is_half_a_pixel_beyond_its_number() -> None:
    info = replace(INFO, focal_length=(600.0, 600.0), center=(319.0, 239.0))
    down = Pose3[Camera, Robot](
        rotation_from_roll_pitch_yaw(0.0, 0.5, 0.0), np.array((0.0, 0.0, 0.5))
    )
    matrix = CameraMatrix(camera_to_robot=down, valid=True)
    projection = projection_of(matrix, info, ImageCoordinateSystem())
    on_axis = np.array(((0.5 / math.tan(0.5), 0.0),))
    assert robot_to_image(on_axis, projection, 0.0)[0] == pytest.approx((319.5, 239.5))


def test_a_vertical_scan_line_lies_between_its_two_pixels() -> None:
    image = np.zeros((40, 64, 2), np.uint8)
    image[:, 20:22, 0] = 200
    pairs = CameraImage(yuyv=image).pairs
    assert [smoothed_at(pairs, pair, 10, -1)[0] / EIGHTHS for pair in (9, 10, 11)] == [
        0.0,
        200.0,
        0.0,
    ]
    assert column_middle(20) == column_middle(21) == 21.0
