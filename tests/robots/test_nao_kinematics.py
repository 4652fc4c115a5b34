"""Forward kinematics compared with MuJoCo, and inverse with forward kinematics."""

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kickabout.geometry.arrays import Mat3, Vec
from kickabout.geometry.frames import Sole, Torso
from kickabout.geometry.pose3 import Pose3
from kickabout.geometry.rotations import rotation_from_roll_pitch_yaw, rotation_z
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.joints import LEGS, Joint, Link, mirrored
from kickabout.robots.nao.kind import KIND
from kickabout.robots.nao.kinematics import (
    LEFT_HAND,
    LEFT_SOLE,
    LOWER_CAMERA,
    RIGHT_HAND,
    RIGHT_SOLE,
    UPPER_CAMERA,
    BodyPoses,
    nao_kinematics,
)
from kickabout.robots.nao.model import add_nao
from kickabout.robots.nao.postures import STAND

NAO = nao_kinematics()
SITES = {
    "left_sole": LEFT_SOLE,
    "right_sole": RIGHT_SOLE,
    "upper_camera": UPPER_CAMERA,
    "lower_camera": LOWER_CAMERA,
    "left_hand": LEFT_HAND,
    "right_hand": RIGHT_HAND,
}


def random_angles(seed: int) -> Vec:
    return np.random.default_rng(seed).uniform(NAO.joint_min, NAO.joint_max)


def solvable(angles: Vec) -> bool:
    """Whether knees are bent forward and each hip is above the plane of its foot."""
    knees = angles[[Joint.LEFT_KNEE_PITCH, Joint.RIGHT_KNEE_PITCH]]
    if knees.min() < 0.01:
        return False
    poses = NAO.forward(angles)
    hips = ((LEFT_SOLE, Link.LEFT_PELVIS, -1.0), (RIGHT_SOLE, Link.RIGHT_PELVIS, 1.0))
    for sole, hip, side in hips:
        from_foot = poses.rotations[sole].T @ (poses.translations[hip] - poses.translations[sole])
        to_foot = poses.translations[sole] - poses.translations[hip]
        tilted_z = side * to_foot[1] + to_foot[2]
        if from_foot[2] < NAO.dimensions.foot_height + 0.01 or tilted_z > -0.01:
            return False
    return True


def solvable_angles(count: int) -> list[Vec]:
    candidates = (random_angles(seed) for seed in range(10 * count))
    return [angles for angles in candidates if solvable(angles)][:count]


def sole_poses(poses: BodyPoses) -> tuple[Vec, Vec]:
    return poses.left_sole_to_torso.matrix, poses.right_sole_to_torso.matrix


def sole(rotation: Mat3, x: float, y: float, z: float) -> Pose3[Sole, Torso]:
    return Pose3(rotation, np.array((x, y, z)))


def test_all_links_and_the_center_of_mass_agree_with_mujoco() -> None:
    spec = mujoco.MjSpec()
    add_nao(spec, prefix="a_", position=(1.0, 2.0, 3.0), yaw=0.7)
    model = spec.compile()
    data = mujoco.MjData(model)
    robot = RobotInModel.find(model, "a_", KIND)
    position, quaternion = np.array((1.0, -2.0, 0.5)), np.array((0.5, -0.5, 0.1, 0.7))
    quaternion /= np.linalg.norm(quaternion)
    for seed in range(1000):
        angles = random_angles(seed)
        robot.place(data, position=position, quaternion=quaternion, angles=angles)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        torso = data.xmat[robot.torso].reshape(3, 3)
        poses = NAO.forward(angles)
        rotations = torso.T @ data.xmat[robot.links].reshape(-1, 3, 3)
        translations = (data.xpos[robot.links] - position) @ torso
        np.testing.assert_allclose(poses.rotations[: len(Link)], rotations, atol=1e-9)
        np.testing.assert_allclose(poses.translations[: len(Link)], translations, atol=1e-9)
        center = torso.T @ (data.subtree_com[robot.torso] - position)
        np.testing.assert_allclose(poses.center_of_mass_in_torso, center, atol=1e-9)
        for name, row in SITES.items():
            site = data.site("a_" + name)
            position_in_torso = torso.T @ (site.xpos - position)
            turned = torso.T @ site.xmat.reshape(3, 3)
            np.testing.assert_allclose(poses.translations[row], position_in_torso, atol=1e-9)
            np.testing.assert_allclose(poses.rotations[row], turned, atol=1e-9)


