"""The penalty mark in rendered images."""

import math

import numpy as np
import pytest
from tests.perception.halls import FIELD, classical_pipeline, shots

from kickabout.evaluation.perception.perception_scenes import Hall, LabeledImage
from kickabout.evaluation.perception.perception_truth import (
    mark_is_visible,
    marks_in_robot,
    true_projection,
)
from kickabout.geometry import Pose2
from kickabout.perception.landmarks.contrast_normalized_sobel import contrast_normalized
from kickabout.representations import ImageCoordinateSystem, PenaltyMarkPercept


def visible_mark(shot: LabeledImage) -> tuple[float, float] | None:
    projection = true_projection(shot, ImageCoordinateSystem())
    near = [mark for mark in marks_in_robot(shot) if math.hypot(*mark) < 2.0]
    return next((mark for mark in near if mark_is_visible(shot, projection, mark)), None)


def test_most_marks_within_reach_are_found_and_no_others() -> None:
    hall = Hall(FIELD, condition="nominal", seed=8, robots=2)
    hall.poses = [Pose2(2.2, y, 0.2 * y) for y in (-0.6, -0.2, 0.1, 0.5)]
    pipeline, found, visible = classical_pipeline(), 0, 0
    for shot in (*hall.images(16), *shots(), *shots("half in shadow")):
        percept: PenaltyMarkPercept = pipeline.see(shot)[PenaltyMarkPercept]
        mark = visible_mark(shot)
        visible += mark is not None
        if percept.seen:
            x, y = percept.position_in_robot
            errors = [math.hypot(x - m[0], y - m[1]) for m in marks_in_robot(shot)]
            assert min(errors) < 0.3
            found += mark is not None
    assert visible >= 3
    assert found >= 0.6 * visible


def test_contrast_normalized_gradients_do_not_depend_on_the_light() -> None:
    rng = np.random.default_rng(2)
    bright = np.zeros((40, 40, 2), np.uint8)
    bright[:, :, 0] = rng.integers(40, 240, (40, 40))
    dark = bright.copy()
    dark[:, :, 0] = 10 + bright[:, :, 0] // 2
    first, second = (contrast_normalized(image, 4, 4, 36, 36, 0.5) for image in (bright, dark))
    assert np.abs(first - second).max() == pytest.approx(0.0, abs=0.04)


def test_gradients_point_to_brighter_pixels() -> None:
    image = np.zeros((16, 16, 2), np.uint8)
    image[:, 8:, 0] = 200
    gradients = contrast_normalized(image, 0, 0, 16, 16, 1.0)
    assert gradients[8, 8, 0] > 0.5
    assert gradients[8, 8, 1] == pytest.approx(0.0)
    assert not gradients[0].any()
