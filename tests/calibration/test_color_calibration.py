"""Color calibration: labeled pixels give thresholds that classify other pixels correctly."""

import numpy as np
import pytest
from tests.perception.halls import FIELD as DIMENSIONS

from kickabout.calibration.color_calibration import (
    ColorSamples,
    calibrated_colors,
    class_accuracies,
    masked_pixels,
)
from kickabout.evaluation.perception.perception_scenes import Hall
from kickabout.perception.colors.color_calibration_loader import (
    ColorCalibrationLoader,
    ColorCalibrationLoaderParameters,
)
from kickabout.simulation.camera.scene.objects import SceneClass


def hall_samples(condition: str, *, seed: int, images: int = 6) -> list[ColorSamples]:
    """Return pixels of carpet and lines of each image, without mixed pixels at their edges."""
    found = []
    for shot in Hall(DIMENSIONS, condition=condition, seed=seed, robots=2).images(images):
        assert shot.labels is not None
        samples, classes = ColorSamples(), shot.labels.classes
        for name, label in (("white", SceneClass.LINE), ("field", SceneClass.FIELD)):
            mask = classes == label
            inner = mask.copy()
            for axis in (0, 1):
                for shift in (-2, -1, 1, 2):
                    inner &= np.roll(mask, shift, axis)
            samples.add(name, masked_pixels(shot.image.yuyv, inner))
        found.append(samples)
    return found


@pytest.mark.parametrize("condition", ["nominal", "dim"])
def test_a_calibration_classifies_pixels_of_other_images(condition: str) -> None:
    images = hall_samples(condition, seed=4)
    learned, others = ColorSamples(), ColorSamples()
    for index, samples in enumerate(images):
        for name, pixels in samples.pixels.items():
            (learned if index % 3 else others).add(name, pixels)
    shares = class_accuracies(others, calibrated_colors(learned))
    assert min(shares.values()) > 0.95


def test_black_and_other_colors_are_distinguished() -> None:
    random = np.random.default_rng(1)

    def cloud(y: float, cb: float, cr: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return np.array((y, cb, cr)) + random.normal(0.0, 2.0, (300, 3))

    samples = ColorSamples()
    samples.add("white", cloud(200.0, 128.0, 128.0))
    samples.add("black", cloud(40.0, 128.0, 128.0))
    samples.add("field", cloud(90.0, 108.0, 105.0))
    samples.add("other", cloud(90.0, 100.0, 190.0))
    shares = class_accuracies(samples, calibrated_colors(samples))
    assert shares["white"] > 0.99
    assert shares["black"] > 0.9
    assert shares["field"] > 0.95
    assert shares["other"] > 0.99


def test_regions_give_the_pixels_inside() -> None:
    yuyv = np.zeros((10, 10, 2), np.uint8)
    yuyv[2:5, 4:8] = (200, 128)
    samples = ColorSamples()
    samples.add_region("white", yuyv, (4, 2, 8, 5))
    assert samples.of("white").shape == (12, 3)
    assert (samples.of("white") == (200.0, 128.0, 128.0)).all()


def test_unknown_classes_and_missing_ones_are_named() -> None:
    samples = ColorSamples()
    with pytest.raises(ValueError, match="no color class 'green'"):
        samples.add("green", np.zeros((1, 3)))
    with pytest.raises(ValueError, match="class 'white'"):
        calibrated_colors(samples)


def test_the_loader_provides_the_stored_values() -> None:
    stored = ColorCalibrationLoaderParameters(white_y=90.0, field_hue=(-3.0, -2.0))
    calibration = ColorCalibrationLoader(stored).update()
    assert calibration.white_y == 90.0
    assert calibration.field_hue == (-3.0, -2.0)
