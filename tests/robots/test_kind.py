"""Robot kinds: found by folder, described completely, sent to other processes by name."""

import pickle

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.robots.kind import robot_kind, robot_names
from kickabout.robots.nao.joints import Joint, Link, mirrored
from kickabout.robots.nao.kinematics import FRAMES, LEFT_SOLE, LOWER_CAMERA, RIGHT_HAND
from kickabout.robots.nao.postures import STAND

NAO = robot_kind("nao")


def test_a_kind_is_found_by_its_folder() -> None:
    assert "nao" in robot_names()
    assert NAO.name == "nao"


def test_an_unknown_robot_is_an_error_with_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match=r"no robot 'noa'\. Did you mean 'nao'"):
        robot_kind("noa")


def test_an_unknown_package_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="no package 'nowhere'"):
        robot_kind("nao", ("nowhere",))


def test_joints_and_links_have_the_order_of_the_robot() -> None:
    assert NAO.joint_names == tuple(joint.key for joint in Joint)
    assert NAO.link_names == tuple(link.key for link in Link)
    assert NAO.motor_count == 23


def test_rows_of_the_kinematics_have_names() -> None:
    assert NAO.row("left_sole") == LEFT_SOLE
    assert NAO.row("lower_camera") == LOWER_CAMERA
    assert NAO.row("right_hand") == RIGHT_HAND
    assert len(NAO.kinematics().forward(STAND).rotations) == FRAMES
    assert len(NAO.link_names) + len(NAO.frames) == FRAMES


@pytest.mark.parametrize("find", [NAO.row, NAO.joint, NAO.camera])
def test_an_unknown_part_is_an_error_that_names_the_robot(find: object) -> None:
    assert callable(find)
    with pytest.raises(ConfigurationError, match=r"nao has no .* 'tail'"):
        find("tail")


def test_the_mirror_table_mirrors_like_the_robot() -> None:
    angles = np.arange(1.0, 26.0)
    np.testing.assert_array_equal(NAO.mirrored(angles), mirrored(angles))
    np.testing.assert_array_equal(NAO.mirrored(NAO.mirrored(angles)), angles)


def test_a_group_that_a_robot_does_not_have_is_empty() -> None:
    assert NAO.joints_of("head").tolist() == [0, 1]
    assert NAO.joints_of("tail").size == 0


def test_every_name_in_a_kind_exists() -> None:
    for names in NAO.joint_groups.values():
        assert {NAO.joint(name) for name in names}
    for foot in NAO.feet:
        assert NAO.row(foot) >= 0
    for camera in NAO.cameras:
        assert camera.link in NAO.link_names
        assert f"{camera.name}_camera" in NAO.frames
    assert NAO.microphones.link in NAO.link_names
    assert len(NAO.stand) == len(NAO.joints)


def test_the_torso_of_a_standing_robot_is_above_the_limit_of_upright() -> None:
    assert NAO.upright.min_height < NAO.upright.torso_height < NAO.shape.height


def test_a_kind_stays_the_same_object_in_another_process() -> None:
    assert pickle.loads(pickle.dumps(NAO)) is NAO
