"""Is the tilt of the body correct, also upside down?"""

import math

import numpy as np
import pytest
from tests.motion.selection.requests import measured

from kickabout.geometry import Pose3
from kickabout.geometry.rotations import rotation_x, rotation_y
from kickabout.motion.keyframes.keyframe_body import body_reading, tilt
from kickabout.representations import BodyModel, InertialState


@pytest.mark.parametrize("pitch", [-1.5, -0.3, 0.0, 1.0, 1.57, 2.4])
def test_pitch_continues_beyond_lying(pitch: float) -> None:
    assert tilt(rotation_y(pitch)) == pytest.approx((pitch, 0.0), abs=1e-9)


@pytest.mark.parametrize("roll", [-1.2, 0.4])
def test_roll_is_positive_when_the_right_side_is_down(roll: float) -> None:
    assert tilt(rotation_x(roll))[1] == pytest.approx(roll)


def test_the_center_of_mass_is_relative_to_both_soles_or_to_one() -> None:
    body = BodyModel(
        left_sole_to_torso=Pose3.from_translation(0.0, 0.05, -0.3),
        right_sole_to_torso=Pose3.from_translation(0.0, -0.05, -0.3),
        center_of_mass_in_torso=np.array((0.01, 0.0, 0.0)),
    )
    upright = body_reading(measured(model=body))
    assert upright.center_of_mass_over_soles == pytest.approx((0.01, 0.0))
    over_left = body_reading(measured(model=body), left_weight=1.0)
    assert over_left.center_of_mass_over_soles == pytest.approx((0.01, -0.05))
    leaning = InertialState(torso_to_level=rotation_y(0.1))
    forward = body_reading(measured(inertial=leaning, model=body)).center_of_mass_over_soles[0]
    assert forward == pytest.approx(0.01 * math.cos(0.1) + 0.3 * math.sin(0.1))
