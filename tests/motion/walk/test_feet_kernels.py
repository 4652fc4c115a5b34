"""Are the soles where they were requested?"""

import numpy as np
import pytest

from kickabout.motion.walk.feet_kernels import legs_of_feet
from kickabout.robots.nao.joints import LEGS
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import STAND

KINEMATICS = nao_kinematics()


def test_forward_kinematics_reproduces_the_soles() -> None:
    feet = np.array(((0.03, 0.02, 0.1, 0.01, 0.0), (-0.03, -0.01, 0.1, 0.0, 0.0)))
    body = np.array((0.05, 0.225, 0.012, 0.0, 0.004))
    angles = np.array(STAND)
    assert legs_of_feet(feet, body, 0.5, KINEMATICS.leg, angles[LEGS])
    poses = KINEMATICS.forward(angles)
    left, right = poses.translations[LEFT_SOLE], poses.translations[RIGHT_SOLE]
    assert left == pytest.approx((0.03 - 0.012, 0.02 + 0.05 - 0.004, 0.01 - 0.225), abs=1e-9)
    assert right == pytest.approx((-0.03 - 0.012, -0.01 - 0.05 - 0.004, -0.225), abs=1e-9)


def test_soles_stay_level_under_a_tilted_torso() -> None:
    tilt = 0.15
    angles = np.array(STAND)
    body = np.array((0.05, 0.22, 0.012, tilt, 0.0))
    legs_of_feet(np.zeros((2, 5)), body, 0.5, KINEMATICS.leg, angles[LEGS])
    rotation = KINEMATICS.forward(angles).rotations[LEFT_SOLE]
    assert np.arctan2(rotation[0, 2], rotation[2, 2]) == pytest.approx(-tilt)


def test_the_pitch_of_a_sole_can_be_requested() -> None:
    angles = np.array(STAND)
    feet = np.zeros((2, 5))
    feet[0, 4] = 0.1
    body = np.array((0.05, 0.22, 0.012, 0.0, 0.0))
    legs_of_feet(feet, body, 0.5, KINEMATICS.leg, angles[LEGS])
    rotation = KINEMATICS.forward(angles).rotations[LEFT_SOLE]
    assert np.arctan2(rotation[0, 2], rotation[2, 2]) == pytest.approx(0.1)
