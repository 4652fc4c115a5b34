"""Postures: level soles, balance, limits."""

import numpy as np
import pytest

from kickabout.geometry.arrays import Vec
from kickabout.robots.nao.joints import mirrored
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import HIGH_STAND, SIT, STAND

NAO = nao_kinematics()
POSTURES = pytest.mark.parametrize(
    ("posture", "height"),
    [(STAND, 0.227), (HIGH_STAND, 0.248), (SIT, 0.144)],
    ids=["stand", "high stand", "sit"],
)


@POSTURES
def test_soles_are_level_below_the_hips(posture: Vec, height: float) -> None:
    poses = NAO.forward(posture)
    for sole in (LEFT_SOLE, RIGHT_SOLE):
        np.testing.assert_allclose(poses.rotations[sole], np.eye(3), atol=1e-9)
        assert -poses.translations[sole, 2] == pytest.approx(height, abs=1e-3)


@POSTURES
def test_the_center_of_mass_is_well_inside_the_soles(posture: Vec, height: float) -> None:
    poses = NAO.forward(posture)
    in_sole = poses.center_of_mass_in_torso - poses.translations[LEFT_SOLE]
    assert -0.02 < in_sole[0] < 0.06, height


@POSTURES
def test_postures_are_symmetric_and_within_the_limits(posture: Vec, height: float) -> None:
    np.testing.assert_array_equal(mirrored(posture), posture)
    np.testing.assert_array_equal(NAO.clamped(posture), posture)
    assert not posture.flags.writeable, height
