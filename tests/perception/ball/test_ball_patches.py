"""Patches around balls, and the sizes of balls in the image."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.camera_infos import INFO

from kickabout.geometry import Camera, Pose3, Robot, rotation_from_roll_pitch_yaw
from kickabout.perception.ball.ball_patches import (
    MIN_DEVIATION,
    evenness_of,
    expected_radii,
    network_patches,
    normalized_patches,
    radius_at,
    sampled_patches,
    saturation_of,
)
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    projection_of,
)
from kickabout.representations import CameraMatrix, ImageCoordinateSystem

HEIGHT = 0.5  # m, height of the camera


def projection(down: float = 0.3) -> CameraProjection:
    pose: Pose3[Camera, Robot] = Pose3(
        rotation_from_roll_pitch_yaw(0.0, down, 0.0), np.array((0.0, 0.0, HEIGHT))
    )
    info = replace(INFO, focal_length=(600.0, 600.0))
    return projection_of(
        CameraMatrix(camera_to_robot=pose, valid=True), info, ImageCoordinateSystem()
    )


def gray(image: np.ndarray) -> np.ndarray:
    yuyv = np.full((*image.shape, 2), 128, np.uint8)
    yuyv[:, :, 0] = image
    return yuyv


def test_a_ball_in_the_image_center_has_the_radius_of_its_distance() -> None:
    down = 0.3
    distance = (HEIGHT - 0.05) / math.sin(down)
    expected = 600.0 * 0.05 / math.sqrt(distance**2 - 0.05**2)
    assert radius_at(320.5, 240.5, projection(down), 0.05) == pytest.approx(expected)


def test_balls_get_smaller_towards_the_horizon_and_vanish_above_it() -> None:
    pixels = np.array([(320.0, v) for v in (450.0, 300.0, 150.0, -100.0)])
    radii = expected_radii(pixels, projection(), 0.05)
    assert radii[0] > radii[1] > radii[2] > 0.0
    assert radii[3] == 0.0


def test_radii_are_those_of_straightened_pixels_with_a_moving_camera() -> None:
    moving = projection()._replace(shutter=np.array((2e-4, -1e-4, 120.0)))
    pixels = np.random.default_rng(1).uniform((0.0, 150.0), (640.0, 480.0), (50, 2))
    centers = image_to_robot(pixels, moving, 0.05)
    distances = np.hypot(np.hypot(*centers.T), HEIGHT - 0.05)
    expected = 600.0 * 0.05 / np.sqrt(distances**2 - 0.05**2)
    assert expected_radii(pixels, moving, 0.05) == pytest.approx(expected)


def test_a_ball_is_never_nearer_than_its_radius_nor_above_the_camera() -> None:
    low = projection(1.2)._replace(position_in_robot=np.array((0.0, 0.0, 0.06)))
    assert radius_at(320.5, 240.5, low, 0.05) == pytest.approx(600.0 / math.sqrt(1.05**2 - 1.0))
    assert radius_at(320.5, 240.5, low, 0.07) == 0.0


def mixed(image: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return the brightness at positions between pixels, by bilinear interpolation."""
    positions = [np.clip(at[axis] - 0.5, 0.0, image.shape[axis] - 1.001) for axis in (0, 1)]
    rows, columns = (values.astype(int) for values in positions)
    below, right = positions[0] - rows, positions[1] - columns
    upper, lower = image[rows].astype(float), image[rows + 1].astype(float)
    line = upper * (1.0 - below)[:, None] + lower * below[:, None]
    return np.asarray(line[:, columns] * (1.0 - right) + line[:, columns + 1] * right)


