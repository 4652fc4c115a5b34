"""Single points are projected like arrays of them."""

import math

import numpy as np
import pytest

from kickabout.geometry import readonly, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    robot_to_image,
    unstraightened,
)
from kickabout.perception.camera.camera_projection_points import (
    exposed_at,
    ground_homography,
    image_homography,
    in_image,
    on_ground,
    shutter_of,
    still,
)

PROJECTION = CameraProjection(
    intrinsics=readonly((560.0, 540.0, 321.0, 243.0, 0.0, 0.0, 0.0)),
    rotation=readonly(rotation_from_roll_pitch_yaw(0.05, 0.3, 0.4)),
    position_in_robot=readonly((0.03, -0.02, 0.5)),
    shutter=readonly((2e-4, -1e-4, 230.0)),
)
PIXELS = np.array(((20.0, 300.0), (321.0, 243.0), (600.0, 470.0), (10.0, 15.0)))


@pytest.mark.parametrize("projection", [PROJECTION, still(PROJECTION)])
def test_single_pixels_meet_the_ground_like_arrays_of_them(projection: CameraProjection) -> None:
    to_ground = ground_homography(projection)
    single = np.array([on_ground(to_ground, *pixel) for pixel in PIXELS])
    assert single == pytest.approx(image_to_robot(PIXELS, projection, 0.0), abs=1e-9, nan_ok=True)
    assert math.isnan(single[3, 0])  # above the horizon
    assert not np.isnan(single[:3]).any()


@pytest.mark.parametrize("projection", [PROJECTION, still(PROJECTION)])
def test_single_points_are_projected_like_arrays_of_them(projection: CameraProjection) -> None:
    points = np.array(((1.0, 0.4), (3.0, 2.0), (0.2, 0.1), (-2.0, -1.0)))
    to_image = image_homography(projection)
    single = np.array([in_image(to_image, *point) for point in points])
    assert single == pytest.approx(robot_to_image(points, projection, 0.0), abs=1e-9, nan_ok=True)
    assert math.isnan(single[3, 0])  # behind the camera


def test_the_shutter_moves_single_pixels_as_it_moves_arrays_of_them() -> None:
    single = [exposed_at(shutter_of(PROJECTION), *pixel) for pixel in PIXELS]
    assert np.array(single) == pytest.approx(unstraightened(PIXELS, PROJECTION), abs=1e-9)


def test_a_camera_on_the_ground_sees_no_ground() -> None:
    flat = CameraProjection(
        PROJECTION.intrinsics, PROJECTION.rotation, readonly((0.0, 0.0, 0.0)), PROJECTION.shutter
    )
    assert math.isnan(on_ground(ground_homography(flat), 320.0, 400.0)[0])
