"""Is the end of the carpet found, and does its deviation match the error?"""

from dataclasses import replace

import numpy as np
import pytest
from tests.modules import made
from tests.perception.net_scenes import pictures

from kickabout.learning.samples.module_inputs import camera_inputs_of
from kickabout.perception.field.boundary_net_fit import fitted_rows
from kickabout.perception.field.net_field_boundary_detector import NetFieldBoundaryDetector, resized
from kickabout.representations import CameraImage, FieldBoundaryPercept

COLUMNS = (np.arange(40) + 0.5) / 40


def test_one_line_is_fitted_through_noise() -> None:
    rows = 0.3 + 0.1 * COLUMNS
    noisy = rows + 0.01 * np.random.default_rng(1).standard_normal(40)
    fitted = fitted_rows(COLUMNS, noisy, np.full(40, 0.01), np.ones(40, np.bool_), 0.6)
    assert np.abs(fitted - rows).max() < 0.01


def test_a_corner_stays_a_corner() -> None:
    rows = np.where(COLUMNS < 0.5, 0.2 + 0.3 * COLUMNS, 0.5 - 0.3 * COLUMNS)
    fitted = fitted_rows(COLUMNS, rows, np.full(40, 0.005), np.ones(40, np.bool_), 0.6)
    assert np.abs(fitted - rows).max() < 0.01


def test_uncertain_columns_hardly_bend_the_line() -> None:
    rows = np.full(40, 0.3)
    rows[10:18] = 0.6
    deviations = np.full(40, 0.01)
    deviations[10:18] = 0.2
    fitted = fitted_rows(COLUMNS, rows, deviations, np.ones(40, np.bool_), 0.6)
    assert np.abs(fitted - 0.3).max() < 0.02


@pytest.mark.parametrize("size", [(480, 640), (400, 600)])
def test_the_boundary_is_near_the_true_one(size: tuple[int, int]) -> None:
    errors, inside = [], []
    for picture in pictures():
        if picture.camera != "upper":
            continue
        camera, (height, width) = camera_inputs_of(picture), size
        part = CameraImage(yuyv=camera.image.yuyv[:height, :width].copy())
        percept: FieldBoundaryPercept = made(NetFieldBoundaryDetector).update(
            replace(camera, image=part)
        )
        true = picture.boundary_rows(40)
        for (x, y), deviation in zip(percept.points_in_image, percept.deviations_px, strict=True):
            row = true[int(x / 16.0)]
            if row < height:
                errors.append(abs(y - row))
                inside.append(abs(y - row) <= deviation)
    assert len(errors) > 300
    assert float(np.median(errors)) < 8.0
    assert 0.4 < float(np.mean(inside)) < 0.95


def test_an_image_without_pixels_has_no_boundary() -> None:
    blank = replace(camera_inputs_of(pictures()[0]), image=CameraImage())
    assert not made(NetFieldBoundaryDetector).update(blank).valid


@pytest.mark.parametrize("size", [(480, 640), (400, 520), (241, 321), (50, 70), (1, 2)])
def test_images_of_any_size_are_resized(size: tuple[int, int]) -> None:
    height, width = size
    image = np.zeros((height, width, 2), np.uint8)
    image[: height // 2, :, 0] = 200
    small = resized(image)
    assert small.shape == (3, 60, 80)
    if height > 1:
        assert small[0, :29].min() == 200
        assert small[0, 32:].max() == 0