@pytest.mark.parametrize(("edge", "samples"), [(12.0, 1), (40.0, 2), (90.0, 3)])
def test_patches_are_means_of_values_between_pixels(edge: float, samples: int) -> None:
    image = np.random.default_rng(1).integers(0, 256, (90, 120)).astype(np.uint8)
    centers = np.array([(60.3, 40.8), (3.0, 88.0), (119.5, -2.0)])
    patches = sampled_patches(gray(image), centers, np.full(3, edge), 16, 3)
    steps = (np.arange(16 * samples) + 0.5) / (16 * samples) - 0.5
    for patch, (x, y) in zip(patches, centers, strict=True):
        fine = mixed(image, np.array((y + edge * steps, x + edge * steps)))
        means = fine.reshape(16, samples, 16, samples).mean(axis=(1, 3))
        assert np.abs(patch - means).max() < 0.501


def test_network_patches_are_sampled_and_normalized() -> None:
    image = gray(np.random.default_rng(1).integers(0, 256, (90, 120)).astype(np.uint8))
    candidates = np.array([(60.3, 40.8, 11.0), (3.0, 88.0, 4.0), (119.5, -2.0, 30.0)])
    centers, edges = np.ascontiguousarray(candidates[:, :2]), 3.5 * candidates[:, 2]
    patches = normalized_patches(sampled_patches(image, centers, edges, 32, 2), MIN_DEVIATION)
    assert np.array_equal(network_patches(image, candidates, candidates[:, 2], 3.5, 32, 2), patches)


def test_normalizing_equals_that_of_numpy() -> None:
    patches = np.random.default_rng(1).integers(0, 256, (3, 16, 16)).astype(np.uint8)
    means, deviations = (f(patches, axis=(1, 2), keepdims=True) for f in (np.mean, np.std))
    expected = ((patches - means) / deviations)[:, None]
    assert normalized_patches(patches, 5.0) == pytest.approx(expected, abs=1e-6)


def test_a_patch_has_the_requested_center() -> None:
    image = np.zeros((100, 100), np.uint8)
    image[40:60, 50:70] = 200
    patch = sampled_patches(gray(image), np.array([(59.5, 49.5)]), np.array((40.0,)), 20, 3)[0]
    assert patch[10, 10] == 200
    assert patch[0, 0] == 0
    assert abs(float(patch[:10].mean()) - float(patch[10:].mean())) < 8.0


def test_patches_continue_beyond_the_edge_of_the_image() -> None:
    image = np.full((50, 50), 90, np.uint8)
    patch = sampled_patches(gray(image), np.array([(0.0, 0.0)]), np.array((30.0,)), 16, 3)[0]
    assert (patch == 90).all()


def test_brightness_and_contrast_do_not_matter() -> None:
    rng = np.random.default_rng(1)
    bright = rng.integers(80, 240, (1, 16, 16)).astype(np.uint8)
    dark = (bright // 2 + 10).astype(np.uint8)
    first, second = normalized_patches(bright, 5.0), normalized_patches(dark, 5.0)
    assert np.abs(first - second).max() < 0.05
    assert abs(float(first.mean())) < 1e-5
    assert float(first.std()) == pytest.approx(1.0, abs=1e-4)


def test_noise_alone_stays_faint() -> None:
    noise = np.random.default_rng(1).integers(99, 102, (1, 16, 16)).astype(np.uint8)
    assert float(normalized_patches(noise, 5.0).std()) < 0.3


def test_gray_is_not_saturated_and_orange_is() -> None:
    image = gray(np.full((60, 60), 120, np.uint8))
    assert saturation_of(image, 30.0, 30.0, 10.0) == 0.0
    image[:, 0::2, 1], image[:, 1::2, 1] = 60, 190
    assert saturation_of(image, 30.0, 30.0, 10.0) > 0.6
    assert saturation_of(image, -100.0, 30.0, 10.0) == 0.0


def test_a_ball_has_dark_patches_and_a_penalty_mark_has_none() -> None:
    image = np.full((100, 120), 200, np.uint8)
    assert evenness_of(gray(image), 60.0, 50.0, 20.0) == 1.0
    image[40:60, 55:65] = 40
    assert evenness_of(gray(image), 60.0, 50.0, 20.0) == pytest.approx(0.2)
    assert evenness_of(gray(image), -60.0, 50.0, 20.0) == 1.0
