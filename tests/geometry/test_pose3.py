"""Poses in space: chains, inverses, points, and read-only arrays."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import (
    Camera,
    FloatArray,
    Head,
    Pose2,
    Pose3,
    Robot,
    Torso,
    rotation_from_roll_pitch_yaw,
)

angles = st.floats(-3.0, 3.0)
coordinates = st.floats(-5.0, 5.0)


@st.composite
def poses(draw: st.DrawFn) -> Pose3[Camera, Robot]:
    rotation = rotation_from_roll_pitch_yaw(draw(angles), draw(angles), draw(angles))
    return Pose3(rotation, np.array([draw(coordinates) for _ in range(3)]))


def near(actual: FloatArray, expected: FloatArray) -> None:
    np.testing.assert_allclose(actual, expected, atol=1e-12)


@given(poses())
def test_the_inverse_undoes_the_pose(pose: Pose3[Camera, Robot]) -> None:
    near((pose @ pose.inverse()).matrix, np.eye(4))
    near((pose.inverse() @ pose).matrix, np.eye(4))


@given(poses(), poses())
def test_a_chain_is_the_product_of_matrices(
    a: Pose3[Camera, Robot], b: Pose3[Camera, Robot]
) -> None:
    torso_to_robot: Pose3[Torso, Robot] = Pose3(a.rotation, a.translation)
    head_to_torso: Pose3[Head, Torso] = Pose3(b.rotation, b.translation)
    near((torso_to_robot @ head_to_torso).matrix, a.matrix @ b.matrix)


@given(poses())
def test_points_are_transformed_one_by_one_or_in_rows(pose: Pose3[Camera, Robot]) -> None:
    points = np.array([[1.0, 2.0, 3.0], [-4.0, 5.0, 0.0]])
    homogeneous = np.hstack((points, np.ones((2, 1)))) @ pose.matrix.T
    near(pose @ points, homogeneous[:, :3])
    near(pose @ points[0], homogeneous[0, :3])


@given(poses())
def test_the_matrix_gives_the_pose_back(pose: Pose3[Camera, Robot]) -> None:
    near(Pose3[Camera, Robot].from_matrix(pose.matrix).matrix, pose.matrix)


def test_the_default_is_the_identity() -> None:
    near(Pose3[Camera, Robot]().matrix, np.eye(4))
    near(Pose3[Camera, Robot].identity().matrix, np.eye(4))


def test_a_quarter_turn_about_z_takes_x_to_y() -> None:
    pose: Pose3[Head, Torso] = Pose3.rotation_z(np.pi / 2)
    near(pose @ np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))


def test_a_flat_pose_is_lifted_upright() -> None:
    flat: Pose2[Torso, Robot] = Pose2(1.0, 2.0, 0.7)
    lifted: Pose3[Torso, Robot] = Pose3.from_pose2(flat, height=0.3)
    near(lifted.translation, np.array([1.0, 2.0, 0.3]))
    near(lifted.rotation, rotation_from_roll_pitch_yaw(0.0, 0.0, 0.7))


def test_arrays_are_copied_and_read_only() -> None:
    translation = np.zeros(3)
    pose: Pose3[Head, Torso] = Pose3(np.eye(3), translation)
    translation[0] = 5.0
    assert pose.translation[0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        pose.translation[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        (pose @ pose.inverse()).rotation[0, 0] = 1.0


def test_a_pickled_pose_stays_read_only() -> None:
    pose: Pose3[Head, Torso] = Pose3.from_translation(1.0, 2.0, 3.0)
    back = pickle.loads(pickle.dumps(pose))
    near(back.matrix, pose.matrix)
    assert not back.translation.flags.writeable


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected \(3, 3\) and \(3,\)"):
        Pose3[Head, Torso](np.eye(4), np.zeros(3))