def test_mirrored_angles_give_mirrored_poses() -> None:
    angles = random_angles(3)
    poses, image = NAO.forward(angles), NAO.forward(mirrored(angles))
    mirror = np.array((1.0, -1.0, 1.0))
    np.testing.assert_allclose(
        image.translations[RIGHT_SOLE], poses.translations[LEFT_SOLE] * mirror, atol=1e-12
    )
    np.testing.assert_allclose(
        image.rotations[LEFT_HAND],
        np.outer(mirror, mirror) * poses.rotations[RIGHT_HAND],
        atol=1e-12,
    )


def test_a_wrong_number_of_angles_is_refused() -> None:
    with pytest.raises(ValueError, match=r"joint angles of shape \(26,\)"):
        NAO.forward(np.zeros(26))


def test_sole_poses_give_the_leg_angles_they_were_made_with() -> None:
    postures = solvable_angles(1000)
    assert len(postures) == 1000
    for angles in postures:
        poses = NAO.forward(angles)
        legs = NAO.legs(
            left_sole_to_torso=poses.left_sole_to_torso,
            right_sole_to_torso=poses.right_sole_to_torso,
        )
        assert legs.left_reached
        assert legs.right_reached
        np.testing.assert_allclose(legs.angles, angles[LEGS], atol=1e-9)
        assert abs(legs.left_yaw_error) + abs(legs.right_yaw_error) < 1e-9


@settings(max_examples=200, deadline=None)
@given(
    x=st.floats(-0.06, 0.06),
    y=st.floats(-0.02, 0.04),
    z=st.floats(-0.205, -0.15),
    roll=st.floats(-0.15, 0.15),
    pitch=st.floats(-0.3, 0.3),
    yaw=st.floats(-0.4, 0.4),
)
def test_foot_targets_of_a_walk_are_reached(
    x: float, y: float, z: float, roll: float, pitch: float, yaw: float
) -> None:
    rotation = rotation_from_roll_pitch_yaw(roll, pitch, yaw)
    left = sole(rotation, x, 0.05 + y, z)
    right = sole(rotation_from_roll_pitch_yaw(-roll, pitch, -yaw), x, -0.05 - y, z)
    legs = NAO.legs(left_sole_to_torso=left, right_sole_to_torso=right)
    assert legs.left_reached
    assert legs.right_reached
    reached = sole_poses(NAO.forward(NAO.with_legs(STAND, legs)))
    np.testing.assert_allclose(reached[0], left.matrix, atol=1e-9)
    np.testing.assert_allclose(reached[1], right.matrix, atol=1e-9)


def test_the_foot_with_all_the_weight_is_exact_and_the_other_has_a_yaw_error() -> None:
    for angles in solvable_angles(300):
        wanted = NAO.forward(angles)
        # Only the right target is turned, which the shared motor cannot do.
        turned = wanted.right_sole_to_torso.rotation @ rotation_z(0.2)
        right = sole(turned, *wanted.right_sole_to_torso.translation)
        legs = NAO.legs(
            left_sole_to_torso=wanted.left_sole_to_torso, right_sole_to_torso=right, left_weight=1.0
        )
        reached = NAO.forward(NAO.with_legs(np.zeros(25), legs))
        left, other = sole_poses(reached)
        np.testing.assert_allclose(left, wanted.left_sole_to_torso.matrix, atol=1e-9)
        np.testing.assert_allclose(other[:3, 3], right.translation, atol=1e-9)
        corrected = other[:3, :3] @ rotation_z(legs.right_yaw_error)
        np.testing.assert_allclose(corrected, right.rotation, atol=1e-9)
        assert legs.right_yaw_error == pytest.approx(0.2, abs=1e-9)


