"""Projection: projected points come back, and errors grow with distance."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import (
    Camera,
    FloatArray,
    Pose3,
    Robot,
    ground_covariances,
    horizon_y,
    pixels_to_ground,
    pixels_to_rays,
    points_to_pixels,
    rotation_from_vector,
)
from kickabout.geometry.projection import horizon_coefficients

IDEAL = np.array((598.1, 598.6, 320.0, 240.0, 0.0, 0.0, 0.0))
DISTORTED = np.array((600.0, 590.0, 310.0, 250.0, -0.2, 0.05, -0.01))
lenses = st.sampled_from((IDEAL, DISTORTED))
pixels: st.SearchStrategy[FloatArray] = st.builds(
    lambda x, y: np.array(((x, y),)), st.floats(0.0, 640.0), st.floats(0.0, 480.0)
)


def camera_at(*, height: float, pitch: float, roll: float = 0.0) -> Pose3[Camera, Robot]:
    lifted: Pose3[Robot, Robot] = Pose3.from_translation(0.05, 0.0, height)
    tilted: Pose3[Robot, Robot] = Pose3.rotation_y(pitch)
    rolled: Pose3[Camera, Robot] = Pose3.rotation_x(roll)
    return lifted @ tilted @ rolled


cameras = st.builds(
    lambda pitch, roll: camera_at(height=0.5, pitch=pitch, roll=roll),
    st.floats(0.6, 1.2),
    st.floats(-0.2, 0.2),
)


def on_ground(
    rows: FloatArray, lens: FloatArray, camera: Pose3[Camera, Robot], height: float = 0.0
) -> FloatArray:
    return pixels_to_ground(rows, lens, camera.rotation, camera.translation, height)


def pixel_of(x: float, y: float, z: float, lens: FloatArray = IDEAL) -> FloatArray:
    pixel: FloatArray = points_to_pixels(np.array(((x, y, z),)), lens)[0]
    return pixel


def test_the_optical_axis_meets_the_center() -> None:
    np.testing.assert_array_equal(pixel_of(2.0, 0.0, 0.0), (320.0, 240.0))


def test_points_on_the_left_and_above_are_left_and_above_in_the_image() -> None:
    x, y = pixel_of(2.0, 0.1, 0.2)
    assert x < 320.0
    assert y < 240.0


def test_points_behind_the_camera_have_no_image() -> None:
    assert np.isnan(pixel_of(-1.0, 0.0, 0.0)).all()
    assert np.isnan(pixel_of(0.0, 1.0, 0.0)).all()


def test_distortion_does_not_fold_the_outside_back_into_the_image() -> None:
    barrel = np.array((600.0, 600.0, 320.0, 240.0, -0.3, 0.0, 0.0))
    assert np.isnan(pixel_of(1.0, 1.8, 0.0, barrel)).all()


@given(pixels, lenses)
def test_a_pixel_comes_back_from_its_ray(pixel: FloatArray, lens: FloatArray) -> None:
    ray = pixels_to_rays(pixel, lens)
    assert np.linalg.norm(ray) == pytest.approx(1.0)
    np.testing.assert_allclose(points_to_pixels(3.0 * ray, lens), pixel, atol=1e-8)


@given(pixels, lenses, cameras)
def test_a_pixel_comes_back_from_the_ground(
    pixel: FloatArray, lens: FloatArray, camera: Pose3[Camera, Robot]
) -> None:
    point = on_ground(pixel, lens, camera, 0.05)
    if np.isnan(point).any():
        return
    in_camera = camera.inverse() @ np.append(point, ((0.05,),), axis=1)
    np.testing.assert_allclose(points_to_pixels(in_camera, lens), pixel, atol=1e-6)


def test_a_tilted_camera_sees_the_ground_at_the_expected_distance() -> None:
    camera = camera_at(height=0.5, pitch=math.radians(45.0))
    point = on_ground(np.array(((320.0, 240.0),)), IDEAL, camera)
    np.testing.assert_allclose(point, ((0.55, 0.0),), atol=1e-12)


def test_pixels_above_the_horizon_do_not_meet_the_ground() -> None:
    camera = camera_at(height=0.5, pitch=0.0)
    above, below = on_ground(np.array(((320.0, 239.0), (320.0, 241.0))), IDEAL, camera)
    assert np.isnan(above).all()
    assert np.isfinite(below).all()


@given(st.floats(0.2, 6.0), st.floats(-3.0, 3.0))
def test_the_covariance_on_the_ground_agrees_with_turned_cameras(x: float, y: float) -> None:
    camera = camera_at(height=0.5, pitch=0.4)
    angle_covariance = np.diag((0.02, 0.03, 0.01)) ** 2
    jacobian = np.empty((2, 3))
    relative = np.array((x, y, 0.0)) - camera.translation
    for axis in range(3):
        jacobian[:, axis] = (
            meeting_point(relative, 1e-6 * np.eye(3)[axis])
            - meeting_point(relative, -1e-6 * np.eye(3)[axis])
        ) / 2e-6
    covariance = ground_covariances(np.array(((x, y),)), camera.translation, angle_covariance, 0.0)[
        0
    ]
    expected = jacobian @ angle_covariance @ jacobian.T
    np.testing.assert_allclose(covariance, expected, rtol=1e-5, atol=1e-9)


def meeting_point(relative: FloatArray, turn: FloatArray) -> FloatArray:
    turned = rotation_from_vector(turn) @ relative
    meeting: FloatArray = turned[:2] * relative[2] / turned[2]
    return meeting


def test_the_distance_of_far_points_is_less_certain() -> None:
    points, camera = np.array(((1.0, 0.0), (3.0, 0.0))), camera_at(height=0.5, pitch=0.3)
    near, far = ground_covariances(points, camera.translation, np.eye(3) * 0.01**2, 0.0)
    assert far[0, 0] > 10.0 * near[0, 0]
    assert far[0, 0] > far[1, 1]


@given(st.floats(-0.5, 0.8), st.floats(-0.3, 0.3), st.floats(-1.0, 1.0))
def test_far_points_of_the_ground_appear_on_the_horizon(
    pitch: float, roll: float, bearing: float
) -> None:
    camera = camera_at(height=0.5, pitch=pitch, roll=roll)
    line = horizon_coefficients(IDEAL, camera.rotation)
    far = np.array((1e9 * math.cos(bearing), 1e9 * math.sin(bearing), 0.0))
    x, y = points_to_pixels((camera.inverse() @ far).reshape(1, 3), IDEAL)[0]
    if math.isnan(x):
        return
    assert line[0] * x + line[1] * y + line[2] == pytest.approx(0.0, abs=1e-3)
    assert horizon_y(line, x) == pytest.approx(y, abs=1e-3)


def test_pixels_below_the_horizon_have_a_positive_distance() -> None:
    line = horizon_coefficients(IDEAL, camera_at(height=0.5, pitch=0.0).rotation)
    assert horizon_y(line, 100.0) == pytest.approx(240.0)
    np.testing.assert_allclose(line, (0.0, 1.0, -240.0), atol=1e-9)


def test_a_camera_that_points_straight_down_has_no_horizon() -> None:
    down = np.array(((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)))
    assert horizon_coefficients(IDEAL, down)[2] == math.inf
