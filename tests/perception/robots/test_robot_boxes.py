"""Is carpet distinguished from objects on it in boxes?"""

import numpy as np
import pytest

from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.robots.robot_boxes import covered_fractions

CARPET = Carpet(y=80.0, blue=-0.3, red=-0.3, tolerance=0.1, y_low=30.0, y_high=150.0)


def meadow() -> np.ndarray:
    image = np.empty((240, 320, 2), np.uint8)
    image[:, :, 0], image[:, :, 1] = 80, 128 - 24
    return image


def test_boxes_are_covered_by_the_objects_in_them() -> None:
    image = meadow()
    image[100:150, 100:150] = (200, 128)
    boxes = np.array(
        (
            (100.0, 100.0, 150.0, 150.0, 0.5, 0.0),
            (100.0, 50.0, 150.0, 150.0, 0.5, 0.0),
            (200.0, 50.0, 250.0, 150.0, 0.5, 0.0),
            (400.0, 50.0, 450.0, 150.0, 0.5, 0.0),
        )
    )
    assert covered_fractions(image, boxes, CARPET) == pytest.approx((1.0, 0.5, 0.0, 0.0), abs=0.05)
