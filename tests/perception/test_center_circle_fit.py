"""The center circle from points on the ground."""

import math

import numpy as np
import pytest

from kickabout.geometry import FloatArray, readonly, rotation_from_roll_pitch_yaw
from kickabout.perception.center_circle_fit import arc_covered, refined_center, tilted_spots
from kickabout.perception.eye import Eye
from kickabout.perception.line_spots import GROUND_X, GROUND_Y, SPOT

EYE = Eye(
    intrinsics=readonly((560.0, 560.0, 320.0, 240.0, 0.0, 0.0, 0.0)),
    rotation=readonly(rotation_from_roll_pitch_yaw(0.0, 0.2, 0.0)),
    position_in_robot=readonly((0.0, 0.0, 0.5)),
    shutter=readonly((0.0, 0.0, 0.0)),
)


def circle(x: float, y: float) -> FloatArray:
    angles = np.linspace(0.0, 2.0 * math.pi, 60)
    spots = np.zeros((60, SPOT))
    spots[:, GROUND_X] = x + 0.75 * np.cos(angles)
    spots[:, GROUND_Y] = y + 0.75 * np.sin(angles)
    return spots


def test_a_camera_that_looks_too_high_still_finds_the_center() -> None:
    seen = tilted_spots(circle(2.5, 0.3), EYE, 0.012)
    center, tilt, members = refined_center(
        seen, np.array((2.7, 0.4)), 0.0, 0.75, EYE, 0.05, 1.0, 0.0105
    )
    assert center == pytest.approx((2.5, 0.3), abs=0.05)
    assert tilt == pytest.approx(-0.012, abs=0.004)
    assert len(members) > 50


def test_covered_sectors_are_counted() -> None:
    spots = circle(0.0, 0.0)[:, GROUND_X : GROUND_Y + 1]
    assert arc_covered(spots, np.zeros(2), 12) == 12
    assert arc_covered(spots[:15], np.zeros(2), 12) in (3, 4)
