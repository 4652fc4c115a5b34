"""The dimensions file: complete, plausible, and strict about mistakes."""

from importlib import resources

import numpy as np
import pytest

from kickabout.robots.nao.dimensions import decoded, nao_dimensions
from kickabout.robots.nao.joints import Joint, Link
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

NAO = nao_dimensions()
TEXT = (resources.files("kickabout") / "config/robots/nao.toml").read_text(encoding="utf-8")


def broken(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_masses_of_the_links_add_up_to_that_of_the_robot() -> None:
    assert NAO.mass == pytest.approx(5.35975, abs=1e-5)


def test_lengths_are_the_published_ones() -> None:
    assert NAO.thigh_length == 0.1
    assert NAO.tibia_length == 0.1029
    assert 2.0 * NAO.hip_offset == 0.1
    assert NAO.thigh_length + NAO.tibia_length + NAO.foot_height == pytest.approx(0.24809)
    assert NAO.neck_height == pytest.approx(0.1265 + NAO.vendor_torso_height)


def test_right_links_are_mirror_images_of_left_ones() -> None:
    left, right = NAO.links[Link.LEFT_THIGH], NAO.links[Link.RIGHT_THIGH]
    assert right.parent == "right_hip"
    assert right.mass == left.mass
    assert right.center_of_mass[1] == -left.center_of_mass[1]
    assert right.inertia[3] == -left.inertia[3]


def test_axes_of_both_sides_follow_the_vendors_signs() -> None:
    diagonal = np.sqrt(0.5)
    assert NAO.links[Link.LEFT_PELVIS].axis == pytest.approx((0.0, diagonal, -diagonal))
    assert NAO.links[Link.RIGHT_PELVIS].axis == pytest.approx((0.0, diagonal, diagonal))
    for link in Link:
        if link.name.startswith("LEFT") and link is not Link.LEFT_PELVIS:
            right = Link[link.name.replace("LEFT", "RIGHT")]
            assert NAO.links[link].axis == NAO.links[right].axis


def test_inertias_are_possible_for_solid_bodies() -> None:
    for link in NAO.links:
        xx, yy, zz, xy, xz, yz = link.inertia
        moments = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert moments[0] > 0.0, link.name
        assert moments[0] + moments[1] > moments[2], link.name


def test_motors_reach_the_speed_of_the_data_sheet_but_not_its_torque() -> None:
    assert NAO.max_speed(Joint.LEFT_KNEE_PITCH) == pytest.approx(6.9626, abs=1e-3)
    assert NAO.max_speed(Joint.HIP_YAW_PITCH) == pytest.approx(4.5259, abs=1e-3)
    assert 3.0 < NAO.max_torque(Joint.LEFT_KNEE_PITCH) < 8.5053


def test_microphones_have_the_measured_distances() -> None:
    front_left, front_right, rear_left, rear_right = np.array(NAO.microphones.positions_in_head)
    assert np.linalg.norm(front_left - front_right) == pytest.approx(0.0618, abs=2e-4)
    assert np.linalg.norm(rear_left - rear_right) == pytest.approx(0.1116, abs=2e-4)
    assert np.linalg.norm(front_left - rear_left) == pytest.approx(0.0533, abs=2e-4)
    assert np.linalg.norm(front_right - rear_right) == pytest.approx(0.0533, abs=2e-4)


def test_microphones_are_level_when_the_head_is_bent_forward_as_far_as_it_goes() -> None:
    angles = STAND.copy()
    angles[Joint.HEAD_PITCH] = NAO.joints[Joint.HEAD_PITCH].max
    head = nao_kinematics().forward(angles).rotations[Link.HEAD]
    front_left, front_right, rear_left, rear_right = NAO.microphones.positions_in_head @ head.T
    assert front_left[2] == pytest.approx(rear_left[2], abs=1e-5)
    assert front_right[2] == pytest.approx(rear_right[2], abs=1e-5)
    assert front_left[0] > rear_left[0]
    assert front_left[1] > front_right[1]


def test_head_pitch_limits_fit_the_joint() -> None:
    limits = NAO.head_pitch_limits
    assert limits.yaw == sorted(limits.yaw)
    assert min(limits.min) == NAO.joints[Joint.HEAD_PITCH].min
    assert max(limits.max) == NAO.joints[Joint.HEAD_PITCH].max


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("foot_height =", "foot_hieght =", "nearest known name is `foot_height`"),
        ('name = "left_foot"', 'name = "left_fot"', "link `left_foot` is missing.*`left_fot`"),
        ('motor = "type3"', 'motor = "typ3"', "motor of head_yaw `typ3` is unknown.*`type3`"),
        ('servo = "head"', 'servo = "haed"', "servo of head_yaw `haed` is unknown.*`head`"),
        ("mass = 1.04956", 'mass = "heavy"', "Expected `float`, got `str` - at `.*mass`"),
        ("mass = 1.04956", "mass = -1.0", "mass of link `torso` is not positive"),
        ("min = -0.671952", "min = 3.0", "joint `head_pitch` has its min above its max"),
        ("[sonar]", "[sonar", "my.toml"),
    ],
)
def test_a_mistake_in_the_file_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        decoded(broken(old, new), source="my.toml")
    assert str(error.value).startswith("my.toml: ")


def test_joints_out_of_order_are_refused() -> None:
    text = broken('"head_yaw", min', '"swap", min').replace('"head_pitch", min', '"head_yaw", min')
    with pytest.raises(ValueError, match="not in the order"):
        decoded(text.replace('"swap", min', '"head_pitch", min'), source="my.toml")
