"""Joint order and mirror images."""

import numpy as np

from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import (
    JOINT_COUNT,
    LEGS,
    MOTOR_COUNT,
    RIGHT_ARM,
    Joint,
    Link,
    mirrored,
)

LOLA_ORDER = (
    "HeadYaw HeadPitch LShoulderPitch LShoulderRoll LElbowYaw LElbowRoll LWristYaw LHipYawPitch "
    "LHipRoll LHipPitch LKneePitch LAnklePitch LAnkleRoll RHipRoll RHipPitch RKneePitch "
    "RAnklePitch RAnkleRoll RShoulderPitch RShoulderRoll RElbowYaw RElbowRoll RWristYaw LHand RHand"
)


def test_joints_are_in_the_order_of_the_low_level_interface() -> None:
    assert [joint.lola_name for joint in Joint] == LOLA_ORDER.split()
    assert JOINT_COUNT == 25
    assert MOTOR_COUNT == 23


def test_slices_cover_whole_limbs() -> None:
    assert [joint.name for joint in list(Joint)[LEGS]][:2] == ["HIP_YAW_PITCH", "LEFT_HIP_ROLL"]
    assert len(list(Joint)[LEGS]) == 11
    assert all(joint.name.startswith("RIGHT_") for joint in list(Joint)[RIGHT_ARM])


def test_mirroring_twice_changes_nothing() -> None:
    angles = np.random.default_rng(1).normal(size=JOINT_COUNT)
    np.testing.assert_array_equal(mirrored(mirrored(angles)), angles)


def test_mirroring_negates_rolls_and_yaws() -> None:
    angles = np.zeros(JOINT_COUNT)
    angles[[Joint.LEFT_HIP_ROLL, Joint.LEFT_HIP_PITCH, Joint.HIP_YAW_PITCH]] = 0.1, 0.2, 0.3
    image = mirrored(angles)
    assert image[Joint.RIGHT_HIP_ROLL] == -0.1
    assert image[Joint.RIGHT_HIP_PITCH] == 0.2
    assert image[Joint.HIP_YAW_PITCH] == 0.3
    assert image[Joint.LEFT_HIP_ROLL] == 0.0


def test_ranges_of_both_sides_are_the_same_within_a_degree() -> None:
    nao = nao_dimensions()
    image = mirrored(nao.joint_min())
    expected = np.where(mirrored(np.ones(JOINT_COUNT)) > 0, nao.joint_min(), nao.joint_max())
    np.testing.assert_allclose(image, expected, atol=np.radians(1.0))


def test_parents_come_before_their_children() -> None:
    for link in nao_dimensions().links[1:]:
        assert Link[link.parent.upper()] < Link[link.name.upper()]
