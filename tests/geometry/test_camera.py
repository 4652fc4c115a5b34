"""Camera: what is projected comes back, and errors grow as geometry says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import (
    Camera,
    FloatArray,
    Image,
    Intrinsics,
    Pose3,
    Robot,
    Vector2,
    ground_covariance,
    ground_to_pixel,
    horizon_line,
    horizon_y,
    pixel_to_ground,
    pixel_to_ray,
    pixels_to_ground,
    pixels_to_rays,
    point_to_pixel,
    points_to_pixels,
    rotation_from_vector,
)

NAO = Intrinsics.from_field_of_view(
    width=640, height=480, horizontal=math.radians(56.3), vertical=math.radians(43.7)
)
FISHY = Intrinsics(
    focal_x=600.0, focal_y=590.0, center_x=310.0, center_y=250.0, k1=-0.2, k2=0.05, k3=-0.01
)
lenses = st.sampled_from((NAO, FISHY))
pixels = st.builds(Vector2[Image], st.floats(0.0, 640.0), st.floats(0.0, 480.0))


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


def test_optical_axis_meets_the_center() -> None:
    assert NAO.center_x == 320.0
    assert NAO.focal_x == pytest.approx(598.1, abs=0.1)  # the NAO's camera in its data sheet
    assert point_to_pixel(np.array((2.0, 0.0, 0.0)), NAO) == Vector2(320.0, 240.0)


def test_left_is_left_and_up_is_up() -> None:
    pixel = point_to_pixel(np.array((2.0, 0.1, 0.2)), NAO)
    assert pixel is not None
    assert pixel.x < 320.0
    assert pixel.y < 240.0


def test_edge_of_the_view_is_the_edge_of_the_image() -> None:
    edge = math.tan(math.radians(56.3) / 2)
    pixel = point_to_pixel(np.array((1.0, -edge, 0.0)), NAO)
    assert pixel is not None
    assert pixel.x == pytest.approx(640.0)


def test_what_is_behind_has_no_image() -> None:
    assert point_to_pixel(np.array((-1.0, 0.0, 0.0)), NAO) is None
    assert point_to_pixel(np.array((0.0, 1.0, 0.0)), NAO) is None


def test_distortion_does_not_fold_the_outside_back_into_the_image() -> None:
    barrel = Intrinsics(focal_x=600.0, focal_y=600.0, center_x=320.0, center_y=240.0, k1=-0.3)
    assert point_to_pixel(np.array((1.0, 1.8, 0.0)), barrel) is None


@given(pixels, lenses)
def test_pixel_comes_back_from_its_ray(pixel: Vector2[Image], lens: Intrinsics) -> None:
    ray = pixel_to_ray(pixel, lens)
    assert np.linalg.norm(ray) == pytest.approx(1.0)
    back = point_to_pixel(3.0 * ray, lens)
    assert back is not None
    assert back.distance_to(pixel) < 1e-8


@given(pixels, lenses, cameras)
def test_pixel_comes_back_from_the_ground(
    pixel: Vector2[Image], lens: Intrinsics, camera_to_ground: Pose3[Camera, Robot]
) -> None:
    point = pixel_to_ground(pixel, intrinsics=lens, camera_to_ground=camera_to_ground, height=0.05)
    if point is None:
        return
    back = ground_to_pixel(point, intrinsics=lens, camera_to_ground=camera_to_ground, height=0.05)
    assert back is not None
    assert back.distance_to(pixel) < 1e-6


def test_level_camera_sees_the_ground_at_the_expected_distance() -> None:
    camera_to_ground = camera_at(height=0.5, pitch=math.radians(45.0))
    point = pixel_to_ground(
        Vector2(320.0, 240.0), intrinsics=NAO, camera_to_ground=camera_to_ground
    )
    assert point is not None
    assert point.distance_to(Vector2(0.55, 0.0)) < 1e-12


def test_sky_does_not_meet_the_ground() -> None:
    camera_to_ground = camera_at(height=0.5, pitch=0.0)
    above: Vector2[Image] = Vector2(320.0, 239.0)
    assert pixel_to_ground(above, intrinsics=NAO, camera_to_ground=camera_to_ground) is None
    below: Vector2[Image] = Vector2(320.0, 241.0)
    assert pixel_to_ground(below, intrinsics=NAO, camera_to_ground=camera_to_ground) is not None


def test_batches_say_the_same_as_single_pixels() -> None:
    batch = np.random.default_rng(5).uniform((0.0, 0.0), (640.0, 480.0), (50, 2))
    camera_to_ground = camera_at(height=0.5, pitch=0.3, roll=0.1)
    ground = pixels_to_ground(
        batch, FISHY.array, camera_to_ground.rotation, camera_to_ground.translation, 0.0
    )
    assert np.isnan(ground).any()
    for pixel, point in zip(batch, ground, strict=True):
        single = pixel_to_ground(
            Vector2.from_array(pixel), intrinsics=FISHY, camera_to_ground=camera_to_ground
        )
        expected = (math.nan, math.nan) if single is None else tuple(single)
        np.testing.assert_array_equal(point, expected)
    back = points_to_pixels(pixels_to_rays(batch, FISHY.array), FISHY.array)
    np.testing.assert_allclose(back, batch, atol=1e-8)


@given(st.floats(0.2, 6.0), st.floats(-3.0, 3.0))
def test_covariance_on_the_ground_agrees_with_turned_cameras(x: float, y: float) -> None:
    camera_to_ground = camera_at(height=0.5, pitch=0.4)
    point: Vector2[Robot] = Vector2(x, y)
    angle_covariance = np.diag((0.02, 0.03, 0.01)) ** 2
    jacobian = np.empty((2, 3))
    relative = np.array((x, y, 0.0)) - camera_to_ground.translation
    for axis in range(3):
        jacobian[:, axis] = (
            meeting_point(relative, 1e-6 * np.eye(3)[axis])
            - meeting_point(relative, -1e-6 * np.eye(3)[axis])
        ) / 2e-6
    covariance = ground_covariance(
        point, camera_to_ground=camera_to_ground, angle_covariance=angle_covariance
    )
    expected = jacobian @ angle_covariance @ jacobian.T
    np.testing.assert_allclose(covariance, expected, rtol=1e-5, atol=1e-9)


def meeting_point(relative: FloatArray, turn: FloatArray) -> FloatArray:
    turned = rotation_from_vector(turn) @ relative
    meeting: FloatArray = turned[:2] * relative[2] / turned[2]
    return meeting


def test_distance_is_less_certain_far_away() -> None:
    covariances = [
        ground_covariance(
            Vector2[Robot](x, 0.0),
            camera_to_ground=camera_at(height=0.5, pitch=0.3),
            angle_covariance=np.eye(3) * 0.01**2,
        )
        for x in (1.0, 3.0)
    ]
    assert covariances[1][0, 0] > 10.0 * covariances[0][0, 0]
    assert covariances[1][0, 0] > covariances[1][1, 1]


@given(st.floats(-0.5, 0.8), st.floats(-0.3, 0.3), st.floats(-3.0, 3.0))
def test_far_points_of_the_ground_appear_on_the_horizon(
    pitch: float, roll: float, bearing: float
) -> None:
    camera_to_ground = camera_at(height=0.5, pitch=pitch, roll=roll)
    line = horizon_line(NAO, camera_to_ground)
    far = Vector2[Robot].from_polar(1e9, bearing)
    pixel = ground_to_pixel(far, intrinsics=NAO, camera_to_ground=camera_to_ground)
    if pixel is None or abs(bearing) > 1.0:
        return
    assert line[0] * pixel.x + line[1] * pixel.y + line[2] == pytest.approx(0.0, abs=1e-3)
    assert horizon_y(line, pixel.x) == pytest.approx(pixel.y, abs=1e-3)


def test_pixels_below_the_horizon_have_positive_distance() -> None:
    line = horizon_line(NAO, camera_at(height=0.5, pitch=0.0))
    assert horizon_y(line, 100.0) == pytest.approx(240.0)
    np.testing.assert_allclose(line, (0.0, 1.0, -240.0), atol=1e-9)


def test_camera_that_looks_straight_down_has_no_horizon() -> None:
    down = np.array(((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)))
    camera_to_ground: Pose3[Camera, Robot] = Pose3(down, np.array((0.0, 0.0, 0.5)))
    assert horizon_line(NAO, camera_to_ground)[2] == math.inf


def test_scaled_camera_sees_the_same_in_fewer_pixels() -> None:
    point = np.array((2.0, 0.3, -0.4))
    full, half = point_to_pixel(point, FISHY), point_to_pixel(point, FISHY.scaled(0.5))
    assert full is not None
    assert half is not None
    assert half.distance_to(full / 2.0) < 1e-9