def test_the_shared_hip_angle_is_a_weighted_mean() -> None:
    left = sole(rotation_z(0.3), 0.0, 0.05, -0.21)
    right = sole(rotation_z(0.0), 0.0, -0.05, -0.21)
    shared = [
        NAO.legs(left_sole_to_torso=left, right_sole_to_torso=right, left_weight=weight).angles[0]
        for weight in (0.0, 0.5, 1.0)
    ]
    assert shared[0] == pytest.approx(0.0, abs=1e-12)
    assert shared[1] == pytest.approx((shared[0] + shared[2]) / 2.0)
    assert shared[2] < -0.2


def test_hip_yaw_pitch_stays_in_its_range() -> None:
    for yaw in (-1.4, 1.4):
        left = sole(rotation_z(yaw), 0.0, 0.05, -0.2)
        right = sole(rotation_z(-yaw), 0.0, -0.05, -0.2)
        angle = NAO.legs(left_sole_to_torso=left, right_sole_to_torso=right).angles[0]
        assert angle in (NAO.joint_min[Joint.HIP_YAW_PITCH], NAO.joint_max[Joint.HIP_YAW_PITCH])


def test_an_unreachable_foot_is_reported_and_the_leg_is_stretched_towards_it() -> None:
    left = sole(np.eye(3), 0.1, 0.05, -0.4)
    right = sole(np.eye(3), 0.0, -0.05, -0.2)
    legs = NAO.legs(left_sole_to_torso=left, right_sole_to_torso=right)
    assert not legs.left_reached
    assert legs.right_reached
    assert np.isfinite(legs.angles).all()
    assert legs.angles[3] == pytest.approx(0.0, abs=1e-9)
    hip = np.array((0.0, 0.05, 0.0))
    ankle = NAO.forward(NAO.with_legs(np.zeros(25), legs)).translations[Link.LEFT_FOOT] - hip
    wanted = left.translation + np.array((0.0, 0.0, NAO.dimensions.foot_height)) - hip
    cosine = ankle @ wanted / np.linalg.norm(ankle) / np.linalg.norm(wanted)
    assert cosine == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("position", [(0.0, 0.05, 0.0), (0.0, 0.05, -0.04519), (0.3, 0.2, 0.3)])
def test_impossible_targets_never_give_nan(position: tuple[float, float, float]) -> None:
    left = sole(np.eye(3), *position)
    right = sole(np.eye(3), 0.0, -0.05, -0.2)
    legs = NAO.legs(left_sole_to_torso=left, right_sole_to_torso=right)
    assert np.isfinite(legs.angles).all()
    assert not legs.left_reached


@settings(max_examples=100, deadline=None)
@given(
    distance=st.floats(0.3, 6.0),
    direction=st.floats(-1.2, 1.2),
    camera=st.sampled_from(CAMERA_NAMES),
)
def test_the_head_turns_a_camera_to_points_on_the_ground(
    distance: float, direction: float, camera: str
) -> None:
    point = np.array((distance * np.cos(direction), distance * np.sin(direction), -0.23))
    head = NAO.head(point, camera)
    angles = STAND.copy()
    angles[Joint.HEAD_YAW], angles[Joint.HEAD_PITCH] = head.yaw, head.pitch
    in_camera = NAO.forward(angles).camera_to_torso(camera).inverse() @ point
    if head.reached:
        assert in_camera[0] > 0.0
        np.testing.assert_allclose(in_camera[1:], 0.0, atol=1e-9)
    else:
        low, high = NAO.clamped_head(head.yaw, -9.0)[1], NAO.clamped_head(head.yaw, 9.0)[1]
        assert head.pitch in (low, high)


def test_a_point_behind_the_robot_is_not_reached() -> None:
    head = NAO.head(np.array((-1.0, 0.1, 0.0)), "upper")
    assert not head.reached
    assert head.yaw == pytest.approx(NAO.joint_max[Joint.HEAD_YAW])


def test_head_pitch_is_limited_by_head_yaw() -> None:
    assert NAO.clamped_head(0.0, 9.0)[1] == pytest.approx(0.514872)
    assert NAO.clamped_head(1.526989, 9.0)[1] == pytest.approx(0.200015)
    assert NAO.clamped_head(5.0, -9.0)[0] == pytest.approx(2.085668)
